/** The calls that suggest public holidays to close on (decision 130). */
import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { holidayCountries, publicHolidays } from "../../../core/adapters/holidays/public-holidays.ts";
import { MANAGERS } from "../../../core/staff/staff.ts";
import { requireStaff, STAFF_PROBLEMS } from "../../access/staff-guard.ts";
import type { Bff } from "../../context.ts";
import { HolidayPlaces, Holidays, HolidaysQuery } from "../../contract/venue/holiday.ts";
import type { BffEnv } from "../../http/hono-env.ts";
import { json, problems } from "../../http/openapi.ts";
import { placeOfHouse } from "../../wire/holiday-place.ts";

export function holidayRoutes(app: OpenAPIHono<BffEnv>, bff: Bff): void {
  const { core } = bff;
  const managers = requireStaff(bff, MANAGERS);

  app.openapi(
    createRoute({
      method: "get",
      path: "/api/holidays",
      tags: ["Venue"],
      summary: "The public holidays of a year where the house stands",
      description: "For managers and admins: days on which it may want to close. Nothing is closed by them.",
      middleware: managers,
      request: { query: HolidaysQuery },
      responses: {
        200: { description: "The holidays, by day", content: json(Holidays) },
        ...problems(...STAFF_PROBLEMS, "MissingInformation", "InvalidData"),
      },
    }),
    async (c) => {
      await core.venue.settled();
      const place = await placeOfHouse(core);
      const { year } = c.req.valid("query");
      const holidays = place === null ? [] : await publicHolidays(place, year);
      return c.json({ country: place?.country ?? null, region: place?.region ?? null, holidays }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/api/holidays/places",
      tags: ["Venue"],
      summary: "The countries and regions whose public holidays are known",
      middleware: managers,
      responses: {
        200: { description: "The countries, by name", content: json(HolidayPlaces) },
        ...problems(...STAFF_PROBLEMS),
      },
    }),
    async (c) => c.json({ countries: await holidayCountries() }, 200),
  );
}
