/** The calls that suggest public holidays to close on (decision 130). */
import { holidayCountries, publicHolidays } from "../../../core/adapters/holidays/public-holidays.ts";
import { MANAGERS } from "../../../core/staff/staff.ts";
import { staffCalls } from "../../access/staff-access.ts";
import type { App, Bff } from "../../context.ts";
import { HolidayPlaces, Holidays, HolidaysQuery } from "../../contract/venue/holiday.ts";
import { jsonAnswer } from "../../http/openapi.ts";
import { holidayPlaceOfVenue } from "../../wire/holiday-place.ts";

export function holidayRoutes(app: App, bff: Bff): void {
  const { core } = bff;
  const managers = staffCalls(bff, "Venue", MANAGERS);

  app.openapi(
    managers.get("/api/holidays", {
      summary: "The public holidays of a year at the venue's place",
      description:
        "For managers and admins: days on which the venue may want to close. They close nothing by themselves.",
      request: { query: HolidaysQuery },
      responses: { 200: jsonAnswer("The holidays, by day", Holidays) },
      problems: ["MissingInformation", "InvalidData"],
    }),
    async (c) => {
      await core.venue.refreshIfExpired();
      const place = await holidayPlaceOfVenue(core);
      const { year } = c.req.valid("query");
      const holidays = place === null ? [] : await publicHolidays(place, year);
      return c.json({ country: place?.country ?? null, region: place?.region ?? null, holidays }, 200);
    },
  );

  app.openapi(
    managers.get("/api/holidays/places", {
      summary: "The countries and regions whose public holidays are known",
      responses: { 200: jsonAnswer("The countries, by name", HolidayPlaces) },
    }),
    async (c) => c.json({ countries: await holidayCountries() }, 200),
  );
}
