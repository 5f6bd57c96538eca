// What the server says of positions: asked for once each, kept in memory. A question that fails stays open.

const PATIENCE = 15000;
const AGAIN_AFTER = 5000;
const MOST_KEPT = 3000;

// Raised where the server gave no answer; `wait` says in how many milliseconds it will, `isBusy` that it had too much.
export class NoAnswer extends Error {
  constructor({ isBusy = false, wait = AGAIN_AFTER } = {}) {
    super("no answer");
    Object.assign(this, { isBusy, wait });
  }
}

// Resolves to {ok, data}: what was found, or the problem; raises NoAnswer.
export async function ask(url, body, csrfToken) {
  const headers = { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": csrfToken };
  let response;
  let data;
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body), signal });
    data = await response.json();
  } catch {
    throw new NoAnswer();
  }
  if (response.status === 429) throw new NoAnswer({ isBusy: true, wait: 1000 * Number(response.headers.get("Retry-After") ?? 5) });
  if (response.status >= 500) throw new NoAnswer();
  return { ok: response.ok, data };
}

export class Answers {
  #kept = new Map();
  #open = new Set();

  constructor(url, csrfToken) {
    Object.assign(this, { url, csrfToken });
  }

  known(question) {
    return this.#kept.get(key(question)) ?? null;
  }

  keep(question, answer) {
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    this.#kept.set(key(question), answer);
  }

  // {rules, start, moves}: resolves to {ok, data}, or to null if the same is being asked already; raises NoAnswer.
  async find(question) {
    const name = key(question);
    if (this.#open.has(name)) return null;
    this.#open.add(name);
    try {
      const found = await ask(this.url, question, this.csrfToken);
      if (found.ok) this.keep(question, found.data);
      return found;
    } finally {
      this.#open.delete(name);
    }
  }
}

function key({ rules, start, moves }) {
  return `${rules}|${start ?? ""}|${moves.join(",")}`;
}
