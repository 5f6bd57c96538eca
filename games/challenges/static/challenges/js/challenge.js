// @ts-check
// The page of a challenge: what becomes of it is shown at once, and the challenger goes to the game when it begins.

import { byId } from "../../web/js/dom.js";
import { renewOnNews } from "../../web/js/renewing.js";
import "../../site/js/site.js";

const hasBegun = () => byId("challenge").dataset.begun;
const had = hasBegun();

renewOnNews({
  isNews: (type) => type.startsWith("challenge_"),
  onRenewed: () => {
    const begun = hasBegun();
    if (begun && !had) window.location.assign(begun);
  },
});
