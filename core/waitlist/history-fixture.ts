/** Histories of the waitlist for tests of its proof, and proofs of them that are sealed without a database. */
import type { HoursOffered, WaitlistEvent } from "../booking/waitlist/waitlist-events.ts";
import { checkpointText } from "../transparency/checkpoint.ts";
import { entryBytes, type LogEntry } from "../transparency/entry.ts";
import { TEST_ORIGIN, testLogKey } from "../transparency/log-fixture.ts";
import { leafHash, rootOf } from "../transparency/merkle-tree.ts";
import { signNote } from "../transparency/signed-note.ts";
import { openTree } from "../transparency/tiles.ts";
import type { OrderProof } from "./proof.ts";

/** An event as a venue that lies could have sealed it, and when it was decided. */
export interface Happened {
  type: string;
  data: Readonly<Record<string, unknown>>;
  at: string;
}

type Wished = Partial<Extract<WaitlistEvent, { type: "WaitlistJoined" }>["data"]>;

export const personOf = (entryId: number): string =>
  `00000000-0000-4000-8000-${String(entryId).padStart(12, "0")}`;

/** 18:00 to 22:00 in New York on December 15 or 16, two hours, unless the wish says otherwise. */
export const joined = (entryId: number, wish: Wished = {}): Happened => ({
  type: "WaitlistJoined",
  data: {
    entryId,
    joinedAt: "2026-12-01T15:00:00.000Z",
    personId: personOf(entryId),
    userId: null,
    heldBy: "mailbox",
    roomIds: [3, 4],
    anyRoom: false,
    day: "2026-12-15",
    until: "2026-12-16",
    from: 18,
    to: 22,
    hours: 2,
    attendees: null,
    duration: "hourly",
    eventType: "Rehearsal",
    engineerRequired: false,
    ...wish,
  },
  at: "2026-12-01T15:00:00.000Z",
});

/** `hours`: on December 15, of New York's clock. `open`: each entry's number, or the number and why it was passed. */
export function offered(
  offer: Pick<HoursOffered, "entryId" | "bookingId" | "roomId">,
  [from, to]: [number, number],
  open: readonly (number | [number, string])[],
  changes: Partial<HoursOffered> = {},
): Happened {
  const instantOf = (hour: number) => new Date(Date.UTC(2026, 11, 15, hour + 5)).toISOString();
  const list = open.map((one) => (typeof one === "number" ? { id: one } : { id: one[0], why: one[1] }));
  const hours = { startTime: instantOf(from), endTime: instantOf(to), until: "2026-12-02T12:00:00.000Z" };
  return {
    type: "HoursOffered",
    data: { ...offer, ...hours, open: list, ...changes },
    at: "2026-12-02T00:00:00.000Z",
  };
}

export const answered = (type: string, entryId: number, bookingId: number): Happened => ({
  type,
  data: { entryId, bookingId },
  at: "2026-12-02T12:00:00.000Z",
});

export const left = (entryId: number, why: string, at = "2026-12-03T12:00:00.000Z"): Happened => ({
  type: "WaitlistLeft",
  data: { entryId, why },
  at,
});

/** The events with the numbers of their offers, unless they have some already. `before`: how many offers there were. */
export function numbered(history: readonly Happened[], before = 0): Happened[] {
  let offers = before;
  return history.map((happened) => {
    const { type, data } = happened;
    if (type === "WaitlistJoined") return { ...happened, data: { offersBefore: offers, ...data } };
    if (type !== "HoursOffered") return happened;
    offers += 1;
    return { ...happened, data: { number: offers, ...data } };
  });
}

const NO_FIT = "does not fit";
const OFFERED = "already offered";

const KEPT: readonly Happened[] = [
  joined(1, { from: 8, to: 9, hours: 1 }),
  joined(2),
  joined(3, { from: 9, to: 12, hours: 1 }),
  joined(4),
  offered({ entryId: 3, bookingId: 10, roomId: 3 }, [10, 11], [[1, NO_FIT], [2, NO_FIT], 3, 4]),
  offered({ entryId: 2, bookingId: 11, roomId: 3 }, [18, 20], [[1, NO_FIT], 2, 3, 4]),
  joined(5),
  offered(
    { entryId: 4, bookingId: 12, roomId: 4 },
    [19, 21],
    [[1, NO_FIT], [2, OFFERED], [3, OFFERED], 4, 5],
  ),
  answered("OfferLapsed", 2, 11),
  offered(
    { entryId: 5, bookingId: 13, roomId: 3 },
    [18, 20],
    [[1, NO_FIT], [2, OFFERED], [3, OFFERED], [4, OFFERED], 5],
  ),
  answered("OfferClaimed", 3, 10),
  offered({ entryId: 2, bookingId: 14, roomId: 4 }, [20, 22], [[1, NO_FIT], 2, 4, 5]),
  answered("OfferClaimed", 2, 14),
  offered({ entryId: 1, bookingId: 15, roomId: 3 }, [8, 9], [1, 4, 5]),
];

/** Entry 2 is passed because its wish does not fit, is offered hours and lets them lapse, and takes the second offer. */
export const KEPT_ORDER: readonly Happened[] = numbered(KEPT);

export const REASON = "The choir lost its hall";

/** The same, and staff offer hours that fit entry 2 to entry 4, with a reason. */
export const WITH_OVERRIDE: readonly Happened[] = numbered(
  KEPT.toSpliced(
    5,
    0,
    offered({ entryId: 4, bookingId: 9, roomId: 4 }, [18, 20], [1, 2, [3, OFFERED], 4], { override: REASON }),
  ),
);

/** As the call answers it. */
export type TestProof = Omit<OrderProof, "events"> & {
  timeZone: string;
  events: { index: number; entry: Record<string, unknown>; proof: string[] }[];
};

/**
 * The proof of an entry as the product makes it, over a log that has these events, numbered, and one of another stream before each.
 * `before`: how many events the waitlist had already.
 */
export async function sealedProof(
  happenings: readonly Happened[],
  { own = 2, size, before = 0 }: { own?: number; size?: number; before?: number } = {},
): Promise<TestProof> {
  const history = numbered(happenings);
  const entries = history.flatMap((happened, at) => [
    entryOf(
      { type: "Noted", data: { n: at }, at: happened.at },
      { index: 2 * at, version: at + 1, stream: "inquiry-1" },
    ),
    entryOf(happened, { index: 2 * at + 1, version: before + at + 1, stream: "waitlist-1" }),
  ]);
  const sealed = entries.slice(0, size);
  const hashes = sealed.map((entry) => leafHash(entryBytes(entry)));
  const tree = openTree(hashes.length, async (_level, first, count) => hashes.slice(first, first + count));
  const text = checkpointText({ origin: TEST_ORIGIN, size: hashes.length, root: rootOf(hashes) });
  const about = entries.filter(
    ({ stream, version }) => stream === "waitlist-1" && isAbout(version - before - 1, own, history),
  );
  const events: TestProof["events"] = [];
  for (const entry of about) {
    if (entry.index >= hashes.length) continue;
    const proof = (await tree.inclusion(entry.index)).map((hash) => hash.toString("base64"));
    events.push({ index: entry.index, entry: { ...entry }, proof });
  }
  return {
    checkpoint: signNote(text, testLogKey(1)(TEST_ORIGIN)),
    timeZone: "America/New_York",
    events,
    unsealed: about.length - events.length,
  };
}

const entryOf = (
  { type, data, at }: Happened,
  place: Pick<LogEntry, "index" | "version" | "stream">,
): LogEntry => ({
  ...place,
  type,
  schemaVersion: 1,
  data: JSON.parse(JSON.stringify(data)),
  meta: { actor: { kind: "system" }, requestId: "test" },
  commandId: `command-${place.index}`,
  occurredAt: at,
});

/** Its own events, and the offers between its joining and its end. */
function isAbout(at: number, own: number, history: readonly Happened[]): boolean {
  const happened = history[at];
  if (!happened) return false;
  const isOwn = ({ data }: Happened) => data.entryId === own;
  const begin = history.findIndex((one) => one.type === "WaitlistJoined" && isOwn(one));
  const end = history.findIndex((one) => /Claimed|Declined|Left/.test(one.type) && isOwn(one));
  return isOwn(happened) || (happened.type === "HoursOffered" && at > begin && (end < 0 || at < end));
}
