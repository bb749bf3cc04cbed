/** Checks what staff get on `/ws`, and that others do not get it: the session that opened the socket is checked at every message. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { handleBooking } from "../../core/booking/handle.ts";
import { requestBooking } from "../../core/booking/request-booking.ts";
import { writeWaitlist } from "../../core/booking/waitlist/written-waitlist-fixture.ts";
import { addGuestNote } from "../../core/guest/handle.ts";
import { receiveInquiry } from "../../core/inquiry/handle.ts";
import { bookingRequest, testMeta } from "../../core/testing/test-core.ts";
import { slotStarts } from "../../core/venue/time/opening-hours.ts";
import { type StaffWorld, startStaffWorld } from "../testing/staff-fixture.ts";

let world: StaffWorld;
const slots = slotStarts("2026-12-07", "America/New_York");
const opened: WebSocket[] = [];

beforeAll(async () => {
  world = await startStaffWorld();
});
afterAll(async () => {
  for (const socket of opened) socket.terminate();
  await world.close();
});

interface Ear {
  socket: WebSocket;
  heard: { type: string; data?: { id: number }; message?: string }[];
  closed: { code: number } | null;
}

/** A socket opened with these headers, subscribed to the staff's messages and to room 1. */
async function listen(headers: Record<string, string> = {}): Promise<Ear> {
  const socket = new WebSocket(`ws://127.0.0.1:${world.port}/ws`, { headers });
  opened.push(socket);
  const ear: Ear = { socket, heard: [], closed: null };
  socket.on("message", (data) => ear.heard.push(JSON.parse(String(data))));
  socket.on("close", (code) => {
    ear.closed = { code };
  });
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  socket.send(JSON.stringify({ type: "subscribe_room", roomId: 1 }));
  socket.send(JSON.stringify({ type: "subscribe_staff" }));
  await expect.poll(() => ear.heard.length).toBe(1);
  return ear;
}

async function colleague() {
  const hired = await world.hire("staff");
  return { hired, token: await world.logIn(hired.username) };
}

async function book(): Promise<number> {
  const startsAt = slots.shift() ?? new Date();
  const outcome = await requestBooking(
    world.core,
    bookingRequest(world.core, { roomId: 1, startsAt }),
    testMeta,
  );
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  return outcome.value.id;
}

const staffNews = (ear: Ear) => ear.heard.filter(({ type }) => type.startsWith("staff_"));

describe("the messages to staff", () => {
  it("tell of every change of a booking, of every visitor's message, of notes on guests and of who waits, by bearer token and by cookie", async () => {
    const { token } = await colleague();
    const ears = [
      await listen({ Authorization: `Bearer ${token}` }),
      await listen({ Cookie: `staff_session=${token}` }),
    ];
    for (const ear of ears)
      expect(ear.heard[0]).toMatchObject({ type: "staff_subscribed", logPosition: expect.any(String) });
    const id = await book();
    const inquirer = { firstName: "Ada", lastName: "Byron", email: "ada@example.test", phone: null };
    const inquiry = await receiveInquiry(
      world.core,
      { ...inquirer, interestedRoom: null, message: "Hello" },
      testMeta,
    );
    if (!inquiry.ok) throw new Error(inquiry.rejection.code);
    const note = await addGuestNote(world.core, { email: inquirer.email, text: "Calls often" }, testMeta);
    expect(note.ok).toBe(true);
    await writeWaitlist(world.core).join();
    const mark = { type: "MarkPayment", paymentStatus: "paid" } as const;
    await handleBooking(world.core, id, mark, { commandId: randomUUID(), meta: testMeta });
    for (const ear of ears) {
      await expect
        .poll(() => staffNews(ear))
        .toContainEqual(
          expect.objectContaining({ type: "staff_message_received", data: { id: inquiry.value.id } }),
        );
      await expect.poll(() => staffNews(ear).map(({ type }) => type)).toContain("staff_guest_noted");
      await expect.poll(() => staffNews(ear).map(({ type }) => type)).toContain("staff_waitlist_changed");
      await expect
        .poll(() => staffNews(ear).at(-1) ?? null)
        .toMatchObject({ type: "staff_booking_changed", data: { id }, logPosition: expect.any(String) });
    }
  });

  it("reach no visitor and no customer, who are told to log in and still get their room's messages", async () => {
    const customer = await world.customerToken();
    const ears = [await listen(), await listen({ Authorization: `Bearer ${customer}` })];
    const { token } = await colleague();
    const ours = await listen({ Authorization: `Bearer ${token}` });
    const id = await book();
    await expect.poll(() => staffNews(ours).at(-1)).toMatchObject({ data: { id } });
    for (const ear of ears) {
      await expect.poll(() => ear.heard.at(-1)?.type).toBe("booking_created");
      expect(ear.heard[0]).toEqual({ type: "error", message: "Please log in first" });
      expect(staffNews(ear)).toEqual([]);
    }
  });

  it("end for a colleague who is deactivated or deleted, or whose session has expired, at the next message", async () => {
    const [deactivated, deleted, expired] = [await colleague(), await colleague(), await colleague()];
    const ears = await Promise.all(
      [deactivated, deleted].map(({ token }) => listen({ Authorization: `Bearer ${token}` })),
    );
    await world.change("DeactivateStaffAccount", deactivated.hired);
    await world.change("DeleteStaffAccount", deleted.hired);
    const heard = ears.map((ear) => ear.heard.length);
    const late = await listen({ Authorization: `Bearer ${expired.token}` });
    world.clock.advanceMinutes(12 * 60 + 1);
    await book();
    for (const ear of [...ears, late]) {
      await expect.poll(() => ear.closed?.code).toBe(1008);
      expect(staffNews(ear).length).toBeLessThanOrEqual(1);
    }
    expect(heard).toEqual([1, 1]);
  });
});
