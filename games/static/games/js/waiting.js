// How many games wait for the reader: in the title, in the navigation, on the icon; true also on a page left open.

import { showBadge } from "./badge.js";
import { showUnread } from "./bell.js";
import { playerEvents } from "./player_events.js";

// What changes how many games wait, or how much is new at the bell.
const COUNTED =
  "game_started move_played game_finished challenge_received draw_offered draw_declined message_sent nudged deadline_near " +
  "deadline_moved leave_ends dispute_opened dispute_decided warned webhook_disabled notice_test";
const counter = () => document.querySelector("[data-waiting-count]");

export function showWaiting({ count, words, ...more }) {
  showUnread(more);
  document.title = document.title.replace(/^(\(\d+\) )?/, count ? `(${count}) ` : "");
  showBadge(count);
  if (!counter()) return;
  counter().hidden = count === 0;
  const [figure, sentence] = counter().children;
  figure.textContent = count;
  sentence.textContent = words;
}

// As a page has it that was fetched again.
export function waitingIn(page, count) {
  return { count, words: page.querySelector("[data-waiting-count]")?.lastElementChild.textContent ?? "" };
}

// The page that holds the stream asks for all of them.
export function followWaiting() {
  const count = Number(document.body.dataset.waiting ?? 0);
  showBadge(count);
  if (!playerEvents) return;
  playerEvents.waiting = waitingIn(document, count);
  playerEvents.listen({
    onNews: (news) => playerEvents.isLeading && (news === null || COUNTED.split(" ").includes(news.type)) && look(),
    onWaiting: showWaiting,
  });
}

let looking = false;
let again = false;

async function look() {
  again = looking;
  if (looking) return;
  looking = true;
  const answer = await fetch(playerEvents.waitingUrl, { headers: { Accept: "application/json" } }).catch(() => null);
  looking = false;
  if (answer?.status === 403) playerEvents.close();
  if (answer?.ok) take(await answer.json());
  if (again) look();
}

function take(waiting) {
  showWaiting(waiting);
  playerEvents.share(waiting);
}
