// @ts-check
// The form for a record, pasted or from a file: read by the server, and where it fails, the line is shown.

import { field, one } from "../../../web/js/dom.js";

/**
 * @import { Texts } from "../../../web/js/words.js"
 * @import { Problem } from "./answers.js"
 */

const LARGEST = 50_000;

export class RecordForm {
  /**
   * @param {HTMLElement} fold
   * @param {object} page
   * @param {Texts} page.texts
   * @param {(record: string) => Promise<Problem | null>} page.replay  Asks the server what is wrong with the record.
   */
  constructor(fold, { texts, replay }) {
    this.fold = fold;
    this.texts = texts;
    this.replay = replay;
    this.form = one(fold, "form", HTMLFormElement);
    this.record = field(this.form, "record", HTMLTextAreaElement);
    const file = one(fold, "#file", HTMLInputElement);
    one(fold, "#file-field").hidden = false;
    this.form.addEventListener("submit", (event) => this.#submit(event));
    file.addEventListener("change", () => this.#read(file));
  }

  /** @param {HTMLInputElement} input */
  async #read(input) {
    const [file] = input.files ?? [];
    if (!file) return;
    if (file.size > LARGEST) this.#tell(this.texts.file_too_large);
    else {
      this.record.value = await file.text();
      this.form.requestSubmit();
    }
    input.value = "";
  }

  /** @param {SubmitEvent} event */
  async #submit(event) {
    event.preventDefault();
    const problem = await this.replay(this.record.value);
    this.#tell(problem?.detail ?? "");
    if (problem?.line) selectLine(this.record, problem.line);
    else if (!problem) this.fold.removeAttribute("open");
  }

  /** @param {string} sentence */
  #tell(sentence) {
    const fault = one(this.fold, "#record-fault");
    one(fault, "p").textContent = sentence;
    fault.hidden = sentence === "";
  }
}

/**
 * The line is selected and in sight.
 * @param {HTMLTextAreaElement} text
 * @param {number} line  Counted from 1.
 */
export function selectLine(text, line) {
  const lines = text.value.split("\n");
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  text.focus();
  text.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  text.scrollTop = (text.scrollHeight / lines.length) * (line - 1) - text.clientHeight / 2;
}
