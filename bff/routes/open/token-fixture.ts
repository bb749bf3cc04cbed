/** A venue with an admin who makes tokens, for tests. The world begins before the tests of the file that calls this, and ends after them. */
import { afterAll, beforeAll, expect } from "vitest";
import type { TokenScope } from "../../../core/token/scopes.ts";
import { type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";

export function tokenWorld() {
  let world: StaffWorld;
  let admin: string;
  let made = 0;

  beforeAll(async () => {
    world = await startStaffWorld();
    admin = await world.logIn((await world.hire("admin")).username);
  });
  afterAll(() => world.close());

  return {
    get world() {
      return world;
    },
    /** The admin's session. */
    get admin() {
      return admin;
    },
    async make(
      scopes: readonly TokenScope[],
      { expiresOn = "2027-12-31", headers }: { expiresOn?: string; headers?: Record<string, string> } = {},
    ): Promise<{ id: number; token: string; name: string }> {
      made += 1;
      const body = { name: `Program ${made}`, scopes, expiresOn };
      const answer = await world.call("/api/tokens", {
        method: "POST",
        token: admin,
        body,
        ...(headers ? { headers } : {}),
      });
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return answer.body;
    },
    end: (id: number) => world.call(`/api/tokens/${id}`, { method: "DELETE", token: admin }),
    /** As the list of tokens has it. */
    listed: async (id: number) =>
      (await world.call("/api/tokens", { token: admin })).body.find((one: { id: number }) => one.id === id),
  };
}
