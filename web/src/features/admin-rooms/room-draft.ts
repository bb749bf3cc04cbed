/** Defines a room's fields as one list, holds what is typed into them, and computes what is sent. */
import type { z } from "zod";
import type { Room } from "../../../../bff/contract/room.ts";
import type {
  NewRoomSettings,
  RoomSettings,
  RoomSettingsChange,
} from "../../../../bff/contract/venue/room-settings.ts";
import { PLAN_LINE } from "../../../../core/venue/rooms/floor-plan.ts";
import { firstOverlayOf } from "../../../../core/venue/rooms/overlays.ts";
import { PRICE_RULE_LINE } from "../../../../core/venue/rooms/price-rules.ts";
import { typedLines } from "../../form/typed-lines.ts";

type Sent = z.input<typeof NewRoomSettings> & Pick<z.input<typeof RoomSettingsChange>, "retired">;

type Kind = "text" | "long" | "words" | "whole" | "measure" | "amount" | "lines" | "plan" | "yes" | "choice";

export interface RoomField {
  name: Exclude<keyof Sent, "displayOrder">;
  label: string;
  kind: Kind;
  hint?: string;
  /** The field may stay empty. */
  optional?: true;
  choices?: readonly string[];
  /** Applies only if the room offers an engineer. */
  ofEngineer?: true;
  /** Not shown for a room that is being added. */
  later?: true;
}

/** Every field of a room that staff set, in the form's order: a new field of the contract gets one line here. */
export const ROOM_FIELDS = [
  { name: "name", label: "Name", kind: "text", hint: "The address of its page stays the same." },
  { name: "capacity", label: "Capacity, people", kind: "whole" },
  { name: "description", label: "Description", kind: "long" },
  {
    name: "hourlyRate",
    label: "Hourly rate",
    kind: "amount",
    hint: "Applies as soon as it is saved. Existing bookings keep their price.",
  },
  { name: "halfDayRate", label: "Half day, 4 hours", kind: "amount" },
  { name: "fullDayRate", label: "Full day, 8 hours", kind: "amount" },
  {
    name: "features",
    label: "Features",
    kind: "lines",
    optional: true,
    hint: "One per line. The card shows the first two.",
  },
  { name: "equipment", label: "Equipment", kind: "lines", optional: true, hint: "One per line." },
  {
    name: "widthFeet",
    label: "Width, feet",
    kind: "measure",
    optional: true,
    hint: "Between the walls, as you face the back.",
  },
  { name: "depthFeet", label: "Depth, feet", kind: "measure", optional: true },
  { name: "heightFeet", label: "Ceiling, feet", kind: "measure", optional: true },
  {
    name: "plan",
    label: "Plan",
    kind: "plan",
    optional: true,
    hint: `One thing per line, like "${PLAN_LINE}": feet from the left wall, feet from the back wall, width x depth. 0 deep or wide: a door or window in the wall.`,
  },
  { name: "sound", label: "How it sounds", kind: "words", optional: true },
  { name: "look", label: "How it looks", kind: "words", optional: true },
  { name: "category", label: "Category", kind: "choice", choices: ["basic", "professional", "premium"] },
  {
    name: "overlay",
    label: "Overlay on its card",
    kind: "text",
    optional: true,
    hint: "For example COMING SOON. The room can still be booked on its page.",
  },
  {
    name: "turnaroundHours",
    label: "Turnaround, hours",
    kind: "whole",
    hint: "Hours that stay free between two visits.",
  },
  {
    name: "priceRules",
    label: "Price rules",
    kind: "lines",
    optional: true,
    hint: `Where the price differs, one rule per line, like "${PRICE_RULE_LINE}": days, hours, change. Of two rules for an hour the first counts. Half and full days change by the average of their hours.`,
  },
  {
    name: "leastHours",
    label: "Shortest booking, hours",
    kind: "whole",
    hint: "Of bookings by the hour. The room's page asks for at least two.",
  },
  { name: "bookable", label: "Takes bookings", kind: "yes" },
  { name: "engineerAvailable", label: "An engineer is available", kind: "yes" },
  { name: "engineerHourlyRate", label: "Engineer, per hour", kind: "amount", ofEngineer: true },
  { name: "engineerHalfDayRate", label: "Engineer, half day", kind: "amount", ofEngineer: true },
  { name: "engineerFullDayRate", label: "Engineer, full day", kind: "amount", ofEngineer: true },
  {
    name: "retired",
    label: "Retired",
    kind: "yes",
    later: true,
    hint: "Not shown and not bookable. Its bookings stay.",
  },
] as const satisfies readonly RoomField[];

export type FieldName = (typeof ROOM_FIELDS)[number]["name"];
const FIELD_NAMES: readonly FieldName[] = ROOM_FIELDS.map(({ name }) => name);

/** The values of the controls: text, or whether a box is ticked. */
export type RoomDraft = Record<FieldName, string | boolean>;

export const NEW_ROOM: Omit<RoomSettings, "id" | "slug" | "imageUrl" | "version" | "displayOrder"> = {
  name: "",
  description: "",
  capacity: 10,
  hourlyRate: "",
  halfDayRate: "",
  fullDayRate: "",
  features: [],
  equipment: [],
  images: [],
  photos: [],
  category: "basic",
  widthFeet: null,
  depthFeet: null,
  heightFeet: null,
  plan: [],
  sound: "",
  look: "",
  bookable: true,
  overlay: null,
  engineerAvailable: false,
  engineerHourlyRate: "50.00",
  engineerHalfDayRate: "200.00",
  engineerFullDayRate: "400.00",
  turnaroundHours: 0,
  priceRules: [],
  leastHours: 1,
  laterPrices: [],
  retired: false,
};

/** What a new room has before it is added. */
const NO_ROOM = { ...NEW_ROOM, id: 0, slug: "new-room", imageUrl: "", displayOrder: 0 };

const typedOf = (value: RoomSettings[FieldName]): string | boolean => {
  if (typeof value === "boolean") return value;
  return Array.isArray(value) ? value.join("\n") : String(value ?? "");
};

/** The room's values for its controls. */
export const draftOf = (room: Pick<RoomSettings, FieldName>): RoomDraft => {
  const typed = FIELD_NAMES.map((name) => [name, typedOf(room[name])]);
  return Object.fromEntries(typed) as RoomDraft; // made from exactly the type's names
};

const sentOf = (kind: Kind, typed: string | boolean): unknown => {
  if (typeof typed === "boolean") return typed;
  switch (kind) {
    case "whole":
      return typed.trim() === "" ? undefined : Number(typed);
    case "measure":
      return typed.trim() === "" ? null : Number(typed);
    case "lines":
    case "plan":
      return typedLines(typed);
    case "amount":
      return typed.trim();
    default:
      return typed;
  }
};

/** Every field as the call takes it; the engineer's only if the room offers one. The contract checks the values. */
export function sentDraft(draft: RoomDraft, isNew: boolean): Record<string, unknown> {
  const fields: readonly RoomField[] = ROOM_FIELDS;
  return Object.fromEntries(
    fields
      .filter(
        ({ ofEngineer, later }) => (!ofEngineer || draft.engineerAvailable === true) && !(later && isNew),
      )
      .map(({ name, kind }) => [name, sentOf(kind, draft[name])]),
  );
}

/** The fields that differ from `base`. */
export function changesIn(draft: RoomDraft, base: RoomDraft): Record<string, unknown> {
  const before = sentDraft(base, false);
  const after = Object.entries(sentDraft(draft, false));
  return Object.fromEntries(
    after.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  );
}

const amountOf = (typed: unknown): string => {
  const units = Number(typed);
  return Number.isFinite(units) ? units.toFixed(2) : "0.00";
};

/** The sides that are typed as feet. */
function measuresOf({ widthFeet, depthFeet, heightFeet }: RoomDraft) {
  const typed = { widthFeet, depthFeet, heightFeet };
  const measured = Object.entries(typed).filter(([, feet]) => Number(feet) > 0);
  return Object.fromEntries(measured.map(([side, feet]) => [side, Number(feet)]));
}

/** The room as visitors would see it with the typed values. `shown` is the room as they see it now; a new room has all its hours free. */
export function previewOf(
  draft: RoomDraft,
  { settings, shown, timeZone }: { settings: RoomSettings | null; shown: Room | undefined; timeZone: string },
): Room {
  const sent = sentDraft(draft, settings === null);
  const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
  const { id, slug, imageUrl, images, photos, displayOrder, category } = settings ?? NO_ROOM;
  const overlay = String(draft.overlay).trim() || null;
  return {
    ...{ id, slug, imageUrl, images, photos, displayOrder, category },
    name: String(draft.name) || "New room",
    description: String(draft.description),
    capacity: Number(draft.capacity) || 0,
    hourlyRate: amountOf(draft.hourlyRate),
    halfDayRate: amountOf(draft.halfDayRate),
    fullDayRate: amountOf(draft.fullDayRate),
    features: texts(sent.features),
    equipment: texts(sent.equipment),
    ...measuresOf(draft),
    plan: texts(sent.plan),
    sound: String(draft.sound).trim(),
    look: String(draft.look).trim(),
    bookable: draft.bookable === true,
    engineerAvailable: draft.engineerAvailable === true,
    engineerHourlyRate: amountOf(draft.engineerHourlyRate),
    engineerHalfDayRate: amountOf(draft.engineerHalfDayRate),
    engineerFullDayRate: amountOf(draft.engineerFullDayRate),
    ...(overlay === firstOverlayOf(slug) ? {} : { overlay }),
    timeZone,
    nextFreeAt: shown?.nextFreeAt ?? null,
    openDay: draft.bookable === true ? (shown?.openDay ?? null) : null,
  };
}
