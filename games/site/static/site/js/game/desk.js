// @ts-check
// The tabs beside or below the board. The tab row becomes a tablist here: without scripts there are sections only. Where
// there is no room for what a tab shows, it rises over the board until it is closed.

import { all, byId, one, oneOrNull } from "../../../web/js/dom.js";
import { keep, kept } from "../../../web/js/storage.js";
import { rollToCurrent } from "./travel.js";

/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

export class Desk {
  /**
   * @param {{number: number}} game
   * @param {{onShow: (tab: string) => void}} page  `onShow` is told the id of each tab that is shown.
   */
  constructor({ number }, { onShow }) {
    this.onShow = onShow;
    this.root = byId("desk");
    this.tabs = all(this.root, ".desk__tab");
    this.key = `muehle-read-${number}`;
    const row = one(this.root, ".desk__tabs");
    row.setAttribute("role", "tablist");
    for (const tab of this.tabs) this.#prepare(tab);
    row.addEventListener("keydown", (event) => this.#walk(event));
    byId("desk-close").addEventListener("click", () => this.close());
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
    window.addEventListener("hashchange", () => this.#openLinked());
    new ResizeObserver(() => rollToCurrent()).observe(this.root);
    this.#show(this.#shownTab());
    this.#openLinked();
    this.tellNews();
  }

  /** @param {HTMLElement} tab */
  #prepare(tab) {
    const sheet = this.#sheetOf(tab);
    tab.setAttribute("role", "tab");
    sheet.setAttribute("role", "tabpanel");
    sheet.setAttribute("aria-labelledby", tab.id);
    sheet.tabIndex = 0;
    tab.addEventListener("click", () => this.#press(tab));
  }

  /** @param {HTMLElement} tab */
  #sheetOf(tab) {
    return byId(tab.getAttribute("aria-controls") ?? "");
  }

  #shownTab() {
    return this.tabs.find((tab) => "shown" in this.#sheetOf(tab).dataset) ?? this.tabs[0];
  }

  /**
   * The tab of what is shown closes the sheet again, where it lies over the board.
   * @param {HTMLElement} tab
   */
  #press(tab) {
    const isAgain = tab === this.#shownTab() && this.root.hasAttribute("data-open");
    this.#show(tab);
    this.root.toggleAttribute("data-open", !isAgain);
    rollToCurrent();
  }

  /** @param {HTMLElement} shown */
  #show(shown) {
    for (const tab of this.tabs) {
      const isShown = tab === shown;
      tab.setAttribute("aria-selected", String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
      this.#sheetOf(tab).toggleAttribute("data-shown", isShown);
    }
    this.tellNews();
    this.onShow(shown.id);
  }

  /** @param {string} id  Of the tab. */
  show(id) {
    this.#show(byId(id));
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    const at = this.tabs.indexOf(/** @type {HTMLElement} */ (event.target));
    const last = this.tabs.length - 1;
    /** @type {Record<string, number>} */
    const ends = { Home: 0, End: last };
    const to = ends[event.key] ?? (event.key in STEPS ? (at + STEPS[event.key] + last + 1) % (last + 1) : -1);
    if (at < 0 || to < 0) return;
    event.preventDefault();
    this.tabs[to].focus();
    this.#show(this.tabs[to]);
  }

  close() {
    if (!this.root.hasAttribute("data-open")) return;
    this.root.removeAttribute("data-open");
    if (document.activeElement?.closest(".desk__sheet, .desk__close")) this.#shownTab().focus();
  }

  #openLinked() {
    const linked = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
    const sheet = linked?.closest(".desk__sheet");
    const tab = this.tabs.find((each) => each.getAttribute("aria-controls") === sheet?.id);
    if (tab && !location.hash.startsWith("#ply-")) this.#press(tab);
  }

  /** A dot at the tab of the messages, while there are some that this browser has not shown. */
  tellNews() {
    const sheet = byId("sheet-talk");
    const count = all(sheet, "#game-messages .talk__message").length;
    const isInView = "shown" in sheet.dataset && sheet.checkVisibility();
    if (isInView && count) keep(this.key, count);
    const read = Number(kept(this.key) ?? 0);
    oneOrNull(this.root, "#tab-talk")?.toggleAttribute("data-news", !isInView && count > read);
  }
}
