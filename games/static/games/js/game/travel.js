// Through the game: links to its half-moves, arrow keys, and which of them is being looked at.

// The half-moves to which the steps lead.
export function stepsFrom({ game, ply }) {
  return { first: 0, back: Math.max(0, ply - 1), forward: Math.min(game.ply, ply + 1), last: game.ply };
}

export function showTravel({ game, ply, urls }) {
  const last = game.ply;
  const steps = stepsFrom({ game, ply });
  for (const link of document.querySelectorAll("[data-travel]")) {
    const goal = steps[link.dataset.travel];
    link.dataset.ply = goal;
    link.href = goal === last ? urls.page : `?ply=${goal}`;
    link.toggleAttribute("data-idle", goal === ply);
  }
  const analyse = document.getElementById("analyse");
  if (analyse) analyse.search = `?game=${game.number}&ply=${ply}`;
  document.querySelector("[data-travel-count]").textContent = `${ply}/${last}`;
  for (const link of document.querySelectorAll(".moves__move")) {
    if (Number(link.dataset.ply) !== ply) link.removeAttribute("aria-current");
    else if (link !== current) setCurrent(link);
  }
}

let current = null;

// Mark the move that led to what is shown, and roll the list, and nothing else, to where it can be seen.
function setCurrent(link) {
  current = link;
  link.setAttribute("aria-current", "true");
  const list = link.closest(".moves__list");
  const row = link.closest("li");
  if (row.offsetTop < list.scrollTop || row.offsetTop + row.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = row.offsetTop - list.clientHeight / 2;
  }
}

// A link to a half-move opens there, be it ?ply=12 (the server has drawn it) or #ply-12; null is the end of the game.
export function linkedPly(last) {
  const linked = plyBehind(location.hash) ?? Number(new URLSearchParams(location.search).get("ply") ?? last);
  return linked < last ? linked : null;
}

function plyBehind(hash) {
  const [, ply = null] = /^#ply-(\d+)$/.exec(hash) ?? [];
  return ply === null ? null : Number(ply);
}

export function listenToTravel(root, { intend }) {
  root.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-ply]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    intend({ type: "travel", ply: Number(link.dataset.ply) });
  });
  window.addEventListener("hashchange", () => {
    const ply = plyBehind(location.hash);
    if (ply !== null) intend({ type: "travel", ply });
  });
}
