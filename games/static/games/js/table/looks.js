// Another board, sound, or way to touch while a game is on the table: the words follow, a move in the making stays.

// `onStyle` is told that boards are drawn in another style now, `onFlag` that something else has been switched.
export function listenToLooks({ onStyle, onFlag, sounds, preferences }) {
  document.addEventListener("look", ({ detail: { name, value } }) => {
    if (name === "board_style") onStyle();
    if (!(name in preferences)) return;
    preferences[name] = value === "on";
    if (name === "sounds") sounds.play("move");
    else onFlag();
  });
}
