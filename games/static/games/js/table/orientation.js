// How the reader has turned his board. That is presentation only: this browser keeps it, for all games, on top of how
// the board lies before a seat; no move and no name depends on it.

const KEY = "muehle-board-turned";
const AS_SEATED = { turns: 0, mirrored: false };

export class Orientation {
  // `seated` is how the server has drawn the board: turned round for Black. A link may show it as somebody else had it,
  // until the reader turns it himself.
  constructor(seated) {
    this.seated = seated;
    this.own = kept();
    this.linked = linkedIn(location.search);
  }

  get now() {
    return this.linked ?? { turns: (this.seated.turns + this.own.turns) % 4, mirrored: this.own.mirrored };
  }

  // Whether the board lies otherwise than the server draws it for whoever sits here.
  get isTurned() {
    return this.now.turns !== this.seated.turns || this.now.mirrored;
  }

  turn(quarters) {
    this.#adopt();
    this.#keep({ ...this.own, turns: (this.own.turns + quarters) % 4 });
  }

  // From left to right as it is seen: what had been turned clockwise is now turned against the clock.
  mirror() {
    this.#adopt();
    this.#keep({ turns: (4 - this.own.turns) % 4, mirrored: !this.own.mirrored });
  }

  #adopt() {
    if (!this.linked) return;
    const { turns, mirrored } = this.linked;
    this.own = { turns: (turns - this.seated.turns + 4) % 4, mirrored };
    this.linked = null;
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

// How a board lies as the part of an address that pictures and pages understand; null for what need not be said.
export function wishesOf({ turns, mirrored }) {
  return { turned: turns >= 2 ? 1 : null, quarter: turns % 2 ? 1 : null, mirrored: mirrored ? 1 : null };
}

function linkedIn(search) {
  const query = new URLSearchParams(search);
  const [turned, quarter, mirrored] = ["turned", "quarter", "mirrored"].map((name) => query.get(name) === "1");
  return turned || quarter || mirrored ? { turns: (turned ? 2 : 0) + (quarter ? 1 : 0), mirrored } : null;
}

function kept() {
  try {
    const { turns, mirrored } = JSON.parse(localStorage.getItem(KEY)) ?? AS_SEATED;
    return [0, 1, 2, 3].includes(turns) ? { turns, mirrored: mirrored === true } : AS_SEATED;
  } catch {
    return AS_SEATED;
  }
}
