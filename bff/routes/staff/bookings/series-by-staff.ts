/** The call by which staff book a series for a guest (decisions 105, 250). */
import { requestSeries } from "../../../../core/series/request-series.ts";
import { ACCOUNT_PROBLEMS } from "../../../access/chosen-account.ts";
import { staffMeta } from "../../../access/staff-access.ts";
import { staffAndTokenCalls } from "../../../access/token-access.ts";
import type { App, Bff } from "../../../context.ts";
import { SeriesCreated, StaffSeriesSubmission } from "../../../contract/series.ts";
import { logPositionHeader, problem, refusal } from "../../../http/answers.ts";
import { IDEMPOTENCY_KEY_PARAMETER, readRepeatable } from "../../../http/idempotency.ts";
import { BODY_PROBLEMS, CREATED_HEADERS, json, jsonBody } from "../../../http/openapi.ts";
import { refuseInvalid } from "../../../http/validation.ts";
import { parseStaffSubmission, unreadableAmounts } from "../../../wire/booking-json.ts";
import { createdSeriesJson, parseRepeat, parseSwaps } from "../../../wire/series-json.ts";

export function seriesByStaffRoutes(app: App, bff: Bff): void {
  const { core } = bff;
  const writers = staffAndTokenCalls(bff, "Staff: bookings", "bookings:write");

  app.openapi(
    writers.post("/api/staff/series", {
      summary: "Book a series for a guest",
      description:
        "As `POST /api/staff/bookings`, up to 52 dates at once. A total that is not the sum of the calculated prices is shared out among the dates in proportion, to the cent. 409 `SlotTaken` names in `dates` all that are lost.",
      parameters: [IDEMPOTENCY_KEY_PARAMETER],
      request: jsonBody(StaffSeriesSubmission),
      responses: {
        201: {
          description: "All dates are booked",
          headers: CREATED_HEADERS,
          content: json(SeriesCreated),
        },
      },
      problems: [
        ...BODY_PROBLEMS,
        "MissingBookingInformation",
        "InvalidBooking",
        "InvalidIdempotencyKey",
        "RoomNotFound",
        "RoomNotBookable",
        "SlotTaken",
        "IdempotencyKeyReused",
        ...ACCOUNT_PROBLEMS,
        "ConcurrentChange",
      ],
    }),
    async (c) => {
      const body = c.req.valid("json");
      const repeatable = readRepeatable(c, core, body);
      if (!repeatable.ok) return repeatable.response;
      const swaps = parseSwaps(body.swaps, core.timeZone);
      const errors = [...unreadableAmounts(body), ...(swaps.ok ? [] : swaps.errors)];
      if (!swaps.ok || errors.length > 0) return problem(c, "InvalidBooking", { errors });
      const outcome = await requestSeries(
        core,
        {
          ...parseStaffSubmission(body, core.timeZone),
          ...repeatable,
          repeat: parseRepeat(body.repeat),
          skip: body.skip,
          swaps: swaps.swaps,
        },
        staffMeta(c),
      );
      if (!outcome.ok) return refusal(c, outcome.rejection);
      const { id, bookings } = outcome.value;
      const created = createdSeriesJson(core, outcome.value);
      const [first] = bookings;
      const payLink =
        first && created.paymentRequired
          ? `${core.links.guestBooking({ bookingId: first.id, personId: first.booking.personId }).url}/pay`
          : null;
      return c.json({ ...created, payLink }, 201, {
        Location: `/api/series/${id}`,
        ...logPositionHeader(outcome.position),
      });
    },
    refuseInvalid({ missing: "MissingBookingInformation", invalid: "InvalidBooking" }),
  );
}
