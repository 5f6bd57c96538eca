// @ts-check
// The lobby: the filters act as soon as one is chosen, and the challenges are renewed when one of the reader's is answered
// and when the page is looked at again.

import { all, byId } from "./dom.js";
import { renewOnNews } from "./renewing.js";
import "./site.js";

const filters = byId("filters", HTMLFormElement);
for (const filter of all(filters, "select")) filter.addEventListener("change", () => filters.requestSubmit());
renewOnNews({ isNews: (type) => type.startsWith("challenge_") });
