/** Shows that both checkers find every change of a proof's file: it is not what the log's key signed, or is not complete. */
import { describe, expect, it } from "vitest";
import { TEST_ORIGIN, testLogKey } from "../../../../core/transparency/log-fixture.ts";
import { parseNote, signNote } from "../../../../core/transparency/signed-note.ts";
import {
  KEPT_ORDER,
  sealedProof,
  type TestProof,
  WITH_OVERRIDE,
} from "../../../../core/waitlist/history-fixture.ts";
import { faultsOf } from "./order-proof-fixture.ts";

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
    {
      what: "the offer's number changed",
      change: (proof) => Object.assign(dataOf(proof, 1), { number: 2 }),
      found: NOT_SEALED,
    },
    {
      what: "how many offers were made before changed",
      change: (proof) => Object.assign(dataOf(proof, 0), { offersBefore: 1 }),
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
      what: "the first offer left out",
      change: ({ events }) => events.splice(1, 1),
      found: /^event 11 waitlist-1 v6: an offer is missing before it: its number is 2, not 1$/,
    },
    {
      what: "the offer of staff left out",
      change: ({ events }) => events.splice(2, 1),
      found: /^event 13 waitlist-1 v7: an offer is missing before it: its number is 3, not 2$/,
    },
    {
      what: "two offers to others left out",
      change: ({ events }) => {
        events.splice(4, 1);
        events.splice(5, 1);
      },
      found: /^event 25 waitlist-1 v13: an offer is missing before it: its number is 6, not 4$/,
    },
    {
      what: "the first offers left out, and how many were made before changed",
      change: (proof) => {
        proof.events.splice(1, 2);
        Object.assign(dataOf(proof, 0), { offersBefore: 2 });
      },
      found: NOT_SEALED,
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
