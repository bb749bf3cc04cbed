/** Reads a request's parameters: Stripe's bracketed forms (`card[number]=…`) and nested JSON become one tree of texts. */
import { invalidRequest } from "./stripe-refusal.ts";

/** Every leaf is text, as in a form. */
export interface ParameterTree {
  [name: string]: string | ParameterTree;
}

const MAX_DEPTH = 6;
const MAX_PARAMETERS = 200;
const KEY_PATTERN = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;

/**
 * Reads the fields of a form or query, or a JSON object: numbers and booleans become text, null becomes empty. Refuses
 * malformed names, a name that is both a text and a tree, trees that are too deep, and texts that a database cannot
 * store.
 */
export function parameterTree(given: unknown, depth = 1): ParameterTree {
  if (typeof given !== "object" || given === null || depth > MAX_DEPTH) {
    throw invalidRequest("The request body must be an object of parameters.");
  }
  // The object has no prototype, so that a name in a request cannot refer to an inherited property.
  const tree: ParameterTree = Object.create(null);
  const entries = Object.entries(given);
  if (entries.length > MAX_PARAMETERS) throw invalidRequest("Too many parameters.");
  for (const [key, value] of entries) {
    if (value === undefined) continue;
    const isTree = typeof value === "object" && value !== null;
    const read = isTree ? parameterTree(value, depth + 1) : String(value ?? "");
    if (typeof read === "string" && read.includes("\0"))
      throw invalidRequest(`Invalid parameter: ${key}`, { param: key });
    put(tree, key, read);
  }
  return tree;
}

function put(tree: ParameterTree, key: string, value: string | ParameterTree): void {
  const match = KEY_PATTERN.exec(key);
  if (!match) throw invalidRequest(`Invalid parameter name: ${key}`);
  const [, first = "", brackets = ""] = match;
  // `list[]=a&list[]=b` arrives as one list.
  const branches = [...brackets.replace(/\[\]$/, "").matchAll(/\[([^[\]]*)\]/g)].map(([, name = ""]) => name);
  if (branches.length >= MAX_DEPTH) throw invalidRequest(`Parameter is nested too deeply: ${key}`);
  const path = [first, ...branches];
  const last = path.pop() ?? "";
  let branch = tree;
  for (const name of path) {
    const next = branch[name] ?? Object.create(null);
    if (typeof next === "string") throw invalidRequest(`Invalid parameter: ${key}`, { param: key });
    branch[name] = next;
    branch = next;
  }
  if (typeof branch[last] === "object") throw invalidRequest(`Invalid parameter: ${key}`, { param: key });
  branch[last] = value;
}
