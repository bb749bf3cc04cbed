/** Shows that a list of who waited may leave an entry out only if it is too long for an event, and the entry is not passed. */
import { expect, it } from "vitest";
import { type Happened, joined, offered, sealedProof } from "../../../../core/waitlist/history-fixture.ts";
import { faultsOf } from "./order-proof-fixture.ts";

/** So many had joined before that one event cannot list all who wait. */
const MANY = 1_498;
const OTHER_ROOM = 9;

/** Three more join after those; the proof is the one of the second. */
function proofAfter(before: number, { wish, offers }: Pick<Case, "wish" | "offers">) {
  const [first, own, last] = [before + 1, before + 2, before + 3];
  const history = [joined(first), joined(own, wish), joined(last), ...offers({ first, own, last })];
  return sealedProof(history, { own, before });
}

interface Case {
  what: string;
  wish?: Parameters<typeof joined>[1];
  offers(entries: { first: number; own: number; last: number }): Happened[];
}

const toOther =
  (entry: "first" | "last", roomId: number): Case["offers"] =>
  (entries) => [offered({ entryId: entries[entry], bookingId: 20, roomId }, [18, 20], [entries[entry]])];

it.each<Case>([
  { what: "is behind the served one", offers: toOther("first", 3) },
  { what: "does not wish for the room", offers: toOther("last", OTHER_ROOM) },
  { what: "does not wish for the day", wish: { day: "2026-12-16" }, offers: toOther("last", 3) },
  {
    what: "does not wish for the room, and a later list has it",
    offers: (entries) => [
      ...toOther("last", OTHER_ROOM)(entries),
      offered(
        { entryId: entries.own, bookingId: 21, roomId: 3 },
        [20, 22],
        [[entries.first, "does not fit"], entries.own],
      ),
    ],
  },
])("accepts a list without an entry that $what", async (one) => {
  expect(await faultsOf(await proofAfter(MANY, one))).toEqual([]);
});

it.each<Case & { before?: number }>([
  { what: "wishes for the day and the room, and is before the served one", offers: toOther("last", 3) },
  {
    what: "wishes for any room, and is before the served one",
    wish: { anyRoom: true },
    offers: toOther("last", OTHER_ROOM),
  },
  {
    what: "is behind the served one, although others behind are listed",
    offers: ({ first, last }) => [
      offered({ entryId: first, bookingId: 20, roomId: 3 }, [18, 20], [first, last]),
    ],
  },
  {
    what: "is behind the served one, although all could be listed",
    offers: toOther("first", 3),
    before: MANY - 1,
  },
  {
    what: "does not wish for the room, although all could be listed",
    offers: toOther("last", OTHER_ROOM),
    before: MANY - 1,
  },
])("finds the fault in a list without an entry that $what", async ({ before = MANY, ...one }) => {
  expect(await faultsOf(await proofAfter(before, one))).toEqual([
    `event 7 waitlist-1 v${before + 4}: entry ${before + 2} was passed over: it is not in the list of who waited`,
  ]);
});
