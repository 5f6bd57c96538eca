// Another board, or sound, while a game is on the table: the words follow, a move in the making stays.

export function listenToLooks({ news, sounds, preferences }) {
  document.addEventListener("look", ({ detail: { name, value } }) => {
    if (name === "board_style") news.refresh();
    if (name === "sounds") {
      preferences.sounds = value === "on";
      sounds.play("move");
    }
  });
}
