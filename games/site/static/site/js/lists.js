// @ts-check
// Pages that list the reader's games: what they list is renewed when something has happened in one of them.

import { renewOnNews } from "../../web/js/renewing.js";
import "./site.js";
import { say } from "../../web/js/words.js";

// These are not listed.
const UNLISTED = ["message_sent", "opponent_reminded", "webhook_disabled"];
const summary = () => document.querySelector("[data-summary]")?.textContent ?? "";
let told = summary();

renewOnNews({
  isNews: (type) => !UNLISTED.includes(type),
  onRenewed: () => {
    if (summary() !== told) say(summary());
    told = summary();
  },
});
