/** Checks that strangers, joins and other freeings at the moment at which hours become free change nothing about the order (decision 277). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkHourClaims } from "../hour-claims/hour-claim-check.ts";
import { testMeta } from "../testing/test-core.ts";
import { joinWaitlist } from "./join.ts";
import { ROOM, startWaitedDays, type WaitedDays } from "./waited-day-fixture.ts";
import { joinRequest, offersOf } from "./waitlist-fixture.ts";

let on: WaitedDays;
beforeAll(async () => {
  on = await startWaitedDays();
});
afterAll(() => on.close());
beforeEach(() => on.nextDay());

describe("at the moment of freeing", () => {
  it("20 strangers get nothing while a person waits, and two freeings at once make two offers", async () => {
    const [a, b] = [await on.booked(10), await on.booked(12)];
    const entries = [await on.waits(10, 12), await on.waits(12, 14)];
    const outcomes = await Promise.all([
      on.cancel(a),
      on.cancel(b),
      ...Array.from({ length: 20 }, (_, i) => on.tries(i % 2 ? 10 : 12, 2)),
    ]);
    expect(outcomes.slice(2).every((outcome) => outcome === "SlotTaken")).toBe(true);
    for (const id of entries) expect(await on.stateOf(id)).toBe("offered");
  });

  it("20 who join while hours become free are served in the order of the log, and none is left while hours are free", async () => {
    const ids = [await on.booked(9), await on.booked(11), await on.booked(13), await on.booked(15)];
    await on.booked(17, 5);
    const joins = Array.from({ length: 20 }, () =>
      joinWaitlist(on.core, joinRequest({ roomIds: [ROOM], day: on.day }), testMeta),
    );
    const [outcomes] = await Promise.all([Promise.all(joins), Promise.all(ids.map(on.cancel))]);
    const entries = outcomes.flatMap((outcome) => (outcome.ok ? outcome.value.entry.id : []));
    const offered = (await offersOf(on.core)).filter(({ entryId }) => entries.includes(entryId));
    expect(new Set(offered.map(({ entryId }) => entryId)).size).toBe(offered.length);
    const states = await Promise.all(entries.sort((x, y) => x - y).map(on.stateOf));
    const waiting = states.filter((state) => state === "waiting").length;
    if (waiting > 0) {
      const [one] = entries.slice(-1);
      expect(one && (await on.tries(9, 2))).toBe("SlotTaken");
    }
    expect(states.indexOf("waiting")).toBe(waiting === 0 ? -1 : states.length - waiting);
  });

  it("of two freeings at once that fit an entry only together, one offers it the hours", async () => {
    for (let round = 0; round < 5; round++) {
      on.nextDay();
      const [a, b] = [await on.booked(10), await on.booked(12)];
      await on.booked(9, 1);
      await on.booked(14, 8);
      const long = await on.waits(9, 22, 4);
      await Promise.all([on.cancel(a), on.cancel(b)]);
      expect(await on.offerOf(long)).toMatchObject({ startsAt: on.at(10), endsAt: on.at(14) });
    }
  });

  it("leaves no hour to two", async () => {
    expect((await checkHourClaims(on.core.sql)).faults).toEqual([]);
  });
});
