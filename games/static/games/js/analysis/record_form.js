// The form for a record, pasted or from a file: read by the server, and where it fails, the line is shown.

const LARGEST = 50_000;

export class RecordForm {
  // `replay(text)` asks the server and resolves to the problem with the record, or to null.
  constructor(fold, { texts, replay }) {
    Object.assign(this, { fold, texts, replay, form: fold.querySelector("form") });
    fold.querySelector("#file-field").hidden = false;
    this.form.addEventListener("submit", (event) => this.#submit(event));
    fold.querySelector("#file").addEventListener("change", (event) => this.#read(event.target));
  }

  async #read(field) {
    const [file] = field.files;
    if (!file) return;
    if (file.size > LARGEST) this.#tell(this.texts.file_too_large);
    else {
      this.form.elements.record.value = await file.text();
      this.form.requestSubmit();
    }
    field.value = "";
  }

  async #submit(event) {
    event.preventDefault();
    const problem = await this.replay(this.form.elements.record.value);
    this.#tell(problem?.detail ?? "");
    if (problem?.line) selectLine(this.form.elements.record, problem.line);
    else if (!problem) this.fold.open = false;
  }

  #tell(sentence) {
    const fault = this.fold.querySelector("#record-fault");
    fault.querySelector("p").textContent = sentence;
    fault.hidden = sentence === "";
  }
}

// The line, counted from 1, is selected and in sight.
export function selectLine(field, line) {
  const lines = field.value.split("\n");
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  field.focus();
  field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  field.scrollTop = (field.scrollHeight / lines.length) * (line - 1) - field.clientHeight / 2;
}
