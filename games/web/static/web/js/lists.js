// @ts-check
// Pages that list the reader's games: what they list is renewed when something has happened in one of them.

import { Looking } from "./looking.js";
import { playerEvents } from "./player_events.js";
import { fetchDocument, putRegions } from "./regions.js";
import "./site.js";
import { say } from "./words.js";

// These are not listed.
const UNLISTED = ["message_sent", "nudged", "webhook_disabled"];
const summary = () => document.querySelector("[data-summary]")?.textContent ?? "";

const looking = new Looking(async () => {
  const { page } = await fetchDocument(window.location.href);
  // A reader who has been logged out gets another page.
  if (page.querySelector("[data-region]")) renew(page);
  else window.location.reload();
});

/** @param {Document} page */
function renew(page) {
  const before = summary();
  putRegions(page);
  if (summary() !== before) say(summary());
}

playerEvents?.listen({ onNews: (news) => !UNLISTED.includes(news?.type ?? "") && looking.refresh() });
