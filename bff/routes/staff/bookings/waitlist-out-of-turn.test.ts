/** Checks that managers offer free hours out of turn, with a reason that stays in the log (decision 279). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorsOf } from "../../../testing/customer-fixture.ts";
import { WAITED_ROOM } from "../../../testing/waitlist-fixture.ts";
import { REASON, startWaitlistDesk, type WaitlistDesk } from "./waitlist-fixture.ts";

let at: WaitlistDesk;
let world: WaitlistDesk["world"];
let waitlist: WaitlistDesk["waitlist"];
beforeAll(async () => {
  at = await startWaitlistDesk();
  ({ world, waitlist } = at);
});
afterAll(() => world.close());

describe("POST /api/waitlist/{id}/offer", () => {
  it("offers the first free hours, before who came earlier, with the reason in the log", async () => {
    const waiting = await waitlist.lapsedOnce();
    const { status, body } = await at.offer(waiting);
    expect([status, body]).toMatchObject([
      200,
      {
        id: waiting.id,
        state: "offered",
        email: waiting.email,
        fitsNow: [],
        offer: {
          roomId: WAITED_ROOM,
          startTime: waitlist.instant(waiting.day, 18),
          downpaymentAmount: "40.00",
        },
      },
    ]);
    const [made] = await world.sql<{ data: { override?: string }; meta: { actor: unknown } }[]>`
      select data, meta from events where stream = 'waitlist-1' and type = 'HoursOffered'
        and (data ->> 'entryId')::bigint = ${waiting.id} order by version desc limit 1`;
    expect(made).toMatchObject({
      data: { override: REASON },
      meta: { actor: { kind: "staff", role: "manager" } },
    });
    expect((await waitlist.entry(waiting)).state).toBe("offered");
  });

  it("offers only hours of the days that staff look at", async () => {
    const first = waitlist.nextDay();
    const last = waitlist.nextDay();
    const taken = await waitlist.take(first);
    await waitlist.take(last);
    const waiting = await waitlist.join(first, { until: last });
    await waitlist.free(taken);
    await waitlist.lapse(waiting);
    const onlyLast = await at.offer(waiting, { reason: REASON, day: last });
    expect([onlyLast.status, onlyLast.body.code]).toEqual([409, "NothingFits"]);
    const noDays = await at.offer(waiting, { reason: REASON, until: last });
    expect([noDays.status, errorsOf(noDays)]).toEqual([400, [["day", "Enter the first day, too"]]]);
    const { body } = await at.offer(waiting, { reason: REASON, day: first, until: last });
    expect(body.offer).toMatchObject({ startTime: waitlist.instant(first, 18) });
  });

  it("is refused while nothing fits, for an offered entry, for one that has left, and without a reason", async () => {
    const { day } = await waitlist.takenEvening();
    const waiting = await waitlist.join(day);
    const offered = await waitlist.offered();
    const left = await waitlist.offered();
    await waitlist.answer(left, "decline");
    for (const [entry, status, code] of [
      [waiting, 409, "NothingFits"],
      [offered, 409, "AlreadyOffered"],
      [left, 409, "NotWaiting"],
      [{ id: 999_999 }, 404, "WaitlistEntryNotFound"],
    ] as const) {
      const refused = await at.offer(entry);
      expect([refused.status, refused.body.code]).toEqual([status, code]);
    }
    const refused = await at.offer(waiting, { reason: " " });
    expect([refused.status, errorsOf(refused)]).toEqual([400, [["reason", "Reason is required"]]]);
  });
});
