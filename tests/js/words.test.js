// @ts-check

import { duration, fill, say } from "./web/js/words.js";
import { equal, test } from "./testing.js";

const [MINUTE, HOUR, DAY] = [60, 3600, 86400];

test("a sentence is filled by name", () => {
  equal(fill("%(side)s to move: %(point)s, %(side)s", { side: "White", point: "d6" }), "White to move: d6, White");
  equal(fill("%(count)s of 50 %", { count: 0 }), "0 of 50 %");
});

test("a value is not filled in turn", () => {
  equal(fill("%(name)s", { name: "%(name)s $&" }), "%(name)s $&");
});

test("a duration has its two largest units", () => {
  equal(duration(2 * DAY + 4 * HOUR + 5 * MINUTE, "en"), "2\u00a0days 4\u00a0hours");
  equal(duration(HOUR + MINUTE, "en"), "1\u00a0hour 1\u00a0minute");
  equal(duration(3 * DAY, "en"), "3\u00a0days");
  equal(duration(HOUR, "en"), "1\u00a0hour");
  equal(duration(DAY + 5 * MINUTE, "en"), "1\u00a0day");
});

test("a duration below an hour is in minutes, even none", () => {
  equal(duration(12 * MINUTE, "en"), "12\u00a0minutes");
  equal(duration(59, "en"), "0\u00a0minutes");
});

test("a duration is in the reader's language", () => {
  equal(duration(2 * DAY + HOUR, "de"), "2\u00a0Tage 1\u00a0Stunde");
});

test("a sentence is said in the region that was asked for, and twice where it is said twice", () => {
  const [polite, assertive] = ["polite", "assertive"].map((id) => Object.assign(document.createElement("p"), { id }));
  document.body.append(polite, assertive);
  say("d6");
  say("Mill", { assertive: true });
  equal([polite.textContent, assertive.textContent], ["d6", "Mill"]);
  say("d6");
  equal(polite.textContent, "d6\u00a0");
  say("d6");
  equal(polite.textContent, "d6");
});
