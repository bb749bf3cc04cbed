/** Shows that the browser and `verify-log.mjs` say the same of proofs of the waitlist's order, and find every forgery. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { newCosigner } from "../../../../core/transparency/cosigner-fixture.ts";
import { TEST_ORIGIN, testLogKey } from "../../../../core/transparency/log-fixture.ts";
import { parseNote, signNote } from "../../../../core/transparency/signed-note.ts";
import {
  answered,
  type Happened,
  joined,
  KEPT_ORDER,
  left,
  offered,
  REASON,
  sealedProof,
  type TestProof,
  WITH_OVERRIDE,
} from "../../../../core/waitlist/history-fixture.ts";
import { checkOrderProof } from "./order-proof-check.ts";

const CHECKER = join(import.meta.dirname, "../../../../bff/routes/visitor/verify-log.mjs");
const VKEY = testLogKey(1)(TEST_ORIGIN).vkey;

const folder = mkdtempSync(join(tmpdir(), "hub-order-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function runChecker(proof: unknown, ...words: string[]): Promise<{ code: number; lines: string[] }> {
  const file = join(folder, "proof.json");
  writeFileSync(file, JSON.stringify(proof));
  const args = [CHECKER, ...words, "--waitlist", file];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, lines: `${stdout}${stderr}`.trim().split("\n") }),
    );
  });
}

/** A fault of the checkpoint is worded by each checker itself. */
const alike = (faults: readonly string[]) =>
  faults.map((fault) => (fault.startsWith("checkpoint") ? "checkpoint" : fault));

/** The faults that both checkers find. */
async function faultsOf(proof: TestProof, vkey = VKEY): Promise<readonly string[]> {
  const { faults } = await checkOrderProof(proof, [vkey]);
  const { code, lines } = await runChecker(proof, "--key", vkey);
  const found = lines
    .filter((line) => line.startsWith("fault: "))
    .map((line) => line.slice("fault: ".length));
  expect(alike(found)).toEqual(alike(faults));
  expect(code).toBe(faults.length > 0 ? 1 : 0);
  return faults;
}

describe("a proof of the order", () => {
  it("says that the order was kept, and why offers passed the entry", async () => {
    const proof = await sealedProof(KEPT_ORDER);
    expect(await faultsOf(proof)).toEqual([]);
    expect(await runChecker(proof, "--key", VKEY)).toEqual({
      code: 0,
      lines: [
        "served in order",
        "passed: 2026-12-02T00:00:00.000Z, room 3 from 2026-12-15T15:00:00.000Z to 2026-12-15T16:00:00.000Z, for entry 3: does not fit",
        "passed: 2026-12-02T00:00:00.000Z, room 4 from 2026-12-16T00:00:00.000Z to 2026-12-16T02:00:00.000Z, for entry 4: already offered",
        "passed: 2026-12-02T00:00:00.000Z, room 3 from 2026-12-15T23:00:00.000Z to 2026-12-16T01:00:00.000Z, for entry 5: already offered",
        "verified 8 events",
      ],
    });
    const { entryId, passes, overrides } = await checkOrderProof(proof, [VKEY]);
    expect({ entryId, overrides }).toEqual({ entryId: 2, overrides: [] });
    expect(passes.map(({ servedId, why }) => [servedId, why])).toEqual([
      [3, "does not fit"],
      [4, "already offered"],
      [5, "already offered"],
    ]);
  });

  it("names the entries that staff passed over, with the reason and the instant", async () => {
    const proof = await sealedProof(WITH_OVERRIDE);
    expect(await faultsOf(proof)).toEqual([]);
    const { code, lines } = await runChecker(proof, "--key", VKEY);
    expect({ code, first: lines[0] }).toEqual({
      code: 0,
      first: `passed over by staff: entry 2, entry 3, for entry 4 at 2026-12-02T00:00:00.000Z: ${REASON}`,
    });
    expect(lines).not.toContain("served in order");
    const { overrides } = await checkOrderProof(proof, [VKEY]);
    expect(overrides).toMatchObject([{ servedId: 4, passedIds: [2, 3], reason: REASON, roomId: 4 }]);
  });

  it("counts an entry as passed over by staff if the reason for passing it does not hold", async () => {
    const open: Parameters<typeof offered>[2] = [[1, "does not fit"], [2, "does not fit"], 3];
    const history = [
      joined(1),
      joined(2),
      joined(3),
      offered({ entryId: 3, bookingId: 9, roomId: 3 }, [18, 20], open, { override: REASON }),
    ];
    const proof = await sealedProof(history);
    expect(await faultsOf(proof)).toEqual([]);
    expect((await checkOrderProof(proof, [VKEY])).overrides).toMatchObject([{ servedId: 3, passedIds: [2] }]);
    expect((await runChecker(proof, "--key", VKEY)).lines[0]).toMatch(
      /^passed over by staff: entry 2, for entry 3 at /,
    );
  });

  it.each<[string, readonly Happened[], number]>([
    [
      "an entry that pays a lapsed offer late",
      [
        joined(2),
        offered({ entryId: 2, bookingId: 1, roomId: 3 }, [18, 20], [2]),
        answered("OfferLapsed", 2, 1),
        answered("OfferClaimed", 2, 1),
      ],
      2,
    ],
    [
      "an entry for which any room will do: one that it does not list may not suit",
      [
        joined(2, { anyRoom: true }),
        joined(3),
        offered({ entryId: 3, bookingId: 1, roomId: 7 }, [18, 20], [[2, "does not fit"], 3]),
        offered({ entryId: 2, bookingId: 2, roomId: 8 }, [18, 20], [2, 3]),
      ],
      2,
    ],
    ["an entry to which nothing was offered", [joined(1), joined(2)], 2],
    ["the entry that is served before all", KEPT_ORDER, 1],
    ["an entry that joined later", KEPT_ORDER, 5],
    ["an entry that withdrew", [joined(1), joined(2), left(2, "withdrawn")], 2],
    ["an entry whose last day passed", [joined(2), left(2, "over", "2026-12-17T06:00:00.000Z")], 2],
    [
      "an entry that let two offers lapse",
      [
        joined(2),
        offered({ entryId: 2, bookingId: 1, roomId: 3 }, [18, 20], [2]),
        answered("OfferLapsed", 2, 1),
        offered({ entryId: 2, bookingId: 2, roomId: 3 }, [19, 21], [2]),
        answered("OfferLapsed", 2, 2),
        left(2, "lapses"),
      ],
      2,
    ],
    [
      "an entry that fits only in hours that it had let lapse",
      [
        joined(2, { hours: 1, to: 19 }),
        joined(3, { hours: 2 }),
        offered({ entryId: 2, bookingId: 1, roomId: 3 }, [18, 19], [2, 3]),
        answered("OfferLapsed", 2, 1),
        offered({ entryId: 3, bookingId: 2, roomId: 3 }, [18, 20], [[2, "does not fit"], 3]),
      ],
      2,
    ],
  ])("is valid for %s", async (_, history, own) => {
    expect(await faultsOf(await sealedProof(history, { own }))).toEqual([]);
  });

  it("covers what is sealed, and counts the rest", async () => {
    const proof = await sealedProof(KEPT_ORDER, { size: 14 });
    expect(await faultsOf(proof)).toEqual([]);
    const { lines } = await runChecker(proof, "--key", VKEY);
    expect(lines.slice(-2)).toEqual(["5 newer events are in no checkpoint yet", "verified 3 events"]);
  });

  it("needs the countersignature of a witness that is asked for", async () => {
    const proof = await sealedProof(KEPT_ORDER);
    const { vkey } = newCosigner("witness.example/w1");
    expect(await runChecker(proof, "--key", VKEY, "--witness", vkey)).toEqual({
      code: 1,
      lines: ["fault: checkpoint: witness.example/w1 has not countersigned it", "1 faults"],
    });
  });
});

const dataOf = (proof: TestProof, at: number) => proof.events[at]?.entry.data as Record<string, unknown>;
const openOf = (proof: TestProof, at: number) => dataOf(proof, at).open as { id: number; why?: string }[];
const NOT_SEALED = /^event \d+ waitlist-1 v\d+: is not what the checkpoint of \d+ holds$/;

/** In the proof of `WITH_OVERRIDE`, event 0 is the joining, 1 an offer that passed, 2 the override, 3 the own offer, 5 the lapse. */
describe("a proof that was changed", () => {
  it.each<{ what: string; change(proof: TestProof): void; found: RegExp }>([
    { what: "a reason removed", change: (proof) => delete openOf(proof, 1)[0]?.why, found: NOT_SEALED },
    {
      what: "a reason changed",
      change: (proof) => Object.assign(openOf(proof, 1)[1] ?? {}, { why: "already offered" }),
      found: NOT_SEALED,
    },
    { what: "an entry removed", change: (proof) => openOf(proof, 1).shift(), found: NOT_SEALED },
    {
      what: "the order of the list changed",
      change: (proof) => openOf(proof, 1).reverse(),
      found: NOT_SEALED,
    },
    {
      what: "the served entry changed",
      change: (proof) => Object.assign(dataOf(proof, 1), { entryId: 4 }),
      found: NOT_SEALED,
    },
    {
      what: "the offer's hours changed",
      change: (proof) => Object.assign(dataOf(proof, 1), { startTime: "2026-12-15T14:00:00.000Z" }),
      found: NOT_SEALED,
    },
    {
      what: "the offer's room changed",
      change: (proof) => Object.assign(dataOf(proof, 1), { roomId: 5 }),
      found: NOT_SEALED,
    },
    {
      what: "the wish changed",
      change: (proof) => Object.assign(dataOf(proof, 0), { hours: 3 }),
      found: NOT_SEALED,
    },
    {
      what: "the own number changed",
      change: (proof) => Object.assign(dataOf(proof, 0), { entryId: 3 }),
      found: NOT_SEALED,
    },
    { what: "the override removed", change: (proof) => delete dataOf(proof, 2).override, found: NOT_SEALED },
    {
      what: "the override's reason changed",
      change: (proof) => Object.assign(dataOf(proof, 2), { override: "An error" }),
      found: NOT_SEALED,
    },
    {
      what: "when it was decided changed",
      change: ({ events }) =>
        Object.assign(events[2]?.entry ?? {}, { occurredAt: "2026-12-03T00:00:00.000Z" }),
      found: NOT_SEALED,
    },
    {
      what: "who decided changed",
      change: ({ events }) => Object.assign(events[2]?.entry ?? {}, { meta: {} }),
      found: NOT_SEALED,
    },
    {
      what: "a field added",
      change: ({ events }) => Object.assign(events[2]?.entry ?? {}, { note: "true" }),
      found: NOT_SEALED,
    },
    {
      what: "its version changed",
      change: ({ events }) => Object.assign(events[2]?.entry ?? {}, { version: 5 }),
      found: NOT_SEALED,
    },
    {
      what: "its place changed",
      change: ({ events }) => Object.assign(events[2] ?? {}, { index: 13 }),
      found: NOT_SEALED,
    },
    {
      what: "its place changed, in the event too",
      change: ({ events }) => {
        Object.assign(events[2] ?? {}, { index: 13 });
        Object.assign(events[2]?.entry ?? {}, { index: 13 });
      },
      found: NOT_SEALED,
    },
    {
      what: "a place that is none",
      change: ({ events }) => Object.assign(events[2] ?? {}, { index: -1 }),
      found: /^event 3 of the file: is not an event of a log$/,
    },
    {
      what: "a hash changed",
      change: ({ events }) => events[2]?.proof.splice(0, 1, `${"A".repeat(43)}=`),
      found: NOT_SEALED,
    },
    { what: "a hash left out", change: ({ events }) => events[2]?.proof.pop(), found: NOT_SEALED },
    {
      what: "a hash added",
      change: ({ events }) => events[2]?.proof.push(`${"A".repeat(43)}=`),
      found: NOT_SEALED,
    },
    {
      what: "no hashes",
      change: ({ events }) => Object.assign(events[2] ?? {}, { proof: null }),
      found: /^event 3 of the file: is not an event of a log$/,
    },
    {
      what: "no event",
      change: ({ events }) => Object.assign(events, { 2: null }),
      found: /^event 3 of the file: is not an event of a log$/,
    },
    {
      what: "two events exchanged",
      change: ({ events }) => events.splice(1, 2, ...events.slice(1, 3).reverse()),
      found: /^event 9 waitlist-1 v5: comes after event 11 waitlist-1 v6$/,
    },
    {
      what: "an event twice",
      change: ({ events }) => events.splice(2, 0, ...events.slice(2, 3)),
      found: /^event 11 waitlist-1 v6: comes after event 11 waitlist-1 v6$/,
    },
    {
      what: "the joining left out",
      change: ({ events }) => events.shift(),
      found: /^the file has 0 entries that joined; it must have one$/,
    },
    {
      what: "the own offer left out",
      change: ({ events }) => events.splice(3, 1),
      found: /entry 2 was passed over: no offer to it was open$/,
    },
    {
      what: "the lapse left out",
      change: ({ events }) => events.splice(5, 1),
      found: /^event 25 waitlist-1 v13: entry 2 had booking 11 already$/,
    },
    {
      what: "the checkpoint's size changed",
      change: (proof) => {
        proof.checkpoint = proof.checkpoint.replace("\n30\n", "\n31\n");
      },
      found: /^checkpoint/,
    },
    {
      what: "the checkpoint's root changed",
      change: (proof) => {
        proof.checkpoint = proof.checkpoint.replace(/\n[^\n]{44}\n/, `\n${"A".repeat(43)}=\n`);
      },
      found: /^checkpoint/,
    },
    {
      what: "the checkpoint signed with another key",
      change: (proof) => {
        proof.checkpoint = signNote(parseNote(proof.checkpoint)?.text ?? "", testLogKey(9)(TEST_ORIGIN));
      },
      found: /^checkpoint/,
    },
    {
      what: "no checkpoint",
      change: (proof) => {
        proof.checkpoint = "none";
      },
      found: /^checkpoint/,
    },
    {
      what: "the time zone changed",
      change: (proof) => {
        proof.timeZone = "Asia/Tokyo";
      },
      found: /: booking 11 is not what entry 2 wishes for$/,
    },
    {
      what: "a time zone that is none",
      change: (proof) => {
        proof.timeZone = "Nowhere";
      },
      found: /^the file has no time zone of a venue: Nowhere$/,
    },
  ])("$what", async ({ change, found }) => {
    const proof = await sealedProof(WITH_OVERRIDE);
    change(proof);
    expect(await faultsOf(proof)).toEqual(expect.arrayContaining([expect.stringMatching(found)]));
  });

  it("is refused with the key of another log", async () => {
    const [fault] = await faultsOf(await sealedProof(KEPT_ORDER), testLogKey(9)(TEST_ORIGIN).vkey);
    expect(fault).toMatch(/^checkpoint/);
  });

  it("has no events of another proof", async () => {
    const [own, foreign] = [await sealedProof(KEPT_ORDER), await sealedProof(KEPT_ORDER, { own: 4 })];
    const [join] = foreign.events;
    if (!join) throw new Error("no event");
    own.events.splice(1, 0, join);
    expect(await faultsOf(own)).toEqual(["the file has 2 entries that joined; it must have one"]);
    own.events.splice(0, 1);
    expect(await faultsOf(own)).toContain("event 17 waitlist-1 v9: is not about entry 4");
  });
});

const twoWait = [joined(1), joined(2), joined(3)];
const toThree = { entryId: 3, bookingId: 20, roomId: 3 };
const toTwo = { entryId: 2, bookingId: 21, roomId: 3 };
const EVENING: [number, number] = [18, 20];

/** Whatever the venue seals is in the log; so each of these proofs is true, and the order is not kept. */
describe("a venue that passes an entry over", () => {
  it.each<{ what: string; history: readonly Happened[]; found: string[] }>([
    {
      what: "without a reason",
      history: [...twoWait, offered(toThree, EVENING, [[1, "does not fit"], 2, 3])],
      found: ["event 7 waitlist-1 v4: entry 2 was passed over: no reason is given"],
    },
    {
      what: "another entry, without a reason",
      history: [...twoWait, offered(toTwo, EVENING, [1, 2, 3])],
      found: ["event 7 waitlist-1 v4: entry 1 was passed over: no reason is given"],
    },
    {
      what: "for a reason that does not count",
      history: [...twoWait, offered(toTwo, EVENING, [[1, "is late"], 2, 3])],
      found: ['event 7 waitlist-1 v4: entry 1 was passed over: "is late" is no reason'],
    },
    {
      what: "although its wish fits",
      history: [...twoWait, offered(toThree, EVENING, [[1, "does not fit"], [2, "does not fit"], 3])],
      found: ["event 7 waitlist-1 v4: entry 2 was passed over: its wish fits these hours"],
    },
    {
      what: "although its shorter wish fits",
      history: [
        joined(2, { hours: 1, from: 19, to: 20 }),
        joined(3),
        offered(toThree, EVENING, [[2, "does not fit"], 3]),
      ],
      found: ["event 5 waitlist-1 v3: entry 2 was passed over: its wish fits these hours"],
    },
    {
      what: "although its wish fits hours that it once let lapse",
      history: [
        joined(2),
        joined(3),
        offered(toTwo, EVENING, [2, 3]),
        answered("OfferLapsed", 2, 21),
        offered(toThree, EVENING, [[2, "does not fit"], 3]),
      ],
      found: ["event 9 waitlist-1 v5: entry 2 was passed over: its wish fits these hours"],
    },
    {
      what: "as already offered, with no offer",
      history: [...twoWait, offered(toThree, EVENING, [[1, "does not fit"], [2, "already offered"], 3])],
      found: ["event 7 waitlist-1 v4: entry 2 was passed over: no offer to it was open"],
    },
    {
      what: "as already offered, after it let other hours lapse",
      history: [
        joined(2),
        joined(3),
        offered(toTwo, EVENING, [2, 3]),
        answered("OfferLapsed", 2, 21),
        offered(toThree, [20, 22], [[2, "already offered"], 3]),
      ],
      found: ["event 9 waitlist-1 v5: entry 2 was passed over: no offer to it was open"],
    },
    {
      what: "that joined later, as already offered, with no offer",
      history: [
        joined(2),
        joined(3),
        joined(4),
        offered({ ...toThree, entryId: 4 }, [9, 11], [[2, "does not fit"], [3, "already offered"], 4]),
      ],
      found: ["event 7 waitlist-1 v4: entry 3 was passed over: no offer to it was made"],
    },
    {
      what: "by leaving it out of the list",
      history: [...twoWait, offered(toThree, EVENING, [[1, "does not fit"], 3])],
      found: ["event 7 waitlist-1 v4: entry 2 was passed over: it is not in the list of who waited"],
    },
    {
      what: "another one, by leaving it out of one list",
      history: [
        ...twoWait,
        offered({ ...toThree, roomId: 5 }, EVENING, [[2, "does not fit"], 3]),
        offered({ ...toThree, roomId: 6 }, EVENING, [[1, "does not fit"], [2, "does not fit"], 3]),
      ],
      found: ["event 7 waitlist-1 v4: entry 1 was passed over: it is not in the list of who waited"],
    },
    {
      what: "by another order",
      history: [...twoWait, offered(toThree, EVENING, [3, 1, 2])],
      found: ["event 7 waitlist-1 v4: its list is not in the order of the log"],
    },
    {
      what: "by serving who does not wait",
      history: [
        ...twoWait,
        offered(
          { ...toThree, entryId: 9 },
          [9, 11],
          [
            [1, "does not fit"],
            [2, "does not fit"],
            [3, "does not fit"],
          ],
        ),
      ],
      found: ["event 7 waitlist-1 v4: entry 9 is not in the list of who waited"],
    },
    {
      what: "by staff, without saying why",
      history: [...twoWait, offered(toThree, EVENING, [1, 2, 3], { override: " " })],
      found: ["event 7 waitlist-1 v4: staff gave no reason"],
    },
    {
      what: "by offering it what it does not wish for",
      history: [...twoWait, offered(toTwo, [9, 11], [[1, "does not fit"], 2, 3])],
      found: ["event 7 waitlist-1 v4: booking 21 is not what entry 2 wishes for"],
    },
    {
      what: "by ending its offer early",
      history: [
        joined(2),
        offered(toTwo, EVENING, [2]),
        { ...answered("OfferLapsed", 2, 21), at: "2026-12-02T11:00:00.000Z" },
      ],
      found: ["event 5 waitlist-1 v3: the offer ran until 2026-12-02T12:00:00.000Z"],
    },
    {
      what: "by taking it off after one lapse",
      history: [joined(2), offered(toTwo, EVENING, [2]), answered("OfferLapsed", 2, 21), left(2, "lapses")],
      found: ["event 7 waitlist-1 v4: entry 2 was taken off the waitlist after 1 lapses"],
    },
    {
      what: "by taking it off before its last day",
      history: [joined(2), left(2, "over", "2026-12-15T12:00:00.000Z")],
      found: ["event 3 waitlist-1 v2: entry 2 was taken off the waitlist before 2026-12-16"],
    },
    {
      what: "by an answer to no offer",
      history: [joined(2), answered("OfferDeclined", 2, 21)],
      found: ["event 3 waitlist-1 v2: no offer of booking 21 to entry 2 was open"],
    },
    {
      what: "in events that cannot be read",
      history: [joined(2), { ...offered(toTwo, EVENING, [2]), type: "HoursGiven" }],
      found: ["event 3 waitlist-1 v2: cannot be read"],
    },
  ])("$what", async ({ history, found }) => {
    expect(await faultsOf(await sealedProof(history))).toEqual(found);
  });

  it("is not found by the file alone if a whole offer is left out; the list of the next one may show it", async () => {
    const proof = await sealedProof([...twoWait, offered(toThree, EVENING, [[1, "does not fit"], 2, 3])]);
    proof.events.pop();
    expect(await faultsOf(proof)).toEqual([]);
  });
});
