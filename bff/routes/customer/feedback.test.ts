import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { append } from "../../../core/log/append.ts";
import type { FeedbackList } from "../../contract/customer/feedback.ts";
import { type CustomerWorld, customerWorld, errorsOf } from "../../testing/customer-fixture.ts";
import { type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";

let staffWorld: StaffWorld;
let world: CustomerWorld;
beforeAll(async () => {
  staffWorld = await startStaffWorld();
  world = customerWorld(staffWorld);
});
afterAll(() => staffWorld.close());

describe("feedback", () => {
  const words = {
    comments: "Lovely piano",
    improvements: "",
    favoriteFeatures: "The light",
    recommendations: null,
  };
  const submission = (booking: { id: number; roomId: number }) => ({
    bookingId: booking.id,
    roomId: booking.roomId,
    customerEmail: "someone@example.test",
    customerName: "Someone Else",
    visitPurpose: "recording",
    ...words,
  });
  const listed = async () => {
    const token = await staffWorld.logIn((await staffWorld.hire("staff")).username);
    return async (query = "") =>
      (await staffWorld.call(`/api/feedback${query}`, { token })).body as FeedbackList;
  };

  it("names every bad field with its fixed text", async () => {
    const { token } = await world.register();
    const answer = await world.post(
      "/api/feedback",
      {
        ...submission({ id: 1, roomId: 1 }),
        customerEmail: "no",
        customerName: "",
        rating: 0,
        visitPurpose: "Fun",
      },
      { token },
    );
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toEqual([
      ["customerEmail", "Invalid email address"],
      ["customerName", "Name is required"],
      ["rating", "Rating is required"],
      ["visitPurpose", "Choose one of the visit purposes"],
    ]);
  });

  it("is left once per booking, however often it is sent, and read by staff with the account's own name", async () => {
    const customer = await world.register();
    const booking = await world.book({ userId: customer.id });
    const send = (changes: object = {}) =>
      world.post(
        "/api/feedback",
        { ...submission(booking), rating: 4, ...changes },
        { token: customer.token },
      );
    const early = await send();
    expect([early.status, early.body.code]).toEqual([409, "FeedbackNotOpen"]);
    await world.command(booking.id, { type: "CompleteBooking" });
    const wrongRoom = await send({ roomId: (booking.roomId % 7) + 1 });
    expect(errorsOf(wrongRoom)).toEqual([["roomId", "This is not the booking's room"]]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => send()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === "FeedbackAlreadyLeft")).toHaveLength(4);
    const read = await listed();
    const { feedback, rooms } = await read(`?roomId=${booking.roomId}`);
    expect(feedback[0]).toMatchObject({
      bookingId: booking.id,
      customerName: "Ada Byron",
      customerEmail: customer.email,
      rating: 4,
      valueRating: 5,
      visitPurpose: "Recording",
      comments: "Lovely piano",
      improvements: null,
      wouldRecommend: true,
    });
    expect(rooms.find(({ roomId }) => roomId === booking.roomId)).toMatchObject({
      count: 1,
      rating: 4,
      recommendPercent: 100,
    });
    const { body } = await staffWorld.call("/api/user/bookings", { token: customer.token });
    expect(body).toMatchObject([{ feedback: "left" }]);
  });

  it("left anonymously contains no name anywhere", async () => {
    const customer = await world.register("hidden.hilda@example.test");
    const booking = await world.book({ userId: customer.id, email: customer.email });
    await world.command(booking.id, { type: "CompleteBooking" });
    const answer = await world.post(
      "/api/feedback",
      { ...submission(booking), customerName: "Hilda", anonymous: true },
      { token: customer.token },
    );
    expect(answer.body).toEqual({ success: true, message: "Thank you for your feedback!" });
    const review = (await (await listed())()).feedback[0];
    expect(review).toMatchObject({
      anonymous: true,
      bookingId: null,
      customerName: null,
      customerEmail: null,
      comments: "Lovely piano",
    });
    expect(JSON.stringify(review)).not.toMatch(/hilda|byron|someone/i);
    const [stored] = await staffWorld.sql`
      select p.* from personal_data p join feedback f on f.person_id = p.id where f.booking_id = ${booking.id}`;
    expect(JSON.stringify(stored)).not.toMatch(/hilda|byron|someone/i);
    const [event] = await staffWorld.sql`
      select data, meta, command_id from events where type = 'FeedbackLeft' order by position desc limit 1`;
    expect(JSON.stringify(event)).not.toMatch(/hilda|byron|someone|piano/i);
    expect(event).toMatchObject({ data: { bookingId: null, anonymous: true } });
    expect(event?.meta.actor).toEqual({ kind: "visitor" });
    expect(event?.command_id).toMatch(/^feedback:[0-9a-f]{64}$/);
    const { body } = await staffWorld.call("/api/user/bookings", { token: customer.token });
    expect(body).toMatchObject([{ feedback: "left" }]);
    const openly = { ...submission(booking), anonymous: false };
    expect(await world.post("/api/feedback", openly, { token: customer.token })).toMatchObject({
      status: 409,
      body: { code: "FeedbackAlreadyLeft" },
    });
  });

  it("that an earlier version stored with its author is shown to no auditor with the author", async () => {
    const customer = await world.register();
    const booking = await world.book({ userId: customer.id });
    await world.command(booking.id, { type: "CompleteBooking" });
    const old = {
      stream: { category: "feedback" },
      expectedVersion: 0,
      commandId: `feedback:booking-${booking.id}`,
      events: [
        {
          type: "FeedbackLeft",
          schemaVersion: 1,
          data: {
            bookingId: booking.id,
            roomId: booking.roomId,
            personId: randomUUID(),
            ...{ rating: 2, experienceRating: 2, facilityRating: 2, serviceRating: 2, valueRating: 2 },
            ...{ wouldRecommend: false, anonymous: true, visitPurpose: null },
          },
        },
      ],
      meta: { actor: { kind: "customer" as const, id: customer.id }, requestId: "the-request" },
      occurredAt: staffWorld.clock.now(),
    };
    const appended = await append(staffWorld.sql, old);
    if (!appended.ok) throw new Error(appended.violated);
    staffWorld.core.afterAppend(appended.position);
    const token = await staffWorld.logIn((await staffWorld.hire("auditor")).username);
    const read = async (query: string) =>
      (await staffWorld.call(`/api/audit/events?${query}`, { token })).body.events as Record<
        string,
        unknown
      >[];
    const everyway = [
      await read("type=FeedbackLeft"),
      await read(`stream=feedback-${appended.streamId}`),
      await read("actor=visitor&type=FeedbackLeft"),
    ];
    for (const found of everyway) {
      const event = found.find(({ stream }) => stream === `feedback-${appended.streamId}`);
      expect(event).toMatchObject({ actor: { kind: "visitor" }, data: { bookingId: null }, commandId: "" });
      expect(JSON.stringify(event)).not.toMatch(new RegExp(`the-request|booking-?\\s?${booking.id}\\b`));
    }
    expect((await read(`actor=customer-${customer.id}`)).map(({ type }) => type)).not.toContain(
      "FeedbackLeft",
    );
    const again = await world.post("/api/feedback", submission(booking), { token: customer.token });
    expect(again).toMatchObject({ status: 409, body: { code: "FeedbackAlreadyLeft" } });
  });

  it("is read page by page, newest first", async () => {
    const customer = await world.register();
    for (let n = 0; n < 5; n++) {
      const booking = await world.book({ userId: customer.id });
      await world.command(booking.id, { type: "CompleteBooking" });
      await world.post("/api/feedback", submission(booking), { token: customer.token });
    }
    const read = await listed();
    const all = (await read("?limit=100")).feedback.map(({ id }) => id);
    const paged: number[] = [];
    for (let before: number | null = 0; before !== null; ) {
      const page = await read(`?limit=2${before ? `&before=${before}` : ""}`);
      expect(page.total).toBe(all.length);
      paged.push(...page.feedback.map(({ id }) => id));
      before = page.nextBefore;
    }
    expect(paged).toEqual(all);
    expect(all).toEqual([...all].sort((a, b) => b - a));
  });
});
