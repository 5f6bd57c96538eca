// @ts-check
// Tests of modules, as tests/js/test_modules.py runs them: all of them in one page, each with a fresh browser storage,
// address and body.

/** @typedef {() => void | Promise<void>} Body */

/** @type {Map<string, Body>} */
let registered = new Map();

/**
 * Registers a test. Its name stands in double quotes in the line of the call: pytest collects the tests by that.
 * @param {string} name
 * @param {Body} body
 */
export function test(name, body) {
  if (registered.has(name)) throw new Error(`two tests are named ${name}`);
  registered.set(name, body);
}

/**
 * Fails unless both are the same value: of objects, maps and arrays their content counts, of sets not their order.
 * @template T
 * @param {T} actual
 * @param {T} expected
 */
export function equal(actual, expected) {
  const [found, wanted] = [shown(actual), shown(expected)];
  if (found !== wanted) throw new Error(`\n  found:    ${found}\n  expected: ${wanted}`);
}

/**
 * A value as text, the same for what is equal.
 * @param {unknown} value
 * @returns {string}
 */
function shown(value) {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(shown).join(", ")}]`;
  if (value instanceof Set) return `Set {${[...value].map(shown).sort().join(", ")}}`;
  if (value instanceof Map) return `Map {${entries([...value])}}`;
  return `{${entries(Object.entries(value))}}`;
}

/** @param {[unknown, unknown][]} pairs */
function entries(pairs) {
  return pairs.map(([key, value]) => `${shown(key)}: ${shown(value)}`).sort().join(", ");
}

/**
 * Runs the tests of the files. The answer has each test's fault by file and name, null for a test that passed; of a file
 * that cannot be loaded, its fault by the empty name.
 * @param {string[]} files
 */
export async function run(files) {
  /** @type {Record<string, Record<string, string | null>>} */
  const faults = {};
  for (const file of files) {
    registered = new Map();
    const fault = await faultOf(() => import(`./${file}`));
    faults[file] = fault === null ? await faultsOf(registered) : { "": fault };
  }
  return faults;
}

/** @param {Map<string, Body>} tests */
async function faultsOf(tests) {
  /** @type {Record<string, string | null>} */
  const faults = {};
  for (const [name, body] of tests) {
    localStorage.clear();
    history.replaceState(null, "", "/");
    document.body.replaceChildren();
    faults[name] = await faultOf(body);
  }
  return faults;
}

/** @param {() => unknown} body */
async function faultOf(body) {
  try {
    await body();
    return null;
  } catch (error) {
    if (!(error instanceof Error)) return String(error);
    const lines = (error.stack ?? error.message).split("\n");
    return lines.filter((line) => !/\/testing\.js|<anonymous>/.test(line)).join("\n");
  }
}
