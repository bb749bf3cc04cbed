/** A venue with an admin, a receiver and webhooks for tests; every webhook that a test has made ends with it. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { LOOPBACK } from "../../../core/platform/config/loopback.ts";
import { type Received, type Receiver, startReceiver } from "../../../core/webhook/receiver-fixture.ts";
import { addJobs } from "../../../projections/engine/wake-followers.ts";
import { WEBHOOK_JOB } from "../../../projections/open/webhook-tasks.ts";
import { type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";

/** What happens in other processes is waited for this long. */
export const PATIENCE = { timeout: 10_000, interval: 20 };

export const eventOf = ({ text }: Received) => JSON.parse(text);
export const typesOf = (received: readonly Received[]): string[] => received.map((one) => eventOf(one).type);

/** The world begins before the tests of the file that calls this, and ends after them. */
export function webhookWorld() {
  let world: StaffWorld;
  let username: string;
  let admin: string;
  let receiver: Receiver;
  let made: number[];

  beforeAll(async () => {
    world = await startStaffWorld({ webhookAllow: [...LOOPBACK] });
    ({ username } = await world.hire("admin"));
    admin = await world.logIn(username);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    receiver = await startReceiver();
    made = [];
  });
  afterEach(async () => {
    for (const id of made) await ask("DELETE", `/api/webhooks/${id}`);
    await receiver.close();
  });

  const ask = (method: "GET" | "POST" | "PATCH" | "DELETE", path: string, body?: object) =>
    world.call(path, { method, token: admin, body });

  return {
    get world() {
      return world;
    },
    get receiver() {
      return receiver;
    },
    /** A call of the admin's. */
    ask,
    async make(given: object = {}): Promise<{ id: number; secret: string }> {
      const answer = await ask("POST", "/api/webhooks", { url: receiver.url, events: ["*"], ...given });
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      made.push(answer.body.id);
      return answer.body;
    },
    /** The receiver has got so many requests. */
    gets: (count: number) => expect.poll(() => receiver.received.length, PATIENCE).toBe(count),
    deliveriesOf: async (id: number, query = "") =>
      (await ask("GET", `/api/webhooks/${id}/deliveries${query}`)).body.deliveries,
    /** The clock goes on, and the worker looks again, as its own jobs make it do by a real clock. */
    async later(minutes: number): Promise<void> {
      world.clock.advanceMinutes(minutes);
      // Sessions end within a day.
      if (minutes > 60) admin = await world.logIn(username);
      await addJobs(world.sql, [WEBHOOK_JOB]);
    },
  };
}
