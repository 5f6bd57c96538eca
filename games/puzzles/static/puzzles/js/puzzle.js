// @ts-check
// A puzzle.

import "../../site/js/site.js";
import "../../web/js/exercise.js";
