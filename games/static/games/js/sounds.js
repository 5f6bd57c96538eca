// A knock on wood for a move, a mill, and the end. The files are fetched when sound is first wanted, and not before.

const NAMES = ["move", "mill", "end"];

export class Sounds {
  #context = null;
  #buffers = new Map();

  // `isOn` is asked before every sound; the addresses of the files stand in the page.
  constructor({ isOn }) {
    this.isOn = isOn;
    this.urls = document.getElementById("sounds")?.dataset ?? {};
  }

  // Resolves when the sound has begun, or at once where there is none; a move never waits for it or fails with it.
  async play(name) {
    if (!this.isOn() || !NAMES.includes(name)) return;
    try {
      this.#context ??= new AudioContext();
      const buffer = await this.#buffer(name);
      // Until somebody has touched the page, browsers keep it silent; a sound that comes minutes late is worse than none.
      if (this.#context.state === "suspended") await Promise.race([this.#context.resume(), soon()]);
      if (this.#context.state === "running") this.#start(buffer);
    } catch {
      this.#buffers.delete(name);
    }
  }

  #buffer(name) {
    if (!this.#buffers.has(name)) this.#buffers.set(name, fetchSound(this.urls[name], this.#context));
    return this.#buffers.get(name);
  }

  #start(buffer) {
    const source = new AudioBufferSourceNode(this.#context, { buffer });
    source.connect(this.#context.destination);
    source.start();
  }
}

async function fetchSound(url, context) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return context.decodeAudioData(await answer.arrayBuffer());
}

function soon() {
  return new Promise((resolve) => setTimeout(resolve, 300));
}
