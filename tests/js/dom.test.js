// @ts-check

import { all, byId, byIdOrNull, clickedLink, field, formBody, one, oneOrNull, svgElement } from "./web/js/dom.js";
import { equal, test } from "./testing.js";

/** @param {() => unknown} body */
function faultOf(body) {
  try {
    body();
  } catch (error) {
    return error instanceof TypeError ? error.message : error;
  }
  return null;
}

test("an element that is not there, or is another one, is an error by name", () => {
  document.body.innerHTML = '<p id="here"></p>';
  equal(byId("here").tagName, "P");
  equal(faultOf(() => byId("gone")), "#gone is no HTMLElement");
  equal(faultOf(() => byId("here", HTMLInputElement)), "#here is no HTMLInputElement");
  equal(faultOf(() => one(document, "b")), "b is no HTMLElement");
});

test("an element that may be missing is null, but not another one", () => {
  document.body.innerHTML = '<p id="here"></p>';
  equal([byIdOrNull("gone"), oneOrNull(document, "b")], [null, null]);
  equal([byIdOrNull("here")?.tagName, oneOrNull(document, "p")?.id], ["P", "here"]);
  equal(faultOf(() => oneOrNull(document, "p", HTMLInputElement)), "p is no HTMLInputElement");
});

test("all elements are found in their order", () => {
  document.body.innerHTML = "<i>1</i><p><i>2</i></p>";
  equal(all(document.body, "i").map((found) => found.textContent), ["1", "2"]);
});

test("fields are found by name or id, radio buttons together", () => {
  document.body.innerHTML =
    '<form><input name="a" value="1"><input id="b" value="2"><input type="radio" name="c" value="3" checked><input type="radio" name="c"></form>';
  const form = one(document, "form", HTMLFormElement);
  equal([field(form, "a").value, field(form, "b").value, field(form, "c", RadioNodeList).value], ["1", "2", "3"]);
  equal(formBody(form).toString(), "a=1&c=3");
});

test("an element of a drawing is made with its attributes", () => {
  equal(svgElement("line", { class: "mill", x1: 62 }).outerHTML, '<line class="mill" x1="62"></line>');
});

test("a plain click on a link follows it, and no other click does", () => {
  document.body.innerHTML = '<a href="#x"><b>d6</b></a>';
  const inner = one(document, "b");
  /** @type {unknown[]} */
  const followed = [];
  /** @param {MouseEvent} event */
  const listen = (event) => followed.push(clickedLink(event, "a[href]")?.getAttribute("href") ?? null);
  document.body.addEventListener("click", listen);
  for (const keys of [{}, { ctrlKey: true }, { metaKey: true }, { shiftKey: true }]) {
    inner.dispatchEvent(new MouseEvent("click", { bubbles: true, ...keys }));
  }
  document.body.dispatchEvent(new MouseEvent("click"));
  document.body.removeEventListener("click", listen);
  equal(followed, ["#x", null, null, null, null]);
});
