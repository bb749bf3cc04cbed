/** Books and pays series in tests of calls, each on hours that no other test of the world uses. */
import { expect } from "vitest";
import { addDays } from "../../core/venue/time/venue-time.ts";
import { openBrowser } from "./browser-fixture.ts";
import { DAY, type VisitorWorld } from "./visitor-fixture.ts";

export const weekly = (count: number) => ({ every: 1, count });

export function seriesOf(world: VisitorWorld) {
  /** Hours of two, that no other test uses, from the week of the fixture's day on. */
  let tests = -1;
  function nextHours() {
    tests += 1;
    const startDate = addDays(DAY, (tests % 4) + 91 * Math.floor(tests / 16));
    const start = 9 + 2 * (Math.floor(tests / 4) % 4);
    return { startDate, startTime: `${start}:00`.padStart(5, "0"), endTime: `${start + 2}:00` };
  }

  /** The submission of a series whose dates are all free. */
  function asked(count: number, changes: { skip?: readonly string[] } & Record<string, unknown> = {}) {
    const one = world.submission({ ...nextHours(), ...changes });
    const ofAll = (field: string) => Number(one[field]) * (count - (changes.skip?.length ?? 0));
    return {
      ...one,
      totalAmount: ofAll("totalAmount"),
      downpaymentAmount: ofAll("downpaymentAmount"),
      remainingAmount: ofAll("remainingAmount"),
      repeat: weekly(count),
      ...changes,
      first: String(one.startDate),
      email: String(one.email),
    };
  }

  /** A series of a visitor's browser, with the day of its first date. */
  async function booked(count: number, changes: Record<string, unknown> = {}) {
    const visitor = openBrowser(world);
    const request = asked(count, changes);
    const { status, body, headers } = await visitor.post("/api/series", request);
    expect(status, JSON.stringify(body)).toBe(201);
    return { visitor, body, headers, first: request.first, email: request.email };
  }

  /** Pays the series' one intent as the page does. */
  async function paid({ body, email }: { body: { id: number }; email: string }) {
    const opened = await world.post("/api/create-payment-intent", {
      seriesId: body.id,
      customerEmail: email,
    });
    expect(opened.status, opened.text).toBe(200);
    await world.pay({ id: opened.body.paymentIntentId, clientSecret: opened.body.clientSecret });
    const answer = await world.post(`/api/series/${body.id}/payment`, {
      paymentIntentId: opened.body.paymentIntentId,
    });
    expect(answer.status, answer.text).toBe(200);
    return { opened: opened.body, answer: answer.body };
  }

  return { nextHours, asked, booked, paid };
}
