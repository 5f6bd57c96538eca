// @ts-check

import { Evaluating } from "./js/analysis/evaluating.js";
import { equal, test } from "../testing.js";

/** @import { Outcome, Wanted } from "./js/analysis/evaluating.js" */

const [A, B, C] = ["a", "b", "c"].map((position) => ({ rules: "standard", position }));
const BUSY = { refusal: "busy", wait: 1 };

/**
 * A server whose answers come when `answer` is called.
 * @param {{staying?: number}} [page]
 */
function server({ staying = 0 } = {}) {
  /** @type {string[]} */
  const asked = [];
  /** @type {((outcome: Outcome) => void)[]} */
  const open = [];
  const ask = (/** @type {Wanted} */ wanted) => {
    asked.push(wanted.position);
    return /** @type {Promise<Outcome>} */ (new Promise((done) => open.push(done)));
  };
  const evaluating = new Evaluating({ ask, onChange: () => undefined, staying });
  /** @param {Outcome} [outcome] */
  const answer = async (outcome) => {
    open.shift()?.(outcome ?? found(asked.at(-1) ?? ""));
    await passed();
  };
  return { asked, evaluating, answer };
}

/**
 * @param {string} position
 * @returns {Outcome}
 */
function found(position) {
  return { found: { position, result: null, proved: false, expected: 0.5, distance: null, depth: 4, moves: [], line: [] } };
}

/** Timers of a millisecond are over. */
function passed() {
  return new Promise((done) => setTimeout(done, 20));
}

test("nothing is asked while nothing is wanted", async () => {
  const { asked, evaluating } = server();
  evaluating.want(null);
  await passed();
  equal(asked, []);
});

test("what is wanted is asked once and kept", async () => {
  const { asked, evaluating, answer } = server();
  evaluating.want(A);
  evaluating.want({ ...A });
  await passed();
  equal(evaluating.found, null);
  await answer();
  equal(evaluating.found?.position, "a");
  evaluating.want(null);
  equal(evaluating.found, null);
  evaluating.want(A);
  await passed();
  equal([asked, evaluating.found?.position], [["a"], "a"]);
});

test("of what is wanted during a request only the newest is asked", async () => {
  const { asked, evaluating, answer } = server();
  evaluating.want(A);
  await passed();
  evaluating.want(B);
  await passed();
  evaluating.want(C);
  await passed();
  equal(asked, ["a"]);
  await answer();
  equal([asked, evaluating.found], [["a", "c"], null]);
  await answer();
  equal(evaluating.found?.position, "c");
});

test("what is left at once is not asked", async () => {
  const { asked, evaluating } = server({ staying: 5 });
  evaluating.want(A);
  evaluating.want(B);
  await passed();
  equal(asked, ["b"]);
});

test("a busy server is asked once more", async () => {
  const { asked, evaluating, answer } = server();
  evaluating.want(A);
  await passed();
  await answer(BUSY);
  equal([asked, evaluating.refusal], [["a", "a"], ""]);
  await answer(BUSY);
  equal([asked, evaluating.refusal], [["a", "a"], "busy"]);
});

test("a refusal stands as long as its position is wanted", async () => {
  const { asked, evaluating, answer } = server();
  evaluating.want(A);
  await passed();
  await answer({ refusal: "no", wait: null });
  evaluating.want(A);
  equal([asked, evaluating.refusal], [["a"], "no"]);
  evaluating.want(B);
  equal(evaluating.refusal, "");
});
