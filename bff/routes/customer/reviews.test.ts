/** Checks what visitors read of reviews, and how staff answer and authors withdraw them (decision 230). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FeedbackList, RoomReviews } from "../../contract/customer/feedback.ts";
import { type CustomerWorld, customerWorld, errorsOf } from "../../testing/customer-fixture.ts";
import { type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";

let staffWorld: StaffWorld;
let world: CustomerWorld;
beforeAll(async () => {
  staffWorld = await startStaffWorld();
  world = customerWorld(staffWorld);
});
afterAll(() => staffWorld.close());

describe("reviews on a room's page", () => {
  const slugOf = (roomId: number): string => staffWorld.core.rooms.byId(roomId)?.slug ?? "";
  const readReviews = async (roomId: number, query = "") =>
    (await staffWorld.call(`/api/rooms/${slugOf(roomId)}/reviews${query}`)).body as RoomReviews;

  let visits = 0;
  const nextHours = () => {
    visits += 1;
    return world.at(`2026-12-${14 + (visits % 4)}`, 10 + 2 * Math.floor(visits / 4));
  };
  /** A visit that is over, and what its customer says about it. */
  async function review(roomId: number, said: object, email?: string) {
    const customer = await world.register(email);
    const booking = await world.book(
      { userId: customer.id, email: customer.email },
      { roomId, startsAt: nextHours() },
    );
    await world.command(booking.id, { type: "CompleteBooking" });
    const body = {
      bookingId: booking.id,
      roomId,
      customerEmail: "someone@example.test",
      customerName: "Someone Else",
      visitPurpose: "Rehearsal",
      comments: "Warm, and the piano is in tune",
      recommendations: "For the venue only",
      ...said,
    };
    const answer = await world.post("/api/feedback", body, { token: customer.token });
    expect(answer.status).toBe(201);
    return { customer, booking };
  }
  const newestOf = async (token: string, roomId: number) =>
    ((await staffWorld.call(`/api/feedback?roomId=${roomId}`, { token })).body as FeedbackList).feedback[0];
  const desk = async () => staffWorld.logIn((await staffWorld.hire("staff")).username);

  it("contain the first name, purpose, month and words of those who gave their leave, and nothing else of them", async () => {
    await review(1, {});
    expect(await readReviews(1)).toEqual({ reviews: [], count: 0, average: null, nextBefore: null });
    await review(1, { mayPublish: true, rating: 4, favoriteFeatures: "The light" });
    const { reviews, count, average } = await readReviews(1);
    expect([count, average]).toEqual([1, null]);
    expect(reviews).toEqual([
      {
        id: expect.any(Number),
        firstName: "Ada",
        visitPurpose: "Rehearsal",
        month: staffWorld.clock.now().toISOString().slice(0, 7),
        rating: 4,
        comments: "Warm, and the piano is in tune",
        favoriteFeatures: "The light",
        answer: null,
      },
    ]);
  });

  it("have no name where the author stays anonymous, and none once the author withdraws them, also without a trace of who did", async () => {
    const { customer, booking } = await review(2, { mayPublish: true, anonymous: true });
    expect((await readReviews(2)).reviews).toMatchObject([{ firstName: null }]);
    const other = await world.register();
    const withdraw = (token: string) =>
      staffWorld.call(`/api/auth/bookings/${booking.id}/review`, { method: "DELETE", token });
    expect((await withdraw(other.token)).status).toBe(404);
    const own = async () =>
      (await staffWorld.call("/api/user/bookings", { token: customer.token })).body as unknown;
    expect(await own()).toMatchObject([{ reviewPublished: true }]);
    expect((await withdraw(customer.token)).body).toEqual({
      success: true,
      message: "Your review is no longer shown.",
    });
    expect((await withdraw(customer.token)).status).toBe(200);
    expect(await readReviews(2)).toMatchObject({ reviews: [], count: 0 });
    expect(await own()).toMatchObject([{ reviewPublished: false, feedback: "left" }]);
    const withdrawn = await staffWorld.sql`select meta from events where type = 'ReviewWithdrawn'`;
    expect(withdrawn).toMatchObject([{ meta: { actor: { kind: "visitor" } } }]);
    expect(JSON.stringify(withdrawn)).not.toContain(`"id":${customer.id}`);
  });

  it("have an average from five on, and are read page by page", async () => {
    for (const rating of [5, 4, 4, 4]) await review(3, { mayPublish: true, rating });
    await review(3, { rating: 1 });
    expect(await readReviews(3)).toMatchObject({ count: 4, average: null });
    await review(3, { mayPublish: true, rating: 5 });
    const first = await readReviews(3, "?limit=3");
    expect([first.count, first.average, first.reviews.length]).toEqual([5, 4.4, 3]);
    const rest = await readReviews(3, `?limit=3&before=${first.nextBefore}`);
    expect([rest.reviews.length, rest.nextBefore]).toEqual([2, null]);
    const all = (await readReviews(3)).reviews.map(({ id }) => id);
    expect([...first.reviews, ...rest.reviews].map(({ id }) => id)).toEqual(all);
  });

  it("are answered by staff, where they are shown; a later answer replaces the first", async () => {
    const token = await desk();
    await review(4, {});
    const hidden = await newestOf(token, 4);
    const answer = (id: unknown, text: unknown) =>
      staffWorld.call(`/api/feedback/${id}/answer`, { method: "POST", token, body: { text } });
    expect(hidden).toMatchObject({ published: false, answer: null });
    expect((await answer(hidden?.id, "Thank you")).body).toMatchObject({ code: "ReviewNotPublished" });
    await review(4, { mayPublish: true });
    const shown = await newestOf(token, 4);
    expect(errorsOf(await answer(shown?.id, " "))).toEqual([["text", "Answer is required"]]);
    expect(errorsOf(await answer(shown?.id, "x".repeat(1_001)))).toEqual([["text", expect.any(String)]]);
    for (const text of ["Thank you", "Thank you. The heater is new."]) {
      expect((await answer(shown?.id, text)).status).toBe(200);
      expect((await readReviews(4)).reviews[0]?.answer).toMatchObject({ text });
    }
    expect((await newestOf(token, 4))?.answer?.text).toBe("Thank you. The heater is new.");
  });

  it("disappear with their answers once the author is erased", async () => {
    const email = "erased.reviewer@example.test";
    await review(5, { mayPublish: true }, email);
    const token = await staffWorld.logIn((await staffWorld.hire("admin")).username);
    const shown = await newestOf(token, 5);
    const path = `/api/feedback/${shown?.id}/answer`;
    await staffWorld.call(path, { method: "POST", token, body: { text: "Thank you, Ada" } });
    const erased = await staffWorld.call("/api/erasures", {
      method: "POST",
      token,
      body: { email, confirm: email },
    });
    expect(erased.status).toBe(200);
    expect(await readReviews(5)).toMatchObject({ reviews: [], count: 0 });
    const again = await staffWorld.call(path, { method: "POST", token, body: { text: "Thank you" } });
    expect(again.body).toMatchObject({ code: "PersonErased" });
    const kept = await staffWorld.sql`select 1 from personal_data where free_text like '%Thank you, Ada%'`;
    expect(kept).toEqual([]);
  });

  it("are asked for in good order", async () => {
    expect((await staffWorld.call("/api/rooms/no-such-room/reviews")).status).toBe(404);
    for (const query of ["?limit=0", "?limit=101", "?before=x"]) {
      expect((await staffWorld.call(`/api/rooms/${slugOf(1)}/reviews${query}`)).status).toBe(400);
    }
  });
});
