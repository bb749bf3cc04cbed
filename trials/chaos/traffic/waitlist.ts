/** Scenarios of visitors who wait for taken hours: join, look, take an offer by paying, decline it, leave, and check the order. */
import { BOOKING_OPERATIONS, book, PAYMENT_OPERATIONS } from "./booking-calls.ts";
import type { Scenario, ScenarioContext } from "./scenario.ts";
import type { KnownEntry } from "./shared-state.ts";
import {
  DECLINE,
  ENTRY,
  JOIN,
  joinFor,
  PROOF,
  payOffer,
  RELEASE,
  readEntry,
  TAKE,
  takenHours,
  WITHDRAW,
} from "./waitlist-calls.ts";

/** How many wait for the hours of one hold before it is released. */
const MOST_IN_QUEUE = 3;

/** A hold that is released while others wait for its hours: those who waited, in order. */
async function freedForQueue(who: ScenarioContext): Promise<KnownEntry[]> {
  const { client } = who;
  const held = await book(who);
  if (!held) return [];
  const queue: KnownEntry[] = [];
  for (let n = client.random.between(1, MOST_IN_QUEUE); n > 0; n -= 1) {
    const entry = await joinFor(who, held, { whole: client.random.chance(0.6) });
    if (entry) queue.push(entry);
  }
  await client.call(RELEASE, { params: { id: held.id }, body: {}, repeatable: true });
  return queue;
}

const QUEUED = [...BOOKING_OPERATIONS, JOIN, RELEASE, ENTRY];

/** Does `act` with each entry of a queue that is offered something. */
async function withOffered(
  who: ScenarioContext,
  act: (entry: KnownEntry, offered: NonNullable<Awaited<ReturnType<typeof readEntry>>>) => Promise<unknown>,
): Promise<void> {
  for (const entry of await freedForQueue(who)) {
    const read = await readEntry(who, entry);
    if (read?.state === "offered") await act(entry, read);
  }
}

export const waitlistScenarios: readonly Scenario[] = [
  {
    name: "waits for hours that are taken, and looks again",
    weight: 8,
    operations: [JOIN, ENTRY],
    async run(who) {
      const taken = await takenHours(who);
      const entry = taken && (await joinFor(who, taken, { whole: who.client.random.chance(0.4) }));
      if (entry) await readEntry(who, entry);
    },
  },
  {
    name: "looks at the page of an entry, pays what is offered or lets it go",
    weight: 4,
    operations: [ENTRY],
    async run(who) {
      const { client, world } = who;
      const entry = world.anyEntry(client.random);
      const read = entry && (await readEntry(who, entry));
      if (!entry || read?.state !== "offered") return;
      const params = { token: entry.token };
      if (client.random.chance(0.4)) await payOffer(who, entry, read);
      else if (client.random.chance(0.6)) await client.call(DECLINE, { params, repeatable: true });
    },
  },
  {
    name: "is offered the hours of a hold that was released, and pays",
    weight: 4,
    operations: [...QUEUED, ...PAYMENT_OPERATIONS, "GET /api/guest/{token}", TAKE],
    run: (who) =>
      withOffered(who, async (entry, read) => {
        if (!(await payOffer(who, entry, read))) return;
        // Once it is paid, the button of the page has nothing left to do.
        await who.client.call(TAKE, { params: { token: entry.token }, repeatable: true });
        await readEntry(who, entry);
      }),
  },
  {
    name: "declines offers, which go to the next",
    weight: 4,
    operations: [...QUEUED, DECLINE],
    run: (who) =>
      withOffered(who, async (entry) => {
        await who.client.call(DECLINE, { params: { token: entry.token }, repeatable: true });
        await readEntry(who, entry);
      }),
  },
  {
    name: "leaves the waitlist",
    weight: 3,
    operations: [...BOOKING_OPERATIONS, JOIN, WITHDRAW, ENTRY],
    async run(who) {
      const held = await book(who);
      const entry = (held && (await joinFor(who, held))) ?? who.world.anyEntry(who.client.random);
      if (!entry) return;
      await who.client.call(WITHDRAW, { params: { token: entry.token }, repeatable: true });
      await readEntry(who, entry);
    },
  },
  {
    name: "tries to take an offer that is to be paid, and reads the proof of the order",
    weight: 2,
    operations: [...QUEUED, PROOF],
    run: (who) =>
      withOffered(who, async ({ token }) => {
        await who.client.call(TAKE, { params: { token }, repeatable: true });
        await who.client.call(PROOF, { params: { token } });
      }),
  },
];
