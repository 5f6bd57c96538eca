// @ts-check
// Pages whose regions are renewed when something has happened: by an event of the reader's, and when the page is looked at
// again.

import { Looking } from "./looking.js";
import { playerEvents } from "./player_events.js";
import { fetchDocument, putRegions } from "./regions.js";

/**
 * @param {object} page
 * @param {(type: string) => boolean} page.isNews  Whether an event of this type changes the page.
 * @param {() => void} [page.onRenewed]
 * @param {(region: HTMLElement) => boolean} [page.isHeld]  Whether a region stays as it is for now.
 */
export function renewOnNews({ isNews, onRenewed = () => {}, isHeld }) {
  const looking = new Looking(async () => {
    const { page } = await fetchDocument(window.location.href);
    // A reader who has been logged out gets another page.
    if (!page.querySelector("[data-region]")) return window.location.reload();
    putRegions(page, isHeld);
    onRenewed();
    return undefined;
  });
  playerEvents?.listen({ onNews: (news) => (news === null || isNews(news.type)) && looking.refresh() });
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && looking.refresh());
  window.addEventListener("pageshow", (event) => event.persisted && looking.refresh());
  return looking;
}
