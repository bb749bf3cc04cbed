/** Owns how a request's parameters are read: Stripe's bracketed forms (`card[number]=…`) and nested JSON become one tree of texts. */
import { invalidRequest } from "./stripe-refusal.ts";

/** Every leaf is text, as a form sends it. */
export interface ParameterTree {
  [name: string]: string | ParameterTree;
}

const MAX_DEPTH = 6;
const MAX_PARAMETERS = 200;
const KEY_PATTERN = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;

/** Reads a form or a query string. Refuses malformed names, a name that is both text and tree, and trees too deep to be meant. */
export function readForm(form: URLSearchParams): ParameterTree {
  const tree = emptyTree();
  let count = 0;
  for (const [key, value] of form) {
    count += 1;
    if (count > MAX_PARAMETERS) throw invalidRequest("Too many parameters.");
    put(tree, pathOf(key), value, key);
  }
  return tree;
}

/** Reads a JSON object as the same tree; numbers and booleans become their text, null becomes empty, as in a form. */
export function readJson(json: unknown): ParameterTree {
  return asTree(json, 1);
}

function pathOf(key: string): string[] {
  const match = KEY_PATTERN.exec(key);
  if (!match) throw invalidRequest(`Invalid parameter name: ${key}`);
  const rest = [...(match[2] ?? "").matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1] ?? "");
  const path = [match[1] ?? "", ...rest];
  if (path.length > MAX_DEPTH) throw invalidRequest(`Parameter is nested too deeply: ${key}`);
  return path;
}

function put(tree: ParameterTree, path: string[], value: string, key: string): void {
  let branch = tree;
  for (const [depth, part] of path.entries()) {
    // `list[]=a&list[]=b` numbers its entries itself.
    const name = part === "" ? String(Object.keys(branch).length) : part;
    const present = branch[name];
    if (depth === path.length - 1) {
      if (typeof present === "object") throw invalidRequest(`Invalid parameter: ${key}`, { param: key });
      branch[name] = value;
      return;
    }
    if (typeof present === "string") throw invalidRequest(`Invalid parameter: ${key}`, { param: key });
    const next = present ?? emptyTree();
    branch[name] = next;
    branch = next;
  }
}

function asTree(json: unknown, depth: number): ParameterTree {
  if (typeof json !== "object" || json === null || depth > MAX_DEPTH) {
    throw invalidRequest("The request body must be an object of parameters.");
  }
  const tree = emptyTree();
  for (const [name, value] of Object.entries(json)) {
    if (value === undefined) continue;
    tree[name] =
      typeof value === "object" && value !== null
        ? asTree(value, depth + 1)
        : value === null
          ? ""
          : String(value);
  }
  return tree;
}

/** Without a prototype, so that no name in a request can mean anything but itself. */
function emptyTree(): ParameterTree {
  const tree: ParameterTree = Object.create(null);
  return tree;
}
