/**
 * Judges an answer to the fuzz: it must not be a 5xx, must have a documented status and body, and must contain nothing that its caller
 * may not see.
 */
import { Problem } from "../../bff/contract/problem.ts";
import type { Attempt } from "./attempts.ts";

export interface Answer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
}

/** Node itself refuses a head that is larger than this, in bytes. */
const HEAD_LIMIT = 14_000;

/** Everything that is wrong with an answer, one text each; empty if it is as documented. */
export function faultsOf(attempt: Attempt, answer: Answer): string[] {
  const { operation } = attempt;
  const { status, headers, text } = answer;
  if (status === 431 && headSize(attempt) > HEAD_LIMIT) return [];
  const faults: string[] = [];
  if (status >= 500) faults.push(`answers ${status}`);
  const promised = operation.answers.get(status);
  if (!promised) return [...faults, `answers ${status}, which it does not document`];
  if (headers["x-request-id"] === undefined || headers["x-content-type-options"] !== "nosniff") {
    faults.push("answers without its id or safety headers");
  }
  if (status < 300 && mayNot(attempt)) faults.push(`accepts a ${attempt.caller}`);
  const type = String(headers["content-type"] ?? "").replace(/;.*$/, "");
  if (promised.bodies.size === 0 && type === "" && text === "") return faults;
  if (!promised.bodies.has(type)) return [...faults, `answers ${status} as ${type || "nothing"}`];
  const schema = promised.bodies.get(type);
  if (!schema || !/\bjson$/.test(type)) return faults;
  const body = parsed(text);
  const read = schema.safeParse(body);
  if (!read.success) {
    const issues = read.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    faults.push(`answers ${status} with a body against its schema: ${issues.slice(0, 3).join("; ")}`);
  }
  if (status >= 400) faults.push(...problemFaults(body, status, promised.codes));
  return faults;
}

function problemFaults(body: unknown, status: number, codes: ReadonlySet<string>): string[] {
  const read = Problem.safeParse(body);
  if (!read.success) return [`answers ${status} without a problem`];
  const { code, status: said, message } = read.data;
  const faults: string[] = [];
  if (!codes.has(code)) faults.push(`answers ${status} as ${code}, which it does not document`);
  if (said !== status || message.trim() === "") faults.push(`answers a problem that does not say ${status}`);
  return faults;
}

/** Whether the documented codes of the operation mean that it must refuse this caller. */
function mayNot({ operation, caller }: Attempt): boolean {
  const codes = new Set([...operation.answers.values()].flatMap((promised) => [...promised.codes]));
  const outsider = caller === "visitor" || caller === "stranger";
  if (outsider) return codes.has("SessionRequired");
  if (caller === "customer") return codes.has("StaffOnly") && !codes.has("CustomersOnly");
  return codes.has("CustomersOnly") && !codes.has("StaffOnly");
}

const headSize = ({ path, headers }: Attempt): number =>
  path.length +
  Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);

/** Undefined if it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
