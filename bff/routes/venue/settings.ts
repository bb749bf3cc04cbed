/** The calls by which staff change the venue: its rooms and its settings (decisions 117, 118). */
import { z } from "zod";
import { coverNewRooms } from "../../../core/closure/whole-venue.ts";
import { MANAGERS } from "../../../core/staff/staff.ts";
import {
  addRoom,
  changeRoom,
  changeSettings,
  schedulePrices,
  withdrawPrices,
  withdrawSettingsChange,
} from "../../../core/venue/handle.ts";
import { ENGINEER_FEE } from "../../../core/venue/rooms/room-rates.ts";
import { venueDayOf } from "../../../core/venue/time/venue-time.ts";
import { staffCalls, staffMeta } from "../../access/staff-access.ts";
import { staffAndTokenCalls } from "../../access/token-access.ts";
import type { App, Bff } from "../../context.ts";
import { Day } from "../../contract/fields.ts";
import {
  NewLaterPrices,
  NewRoomSettings,
  RoomSettings,
  RoomSettingsChange,
} from "../../contract/venue/room-settings.ts";
import { VenueChange, VenueWithChanges } from "../../contract/venue/venue-record.ts";
import { answerCreated, answerWritten, problem } from "../../http/answers.ts";
import { ById, FORM_PROBLEMS, jsonAnswer, jsonAnswerOfWrite, jsonBody } from "../../http/openapi.ts";
import { checkHolidayPlace, holidayPlaceOfVenue } from "../../wire/holiday-place.ts";
import { roomSettingsJson } from "../../wire/room-parts-json.ts";
import { venueWithChangesJson } from "../../wire/venue-json.ts";
import { offerFreedHours } from "./offer-freed-hours.ts";

/** Settings of a room that may decide whether a wish fits. */
const FITTING = [
  "bookable",
  "retired",
  "capacity",
  "engineerAvailable",
  "turnaroundHours",
  "leastHours",
] as const satisfies readonly (keyof RoomSettingsChange)[];

const CHANGE_PROBLEMS = [...FORM_PROBLEMS, "ConcurrentChange"] as const;

export function settingsRoutes(app: App, bff: Bff): void {
  const { core } = bff;
  const staff = staffCalls(bff, "Venue");
  const roomWriters = staffAndTokenCalls(bff, "Venue", "rooms:write", MANAGERS);
  const managers = staffCalls(bff, "House", MANAGERS);

  app.openapi(
    staff.get("/api/staff/rooms", {
      summary: "The settings of every room, retired ones included",
      responses: { 200: jsonAnswer("The rooms, in display order", z.array(RoomSettings)) },
    }),
    async (c) => {
      await core.venue.refreshIfExpired();
      return c.json(
        core.rooms.allIncludingRetired().map((room) => roomSettingsJson(room, today())),
        200,
      );
    },
  );

  app.openapi(
    roomWriters.post("/api/rooms", {
      summary: "Add a room",
      description:
        "For managers and admins. Its address is made from its name, and stays if the name changes.",
      request: jsonBody(NewRoomSettings),
      responses: { 201: jsonAnswerOfWrite("The room after the change", RoomSettings) },
      problems: [...CHANGE_PROBLEMS],
    }),
    async (c) => {
      const {
        hourlyRate,
        halfDayRate,
        fullDayRate,
        engineerAvailable,
        engineerHourlyRate = ENGINEER_FEE.hourlyCents,
        engineerHalfDayRate = ENGINEER_FEE.halfDayCents,
        engineerFullDayRate = ENGINEER_FEE.fullDayCents,
        ...room
      } = c.req.valid("json");
      const fee = {
        hourlyCents: engineerHourlyRate,
        halfDayCents: engineerHalfDayRate,
        fullDayCents: engineerFullDayRate,
      };
      const rates = { hourlyCents: hourlyRate, halfDayCents: halfDayRate, fullDayCents: fullDayRate };
      const engineer = engineerAvailable ? fee : null;
      const outcome = await addRoom(core, { ...room, rates, engineer }, { meta: staffMeta(c) });
      if (outcome.ok) {
        await coverNewRooms(core, staffMeta(c));
        await offerFreedHours(c, bff);
      }
      return answerCreated(c, outcome, (value) => standing(value.id));
    },
  );

  app.openapi(
    roomWriters.patch("/api/rooms/{id}", {
      summary: "Change a room",
      description:
        "For managers and admins. Any of the fields; a price applies from now on, and existing bookings keep theirs.",
      request: { params: ById, ...jsonBody(RoomSettingsChange) },
      responses: { 200: jsonAnswerOfWrite("The room after the change", RoomSettings) },
      problems: [...CHANGE_PROBLEMS, "RoomNotFound", "InvalidRoom", "RoomMovedOn"],
    }),
    async (c) => {
      const {
        hourlyRate,
        halfDayRate,
        fullDayRate,
        engineerHourlyRate,
        engineerHalfDayRate,
        engineerFullDayRate,
        version,
        ...changes
      } = c.req.valid("json");
      const fee = {
        hourlyCents: engineerHourlyRate,
        halfDayCents: engineerHalfDayRate,
        fullDayCents: engineerFullDayRate,
      };
      const outcome = await changeRoom(
        core,
        c.req.valid("param").id,
        {
          ...changes,
          rates: { hourlyCents: hourlyRate, halfDayCents: halfDayRate, fullDayCents: fullDayRate },
          ...(Object.values(fee).some((cents) => cents !== undefined) ? { engineerFee: fee } : {}),
        },
        { meta: staffMeta(c), version },
      );
      const maySuit = FITTING.some((field) => changes[field] !== undefined);
      if (outcome.ok && maySuit) await offerFreedHours(c, bff);
      return answerWritten(c, outcome, (value) => standing(value.id));
    },
  );

  app.openapi(
    roomWriters.post("/api/rooms/{id}/prices", {
      summary: "Schedule prices",
      description:
        "For managers and admins. For visits from a day after today on; bookings that were made before keep theirs. The same day again replaces what was scheduled for it.",
      request: { params: ById, ...jsonBody(NewLaterPrices) },
      responses: { 200: jsonAnswerOfWrite("The room after the change", RoomSettings) },
      problems: [...CHANGE_PROBLEMS, "RoomNotFound", "InvalidRoom"],
    }),
    async (c) => {
      const { from, hourlyRate, halfDayRate, fullDayRate, priceRules } = c.req.valid("json");
      const rates = { hourlyCents: hourlyRate, halfDayCents: halfDayRate, fullDayCents: fullDayRate };
      const prices = { from, ...rates, priceRules };
      const outcome = await schedulePrices(core, c.req.valid("param").id, prices, { meta: staffMeta(c) });
      return answerWritten(c, outcome, (value) => standing(value.id));
    },
  );

  app.openapi(
    roomWriters.delete("/api/rooms/{id}/prices/{from}", {
      summary: "Withdraw scheduled prices",
      description: "For managers and admins. Prices that have not begun no longer apply.",
      request: { params: ById.extend({ from: Day }) },
      responses: { 200: jsonAnswerOfWrite("The room after the change", RoomSettings) },
      problems: ["InvalidData", "RoomNotFound", "InvalidRoom", "ConcurrentChange"],
    }),
    async (c) => {
      const { id, from } = c.req.valid("param");
      const outcome = await withdrawPrices(core, id, from, { meta: staffMeta(c) });
      return answerWritten(c, outcome, (value) => standing(value.id));
    },
  );

  app.openapi(
    managers.get("/api/staff/house", {
      summary: "The venue's settings and scheduled changes",
      description: "For managers and admins.",
      responses: { 200: jsonAnswer("The same as the answer to a change", VenueWithChanges) },
    }),
    async (c) => {
      await core.venue.refreshIfExpired();
      return c.json(await asItStands(), 200);
    },
  );

  app.openapi(
    managers.patch("/api/house", {
      summary: "Change the venue's settings",
      description:
        "For managers and admins. Any of the fields, from a venue day on. Opening hours apply to visits on that day and later, all other settings to bookings made from then on. A field that is sent applies on every day from then on and replaces scheduled changes of it; a field that is left out stays as it was decided. Each day of the week counts as a field. Existing bookings keep their terms and hours.",
      request: jsonBody(VenueChange),
      responses: { 200: jsonAnswerOfWrite("The venue's settings and scheduled changes", VenueWithChanges) },
      problems: [...CHANGE_PROBLEMS, "InvalidHouse"],
    }),
    async (c) => {
      const { from, country, region, ...changes } = c.req.valid("json");
      await core.venue.refreshIfExpired();
      const asked = await checkHolidayPlace(core, { country, region }, from);
      if (!asked.ok) return problem(c, "InvalidHouse", { errors: [asked.error] });
      const set = { ...changes, ...asked.place };
      const outcome = await changeSettings(core, { from, changes: set }, { meta: staffMeta(c) });
      if (outcome.ok && changes.openingHours) await offerFreedHours(c, bff);
      return answerWritten(c, outcome, asItStands);
    },
  );

  app.openapi(
    managers.delete("/api/house/changes/{id}", {
      summary: "Withdraw a scheduled change",
      description:
        "For managers and admins. A change of `upcoming` that has not begun no longer applies, and the settings that it replaced apply again. Existing bookings keep their terms and hours.",
      request: { params: ById },
      responses: { 200: jsonAnswerOfWrite("The venue's settings and scheduled changes", VenueWithChanges) },
      problems: ["HouseChangeNotFound", "HouseChangeBegun", "ConcurrentChange"],
    }),
    async (c) => {
      const id = c.req.valid("param").id;
      const outcome = await withdrawSettingsChange(core, id, { meta: staffMeta(c) });
      if (outcome.ok) await offerFreedHours(c, bff);
      return answerWritten(c, outcome, asItStands);
    },
  );

  const asItStands = async () => venueWithChangesJson(core, await holidayPlaceOfVenue(core));

  const today = () => venueDayOf(core.clock.now(), core.timeZone);

  /** The room in memory, which has just been read again. */
  function standing(id: number): RoomSettings {
    const room = core.rooms.byId(id);
    if (!room) throw new Error(`Room ${id} has just been written and cannot be read`);
    return roomSettingsJson(room, today());
  }
}
