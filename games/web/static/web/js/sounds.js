// @ts-check
// A knock on wood for a move, a mill, and the end. The files are fetched when sound is first wanted, and not before.

import { byIdOrNull } from "./dom.js";

/** @typedef {"move" | "mill" | "end"} Sound */

export class Sounds {
  /** @type {AudioContext | null} */
  #context = null;
  /** @type {Map<Sound, Promise<AudioBuffer>>} */
  #buffers = new Map();

  /**
   * The addresses of the files stand in the page.
   * @param {{isOn: () => boolean}} preferences  Asked before every sound.
   */
  constructor({ isOn }) {
    this.isOn = isOn;
    this.urls = byIdOrNull("sounds")?.dataset ?? {};
  }

  /**
   * Resolves when the sound has begun, or at once where there is none; a move never waits for it or fails with it.
   * @param {Sound} name
   */
  async play(name) {
    if (!this.isOn()) return;
    try {
      const context = (this.#context ??= new AudioContext());
      const buffer = await this.#buffer(name, context);
      // Until somebody has touched the page, browsers keep it silent; a sound that comes minutes late is worse than none.
      if (context.state === "suspended") await Promise.race([context.resume(), soon()]);
      if (context.state === "running") start(buffer, context);
    } catch {
      this.#buffers.delete(name);
    }
  }

  /**
   * @param {Sound} name
   * @param {AudioContext} context
   */
  #buffer(name, context) {
    const buffer = this.#buffers.get(name) ?? fetchSound(this.urls[name] ?? "", context);
    this.#buffers.set(name, buffer);
    return buffer;
  }
}

/**
 * @param {string} url
 * @param {AudioContext} context
 */
async function fetchSound(url, context) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return context.decodeAudioData(await answer.arrayBuffer());
}

/**
 * @param {AudioBuffer} buffer
 * @param {AudioContext} context
 */
function start(buffer, context) {
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(context.destination);
  source.start();
}

function soon() {
  return new Promise((resolve) => setTimeout(resolve, 300));
}
