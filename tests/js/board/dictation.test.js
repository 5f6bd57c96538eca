// @ts-check

import { dictated } from "../web/js/board/dictation.js";
import { equal, test } from "../testing.js";

const ENGLISH = { words_to: "to then goes", words_takes: "takes take removes and captures", words_numbers: "one two three four five six seven" };
const GERMAN = { words_to: "nach auf zu", words_takes: "schlägt nimmt und", words_numbers: "eins zwei drei vier fünf sechs sieben" };

/**
 * @param {string} text
 * @param {string[]} [legal]
 */
function english(text, legal) {
  return dictated(text, { texts: ENGLISH, legal });
}

test("the notation stays what it is", () => {
  for (const move of ["d6", "d6-f6", "d6xa1", "d6-f6xa1"]) equal(english(move), move);
});

test("capitals, spaces and other dashes are understood", () => {
  equal(english(" D6  F6 x A1 "), "d6-f6xa1");
  equal(english("d6 – f6"), "d6-f6");
  equal(english("d 6 > f 6 × a 1"), "d6-f6xa1");
});

test("words of the page's language are understood", () => {
  equal(english("d6 to f6 takes a1"), "d6-f6xa1");
  equal(dictated("d6 nach f6 schlägt a1", { texts: GERMAN }), "d6-f6xa1");
  equal(dictated("d6 to f6", { texts: GERMAN }), null);
});

test("numbers are understood as words", () => {
  equal(english("d six to f six"), "d6-f6");
  equal(dictated("d sechs nach f fünf", { texts: GERMAN }), "d6-f5");
});

test("two points are a step, unless only a placement that takes is legal", () => {
  equal(english("d6 f6"), "d6-f6");
  equal(english("d6 f6", ["d6xf6"]), "d6xf6");
  equal(english("d6 f6", ["d6xf6", "d6-f6"]), "d6-f6");
  equal(english("d6 takes f6"), "d6xf6");
});

test("what is no move is refused", () => {
  for (const text of ["", "hello", "d8", "h1", "d6 x", "x d6", "d6 f6 a1 g1", "d6 x f6 a1", "d6 and then"]) {
    equal([text, english(text)], [text, null]);
  }
});
