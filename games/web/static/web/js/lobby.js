// @ts-check
// The lobby: the filters act as soon as one is chosen.

import { all, byId } from "./dom.js";
import "./site.js";

const filters = byId("filters", HTMLFormElement);
for (const filter of all(filters, "select")) filter.addEventListener("change", () => filters.requestSubmit());
