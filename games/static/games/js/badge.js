// The number of games that wait, on the icon of the tab and of the installed app; the title says it too.

const icon = document.querySelector("link[rel=icon][type='image/svg+xml']");
const plain = icon?.href;

export function showBadge(count) {
  if (icon) icon.href = count ? badged(count) : plain;
  if (count) navigator.setAppBadge?.(count).catch(() => {});
  else navigator.clearAppBadge?.().catch(() => {});
}

// The icon is part of the page as a data URL; the badge is drawn into it.
function badged(count) {
  if (!plain.startsWith("data:")) return plain;
  const text = count > 9 ? "9+" : String(count);
  const badge =
    "<circle cx='22' cy='22' r='10' fill='#a02c20' stroke='#fff' stroke-width='1.5'/>" +
    `<text x='22' y='26.5' fill='#fff' font-family='sans-serif' font-size='${count > 9 ? 11 : 13}' ` +
    `font-weight='700' text-anchor='middle'>${text}</text></svg>`;
  return plain.replace(/%3C\/svg%3E$/, encodeURIComponent(badge).replaceAll("'", "%27"));
}
