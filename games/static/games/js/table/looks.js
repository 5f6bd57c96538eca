// Another board, or sound, while a game is on the table: the words follow, a move in the making stays.

// `onStyle` is told that boards are drawn in another style now.
export function listenToLooks({ onStyle, sounds, preferences }) {
  document.addEventListener("look", ({ detail: { name, value } }) => {
    if (name === "board_style") onStyle();
    if (name === "sounds") {
      preferences.sounds = value === "on";
      sounds.play("move");
    }
  });
}
