/** The wire shapes in which staff read, add and change rooms (decision 123). */
import { z } from "zod";
import { PLAN_LINE, readPlanLine } from "../../../core/venue/rooms/floor-plan.ts";
import { priceRulesTrouble } from "../../../core/venue/rooms/price-rules.ts";
import {
  Amount,
  cents,
  Day,
  integer,
  namedObject,
  requiredLine,
  requiredText,
  singleLineText,
} from "../fields.ts";
import { LaterPrices, Room } from "../room.ts";

/** A price per hour, half day or full day; cents once parsed. */
const price = (label: string) =>
  cents(`${label} must be an amount up to 100000.00, such as 75.00`, { max: 10_000_000 });

const lines = (label: string) =>
  z
    .array(requiredLine(label, 120), { error: `${label} must be a list of texts` })
    .max(30, `${label}: at most 30`);

const feet = (label: string) =>
  integer(label, 1, 999).nullable().meta({ description: "Feet; null: not measured" });

/** A plan's line names itself in its error; whether it lies within the walls is the core's to say. */
const plan = lines("Plan").superRefine((all, context) => {
  const wrong = all.findIndex((line) => readPlanLine(line) === null);
  if (wrong === -1) return;
  context.addIssue({ code: "custom", message: `Plan, line ${wrong + 1}: write it like "${PLAN_LINE}"` });
});

const words = (label: string) =>
  z
    .string({ error: `${label} must be text` })
    .trim()
    .max(300, `${label} must be at most 300 characters`);

/** What staff set of a room. A new field needs one line here, and one where a room is read. */
const fields = {
  name: requiredLine("Name", 80),
  description: requiredText("Description", 2_000),
  capacity: integer("Capacity", 1, 100_000),
  hourlyRate: price("Hourly rate"),
  halfDayRate: price("Half-day rate"),
  fullDayRate: price("Full-day rate"),
  features: lines("Features"),
  equipment: lines("Equipment"),
  category: z.enum(["basic", "professional", "premium"], { error: "Choose basic, professional or premium" }),
  widthFeet: feet("Width"),
  depthFeet: feet("Depth"),
  heightFeet: feet("Height"),
  plan,
  sound: words("How it sounds"),
  look: words("How it looks"),
  bookable: z.boolean({ error: "Bookable must be true or false" }),
  overlay: z
    .string({ error: "Overlay must be text" })
    .trim()
    .max(40, "Overlay must be at most 40 characters")
    .refine(...singleLineText("Overlay"))
    .transform((text) => text || null)
    .nullable()
    .meta({ description: "The text across its card (COMING SOON); null or empty: none" }),
  displayOrder: integer("Display order", -10_000, 10_000),
  engineerAvailable: z.boolean({ error: "Engineer available must be true or false" }),
  engineerHourlyRate: price("Engineer's hourly fee"),
  engineerHalfDayRate: price("Engineer's half-day fee"),
  engineerFullDayRate: price("Engineer's full-day fee"),
  turnaroundHours: integer("Turnaround", 0, 12),
  priceRules: lines("Price rules").superRefine((all, context) => {
    const message = priceRulesTrouble(all);
    if (message) context.addIssue({ code: "custom", message });
  }),
  leastHours: integer("Shortest booking", 1, 12),
  retired: z.boolean({ error: "Retired must be true or false" }).meta({
    description: "Not shown and not bookable; its bookings stay",
  }),
};

/** Prices of visits from a day after today. */
export const NewLaterPrices = namedObject("NewLaterPrices", {
  from: Day,
  hourlyRate: fields.hourlyRate,
  halfDayRate: fields.halfDayRate,
  fullDayRate: fields.fullDayRate,
  priceRules: fields.priceRules.default([]),
});
export type NewLaterPrices = z.input<typeof NewLaterPrices>;

/** A room to be added. Fields that are left out are empty, and the room takes bookings. */
export const NewRoomSettings = z
  .object(fields)
  .omit({ retired: true })
  .extend({
    features: fields.features.default([]),
    equipment: fields.equipment.default([]),
    category: fields.category.default("basic"),
    widthFeet: fields.widthFeet.default(null),
    depthFeet: fields.depthFeet.default(null),
    heightFeet: fields.heightFeet.default(null),
    plan: fields.plan.default([]),
    sound: fields.sound.default(""),
    look: fields.look.default(""),
    bookable: fields.bookable.default(true),
    overlay: fields.overlay.default(null),
    displayOrder: fields.displayOrder.optional(),
    engineerAvailable: fields.engineerAvailable.default(false),
    engineerHourlyRate: fields.engineerHourlyRate.optional(),
    engineerHalfDayRate: fields.engineerHalfDayRate.optional(),
    engineerFullDayRate: fields.engineerFullDayRate.optional(),
    turnaroundHours: fields.turnaroundHours.default(0),
    priceRules: fields.priceRules.default([]),
    leastHours: fields.leastHours.default(1),
  })
  .meta({ id: "NewRoomSettings" });
export type NewRoomSettings = z.output<typeof NewRoomSettings>;

/** The changed fields. A price applies from now on; existing bookings keep theirs. */
export const RoomSettingsChange = z
  .object({
    ...fields,
    photoIds: z.array(z.uuid("Name photos by their ids"), { error: "Photo ids must be a list" }).max(100),
    version: integer("Version", 0).meta({
      description: "As the room was read; 409 if it has been changed since",
    }),
  })
  .partial()
  .meta({ id: "RoomSettingsChange" });
export type RoomSettingsChange = z.output<typeof RoomSettingsChange>;

/** A room as staff set it: every field that visitors see, and those that only staff see. */
export const RoomSettings = Room.omit({ timeZone: true, nextFreeAt: true, openDay: true })
  .extend({
    overlay: z.string().nullable(),
    widthFeet: z.number().int().nullable(),
    depthFeet: z.number().int().nullable(),
    heightFeet: z.number().int().nullable(),
    plan: z.array(z.string()),
    sound: z.string(),
    look: z.string(),
    engineerHourlyRate: Amount,
    engineerHalfDayRate: Amount,
    engineerFullDayRate: Amount,
    turnaroundHours: z.number().int(),
    priceRules: z.array(z.string()),
    leastHours: z.number().int(),
    laterPrices: z.array(LaterPrices),
    retired: z.boolean(),
    version: z.number().int().meta({ description: "Send it with a change, so that no other change is lost" }),
  })
  .meta({ id: "RoomSettings" });
export type RoomSettings = z.infer<typeof RoomSettings>;
