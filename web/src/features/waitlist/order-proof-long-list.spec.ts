/** Shows that a list of who waited may leave an entry out only if it is too long for an event, and the entry is not passed. */
import { expect, it } from "vitest";
import { type Happened, joined, offered, sealedProof } from "../../../../core/waitlist/history-fixture.ts";
import { faultsOf } from "./order-proof-fixture.ts";

/** So many that one event cannot list them. */
const MANY = 1_501;
const OTHER_ROOM = 9;

/** `wish`: the one of entry 2, whose proof is checked. */
const waiting = (count: number, wish: Parameters<typeof joined>[1] = {}): Happened[] =>
  Array.from({ length: count }, (_, n) => joined(n + 1, n === 1 ? wish : {}));

const offeredTo = (entryId: number, roomId: number, open: Parameters<typeof offered>[2]): Happened =>
  offered({ entryId, bookingId: 20, roomId }, [18, 20], open);

it.each<{ what: string; history: Happened[] }>([
  { what: "is behind the served one", history: [...waiting(MANY), offeredTo(1, 3, [1])] },
  { what: "does not wish for the room", history: [...waiting(MANY), offeredTo(3, OTHER_ROOM, [3])] },
  {
    what: "does not wish for the day",
    history: [...waiting(MANY, { day: "2026-12-16" }), offeredTo(3, 3, [[1, "does not fit"], 3])],
  },
  {
    what: "does not wish for the room, and a later list has it",
    history: [
      ...waiting(MANY),
      offeredTo(3, OTHER_ROOM, [3]),
      offered({ entryId: 2, bookingId: 21, roomId: 3 }, [20, 22], [[1, "does not fit"], 2]),
    ],
  },
])("accepts a long list without an entry that $what", async ({ history }) => {
  expect(await faultsOf(await sealedProof(history))).toEqual([]);
});

it.each<{ what: string; history: Happened[] }>([
  {
    what: "wishes for the day and the room, and is before the served one",
    history: [...waiting(MANY), offeredTo(3, 3, [[1, "does not fit"], 3])],
  },
  {
    what: "wishes for any room, and is before the served one",
    history: [...waiting(MANY, { anyRoom: true }), offeredTo(3, OTHER_ROOM, [3])],
  },
  {
    what: "is behind, although others behind are listed",
    history: [...waiting(MANY), offeredTo(1, 3, [1, 3])],
  },
  { what: "is behind, although all could be listed", history: [...waiting(1_500), offeredTo(1, 3, [1])] },
  {
    what: "does not wish for the room, although all could be listed",
    history: [...waiting(1_500), offeredTo(3, OTHER_ROOM, [3])],
  },
])("finds the fault in a list without an entry that $what", async ({ history }) => {
  const joins = history.length - 1;
  expect(await faultsOf(await sealedProof(history))).toEqual([
    `event ${2 * joins + 1} waitlist-1 v${joins + 1}: entry 2 was passed over: it is not in the list of who waited`,
  ]);
});
