/** Shows that both checkers find a venue that seals another order than the log's. */
import { describe, expect, it } from "vitest";
import {
  answered,
  type Happened,
  joined,
  left,
  offered,
  sealedProof,
} from "../../../../core/waitlist/history-fixture.ts";
import { faultsOf } from "./order-proof-fixture.ts";

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
      what: "in an offer with the number of another",
      history: [
        joined(2),
        joined(3),
        offered(toTwo, EVENING, [2, 3]),
        offered(toThree, [9, 11], [[2, "already offered"], 3], { number: 1 }),
      ],
      found: ["event 7 waitlist-1 v4: its number is 1, not 2"],
    },
    {
      what: "in an offer from before it joined, it says",
      history: [joined(2, { offersBefore: 1 }), offered(toTwo, EVENING, [2], { number: 1 })],
      found: ["event 3 waitlist-1 v2: its number is 1, not 2"],
    },
    {
      what: "in an offer that it does not show",
      history: [joined(2), offered(toTwo, EVENING, [2], { number: 2 })],
      found: ["event 3 waitlist-1 v2: an offer is missing before it: its number is 2, not 1"],
    },
    {
      what: "in an offer with a number that is none",
      history: [joined(2), offered(toTwo, EVENING, [2], { number: -1 })],
      found: ["event 3 waitlist-1 v2: cannot be read"],
    },
    {
      what: "in events that cannot be read",
      history: [joined(2), { ...offered(toTwo, EVENING, [2]), type: "HoursGiven" }],
      found: ["event 3 waitlist-1 v2: cannot be read"],
    },
  ])("$what", async ({ history, found }) => {
    expect(await faultsOf(await sealedProof(history))).toEqual(found);
  });
});
