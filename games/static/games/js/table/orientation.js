// How the reader has turned his board. That is presentation only: this browser keeps it, for all games, on top of how
// the board lies before a seat; no move and no name depends on it.

const KEY = "muehle-board-turned";
const AS_SEATED = { turns: 0, mirrored: false };

export class Orientation {
  // `seated` is how the server has drawn the board: turned round for Black.
  constructor(seated) {
    this.seated = seated;
    this.own = kept();
  }

  get now() {
    return { turns: (this.seated.turns + this.own.turns) % 4, mirrored: this.own.mirrored };
  }

  turn(quarters) {
    this.#keep({ ...this.own, turns: (this.own.turns + quarters) % 4 });
  }

  // From left to right as it is seen: what had been turned clockwise is now turned against the clock.
  mirror() {
    this.#keep({ turns: (4 - this.own.turns) % 4, mirrored: !this.own.mirrored });
  }

  #keep(own) {
    this.own = own;
    try {
      localStorage.setItem(KEY, JSON.stringify(own));
    } catch {
      // A browser that keeps nothing turns the board all the same.
    }
  }
}

function kept() {
  try {
    const { turns, mirrored } = JSON.parse(localStorage.getItem(KEY)) ?? AS_SEATED;
    return [0, 1, 2, 3].includes(turns) ? { turns, mirrored: mirrored === true } : AS_SEATED;
  } catch {
    return AS_SEATED;
  }
}
