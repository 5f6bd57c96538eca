// @ts-check

import { Looking } from "./web/js/looking.js";
import { equal, test } from "./testing.js";

/** A look that counts, and ends when it is told to. */
function counted() {
  /** @type {(() => void)[]} */
  const ends = [];
  const looking = new Looking(() => new Promise((resolve) => ends.push(() => resolve())));
  return { looking, ends };
}

test("whoever asks while a look is under way gets one more after it", async () => {
  const { looking, ends } = counted();
  const first = looking.refresh();
  const others = [looking.refresh(), looking.refresh()];
  equal(ends.length, 1);
  ends[0]();
  await Promise.all(others);
  equal(ends.length, 2);
  ends[1]();
  await first;
  equal(ends.length, 2);
});

test("a look that is over does not stand in the way of the next", async () => {
  const { looking, ends } = counted();
  for (const turn of [1, 2]) {
    const look = looking.refresh();
    ends[turn - 1]();
    await look;
    equal(ends.length, turn);
  }
});
