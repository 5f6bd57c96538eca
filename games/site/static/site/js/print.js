// @ts-check
// The print view: a button for what the browser's menu does as well.

import { byId } from "../../web/js/dom.js";

const button = byId("print");
button.hidden = false;
button.addEventListener("click", () => window.print());
