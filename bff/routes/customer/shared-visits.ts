/** The calls for the holders of a visit's shared link: when and where, without names, money or a way to change it (decision 229). */
import { z } from "zod";
import { calendarFileOf } from "../../../core/adapters/mail/calendar.ts";
import { heldUntil } from "../../../core/booking/state/booking-state.ts";
import { sharedVisit } from "../../../core/customer/shared-visit.ts";
import type { App, Bff } from "../../context.ts";
import { SharedVisit } from "../../contract/customer/shared-visit.ts";
import { refusal } from "../../http/answers.ts";
import { CALENDAR_FILE, calls, jsonAnswer } from "../../http/openapi.ts";
import { setNoStore } from "./booking-access.ts";
import { calendarFileAnswer } from "./calendar-file-answer.ts";

const params = z.object({
  token: z.string().meta({
    description:
      "From a booking's `shareUrl`; valid until 30 days after the visit, or until the booking gets another email",
  }),
});

const guests = calls("Guests", { middleware: setNoStore, problems: ["LinkInvalid"] });

export function sharedVisitRoutes(app: App, { core }: Bff): void {
  app.openapi(
    guests.get("/api/visits/{token}", {
      summary: "A visit that was shared",
      description:
        "When and where. It has no names, no money, and nothing that opens or changes the booking.",
      request: { params },
      responses: { 200: jsonAnswer("The visit", SharedVisit) },
    }),
    async (c) => {
      const shared = await sharedVisit(core, c.req.valid("param").token);
      if (!shared.ok) return refusal(c, shared.rejection);
      const { booking } = shared.value;
      const room = core.rooms.byId(booking.roomId);
      const isUnconfirmed = heldUntil(booking) !== null;
      return c.json(
        {
          roomId: booking.roomId,
          roomName: room?.name ?? "",
          roomSlug: room?.slug ?? "",
          startTime: booking.startsAt.toISOString(),
          endTime: booking.endsAt.toISOString(),
          timeZone: core.timeZone,
          status: booking.status === "cancelled" ? "cancelled" : isUnconfirmed ? "unconfirmed" : "confirmed",
        } as const,
        200,
      );
    },
  );

  app.openapi(
    guests.get("/api/visits/{token}/calendar.ics", {
      summary: "A shared visit as a calendar file",
      request: { params },
      responses: { 200: CALENDAR_FILE },
    }),
    async (c) => {
      const shared = await sharedVisit(core, c.req.valid("param").token);
      if (!shared.ok) return refusal(c, shared.rejection);
      const { id, booking, version } = shared.value;
      const at = core.clock.now();
      const file = calendarFileOf(core, {
        bookingId: id,
        booking,
        version,
        at,
        attendee: null,
        shared: true,
      });
      return calendarFileAnswer(file);
    },
  );
}
