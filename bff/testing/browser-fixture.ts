/** A visitor's browser for tests of calls: it keeps the cookies that it is given and sends them with later calls. */
import { expect } from "vitest";
import type { HeldBooking } from "../contract/customer/held-booking.ts";
import type { Answer, VisitorWorld } from "./visitor-fixture.ts";

let customers = 0;

export function openBrowser(world: VisitorWorld) {
  const jar = new Map<string, string>();
  async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await world.call(path, {
      method,
      headers: { ...(cookie ? { cookie } : {}), "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (/Max-Age=0/i.test(set)) jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }
  return {
    jar,
    get: (path: string, headers?: Record<string, string>) => send("GET", path, undefined, headers),
    post: (path: string, body: unknown = {}, headers?: Record<string, string>) =>
      send("POST", path, body, headers),
    put: (path: string, body: unknown) => send("PUT", path, body),
    async book(changes: Record<string, unknown> = {}, headers?: Record<string, string>) {
      const answer = await send("POST", "/api/bookings", world.submission(changes), headers);
      if (answer.status !== 201) throw new Error(answer.text);
      return answer;
    },
    /** Registers a customer, who is then signed in. */
    async register() {
      customers += 1;
      const email = `holder-${customers}@example.test`;
      const password = "a long password";
      const person = { firstName: "Ada", lastName: "Byron" };
      const answer = await send("POST", "/api/auth/register", { email, password, ...person });
      if (answer.status !== 201) throw new Error(answer.text);
      return { id: Number(answer.body.user.id), email, password };
    },
    /** The open holds of this browser, at least as new as the last answer. */
    async held(after?: Answer) {
      const position = after?.headers.get("log-position");
      const { status, headers, body } = await send(
        "GET",
        "/api/bookings/held",
        undefined,
        position ? { "read-after": position } : {},
      );
      expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
      return body as HeldBooking[];
    },
  };
}
