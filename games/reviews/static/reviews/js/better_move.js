// @ts-check
// Finding the better move.

import "../../site/js/site.js";
import "../../web/js/exercise.js";
