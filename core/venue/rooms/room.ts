/** Defines the stream `room-N`: its events, the room that they describe, and the decision on each change. Pure; cents, whole hours. */
import { z } from "zod";
import type { Decision } from "../../log/decision.ts";
import { defineEvent, type EventOf } from "../../log/event-definition.ts";
import { refuse } from "../../log/rejection.ts";
import { defineStream } from "../../log/stream.ts";
import { planTrouble } from "./floor-plan.ts";

const ROOM_CATEGORIES = ["basic", "professional", "premium"] as const;

const feet = z.number().int().positive().nullable().default(null);
const cents = z.number().int().min(0);
const rates = z.object({ hourlyCents: cents, halfDayCents: cents, fullDayCents: cents });
/** The description of a room. A field that is added later needs a default, because earlier events do not contain it. */
const description = z.object({
  name: z.string(),
  description: z.string(),
  capacity: z.number().int().positive(),
  features: z.array(z.string()),
  equipment: z.array(z.string()),
  category: z.enum(ROOM_CATEGORIES),
  /** What the room shows of itself without a photo (decision 226); the ceiling's height. */
  widthFeet: feet,
  depthFeet: feet,
  heightFeet: feet,
  plan: z.array(z.string()).default([]),
  sound: z.string().default(""),
  look: z.string().default(""),
});
const photo = z.object({
  photoId: z.uuid(),
  alt: z.string(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
});
const turnaroundHours = z.number().int().min(0);
const priceRules = z.array(z.string());
const leastHours = z.number().int().min(1);
/** For visits from that venue day on. */
const laterPrices = z.object({ from: z.iso.date(), ...rates.shape, priceRules });
const displayOrder = z.number().int();
const overlay = z.string().nullable();

const addedRoom = z.object({
  slug: z.string(),
  ...description.shape,
  rates,
  imageUrl: z.string(),
  images: z.array(z.string()),
  displayOrder,
  /** False: shown, but accepts no new bookings. */
  bookable: z.boolean().default(true),
  /** The overlay on its card. */
  overlay: overlay.default(null),
  engineer: rates.nullable().default(null),
  turnaroundHours: turnaroundHours.default(0),
  /** Lines of price rules (decision 246). */
  priceRules: priceRules.default([]),
  /** The shortest hourly booking of a customer. */
  leastHours: leastHours.default(1),
  laterPrices: z.array(laterPrices).default([]),
});

const definitions = [
  /** The slug is permanent, whatever the room is called later. */
  defineEvent("RoomAdded", addedRoom),
  defineEvent("RoomDescribed", description),
  /** Applies from now on: existing bookings keep the price at which they were made. */
  defineEvent("RoomPriced", rates),
  defineEvent("RoomOpenedToBooking", z.object({})),
  defineEvent("RoomClosedToBooking", z.object({})),
  defineEvent("RoomOrdered", z.object({ displayOrder })),
  /** The overlay on its card ("COMING SOON"); null removes it. */
  defineEvent("RoomOverlaid", z.object({ overlay })),
  /** Its engineer can be booked, at this fee. */
  defineEvent("RoomEngineerOffered", rates),
  defineEvent("RoomEngineerWithdrawn", z.object({})),
  /** Hours that stay free between two visits. */
  defineEvent("RoomTurnaroundSet", z.object({ turnaroundHours })),
  /** For bookings made from now on, as a price is. */
  defineEvent("RoomPriceRulesSet", z.object({ priceRules })),
  defineEvent("RoomLeastHoursSet", z.object({ leastHours })),
  /** Prices of visits from a day on; earlier bookings keep theirs. */
  defineEvent("RoomPricesScheduled", laterPrices),
  /** The prices that were scheduled from that day do not hold any more. */
  defineEvent("RoomPricesWithdrawn", z.object({ from: z.iso.date() })),
  /** The picture itself is kept outside of the log, under this id. */
  defineEvent("RoomPhotoAdded", photo),
  /** A new description of the photo. */
  defineEvent("RoomPhotoDescribed", z.object({ photoId: z.uuid(), alt: z.string() })),
  defineEvent("RoomPhotoRemoved", z.object({ photoId: z.uuid() })),
  /** Every photo's id, in the new order. */
  defineEvent("RoomPhotosOrdered", z.object({ photoIds: z.array(z.uuid()) })),
  /** Retired: the room is not shown and cannot be booked. Its bookings stay. */
  defineEvent("RoomRetired", z.object({})),
  defineEvent("RoomReinstated", z.object({})),
] as const;

export type RoomEvent = EventOf<(typeof definitions)[number]>;
type DataOf<Type extends RoomEvent["type"]> = Extract<RoomEvent, { type: Type }>["data"];
/** A field that is left out gets the event's default. */
export type NewRoom = z.input<typeof addedRoom>;
type RoomPhoto = DataOf<"RoomPhotoAdded">;

/** The addresses of a room's posters. */
export const postersOf = (slug: string): Pick<NewRoom, "imageUrl" | "images"> => ({
  imageUrl: `/rooms/${slug}.svg`,
  images: [2, 3, 4].map((n) => `/rooms/${slug}-${n}.svg`),
});

export interface ExistingRoom extends DataOf<"RoomAdded"> {
  exists: true;
  /** The number of its events. */
  version: number;
  photos: RoomPhoto[];
  /** Retired: old bookings name it, and nothing else shows it. */
  retired: boolean;
}
export type RoomState = { exists: false } | ExistingRoom;

/** The room after the first of its events. */
export const roomAsAdded = (room: NewRoom): ExistingRoom => ({
  exists: true,
  version: 1,
  ...addedRoom.parse(room),
  photos: [],
  retired: false,
});

function evolve(state: RoomState, event: RoomEvent): RoomState {
  if (event.type === "RoomAdded") return roomAsAdded(event.data);
  return state.exists ? { ...evolveRoom(state, event), version: state.version + 1 } : state;
}

type RoomChange = Exclude<RoomEvent, { type: "RoomAdded" }>;

/** Without the prices from that day on. */
const without = ({ laterPrices: all }: Pick<ExistingRoom, "laterPrices">, day: string) =>
  all.filter(({ from }) => from !== day);

function evolveRoom(room: ExistingRoom, event: RoomChange): ExistingRoom {
  switch (event.type) {
    case "RoomDescribed":
    case "RoomOrdered":
    case "RoomOverlaid":
    case "RoomTurnaroundSet":
    case "RoomPriceRulesSet":
    case "RoomLeastHoursSet":
      return { ...room, ...event.data };
    case "RoomPriced":
      return { ...room, rates: event.data };
    case "RoomPricesScheduled":
      return {
        ...room,
        laterPrices: [...without(room, event.data.from), event.data].toSorted((a, b) =>
          a.from < b.from ? -1 : 1,
        ),
      };
    case "RoomPricesWithdrawn":
      return { ...room, laterPrices: without(room, event.data.from) };
    case "RoomOpenedToBooking":
      return { ...room, bookable: true };
    case "RoomClosedToBooking":
      return { ...room, bookable: false };
    case "RoomEngineerOffered":
      return { ...room, engineer: event.data };
    case "RoomEngineerWithdrawn":
      return { ...room, engineer: null };
    case "RoomPhotoAdded":
      return { ...room, photos: [...room.photos, event.data] };
    case "RoomPhotoDescribed": {
      const { photoId, alt } = event.data;
      return {
        ...room,
        photos: room.photos.map((photo) => (photo.photoId === photoId ? { ...photo, alt } : photo)),
      };
    }
    case "RoomPhotoRemoved":
      return { ...room, photos: room.photos.filter(({ photoId }) => photoId !== event.data.photoId) };
    case "RoomPhotosOrdered": {
      const place = (photo: RoomPhoto) => event.data.photoIds.indexOf(photo.photoId);
      return { ...room, photos: room.photos.toSorted((a, b) => place(a) - place(b)) };
    }
    case "RoomRetired":
      return { ...room, retired: true };
    case "RoomReinstated":
      return { ...room, retired: false };
    default:
      return event satisfies never;
  }
}

export const roomStream = defineStream({
  category: "room",
  events: definitions,
  initial: { exists: false } as RoomState,
  evolve,
});

type Described = DataOf<"RoomDescribed">;

/** The fields to change; fields that are left out stay. `rates` and `engineerFee` may name some of their three. */
type Some<Fields> = { [Field in keyof Fields]?: Fields[Field] | undefined };

export interface RoomChanges extends Some<Described> {
  rates?: Some<DataOf<"RoomPriced">> | undefined;
  bookable?: boolean | undefined;
  displayOrder?: number | undefined;
  overlay?: string | null | undefined;
  engineerAvailable?: boolean | undefined;
  /** Refused if no engineer is offered. */
  engineerFee?: Some<DataOf<"RoomEngineerOffered">> | undefined;
  turnaroundHours?: number | undefined;
  priceRules?: string[] | undefined;
  leastHours?: number | undefined;
  retired?: boolean | undefined;
  /** Every photo's id, in the new order. */
  photoIds?: string[] | undefined;
}

export type RoomCommand =
  | { type: "AddRoom"; room: NewRoom }
  /**
   * `usualFee`: an engineer's fee, if none has been set. `version`: the version of the room that the caller has seen;
   * the command is refused if the room has changed since.
   */
  | {
      type: "ChangeRoom";
      changes: RoomChanges;
      usualFee: NonNullable<NewRoom["engineer"]>;
      /** The venue day: a price that is changed now replaces scheduled ones that have begun. */
      today: string;
      version?: number | undefined;
    }
  /** `today`: the venue day. Later prices begin after it, and only those that have not begun are withdrawn. */
  | { type: "SchedulePrices"; prices: DataOf<"RoomPricesScheduled">; today: string }
  | { type: "WithdrawPrices"; from: string; today: string }
  | { type: "AddPhoto"; photo: RoomPhoto }
  | { type: "DescribePhoto"; photoId: string; alt: string }
  | { type: "RemovePhoto"; photoId: string };

const MOST_PHOTOS = 20;

/** What is already so makes no event. */
export function decideRoom(command: RoomCommand, state: RoomState): Decision<RoomEvent> {
  if (command.type === "AddRoom") {
    const room = addedRoom.parse(command.room);
    const trouble = planTrouble(room.plan, room);
    if (trouble) return refuse("InvalidRoom", { errors: [{ path: "plan", message: trouble }] });
    return { ok: true, events: state.exists ? [] : [{ type: "RoomAdded", data: room }] };
  }
  if (!state.exists) return refuse("RoomNotFound");
  if (command.type === "SchedulePrices" || command.type === "WithdrawPrices")
    return decideLaterPrices(command, state);
  if (command.type !== "ChangeRoom") return decidePhoto(command, state);
  const { changes, usualFee, today, version = state.version } = command;
  if (version !== state.version) return refuse("RoomMovedOn");
  if (changes.photoIds && !isOrderOf(state.photos, changes.photoIds)) {
    return refuse("InvalidRoom", {
      errors: [{ path: "photoIds", message: "Name every photo of the room once" }],
    });
  }
  const described = given(description.parse(state), changes);
  const trouble = planTrouble(described.plan, described);
  if (trouble) return refuse("InvalidRoom", { errors: [{ path: "plan", message: trouble }] });
  const offered = changes.engineerAvailable ?? state.engineer !== null;
  if (changes.engineerFee && !offered) {
    const message = "No engineer is offered in this room";
    return refuse("InvalidRoom", { errors: [{ path: "engineerHourlyRate", message }] });
  }
  const fee = given({ ...usualFee, ...state.engineer }, changes.engineerFee ?? {});
  const { bookable = state.bookable, retired = state.retired } = changes;
  const current = pricesNow(state, changes, today);
  const wanted: RoomChange[] = [
    { type: "RoomDescribed", data: described },
    { type: "RoomPriced", data: given(current.rates, changes.rates ?? {}) },
    offered ? { type: "RoomEngineerOffered", data: fee } : { type: "RoomEngineerWithdrawn", data: {} },
    { type: "RoomTurnaroundSet", data: given({ turnaroundHours: state.turnaroundHours }, changes) },
    { type: "RoomPriceRulesSet", data: given({ priceRules: current.priceRules }, changes) },
    ...current.replaced.map((from) => ({ type: "RoomPricesWithdrawn" as const, data: { from } })),
    { type: "RoomLeastHoursSet", data: given({ leastHours: state.leastHours }, changes) },
    { type: "RoomOverlaid", data: given({ overlay: state.overlay }, changes) },
    { type: "RoomOrdered", data: given({ displayOrder: state.displayOrder }, changes) },
    { type: bookable ? "RoomOpenedToBooking" : "RoomClosedToBooking", data: {} },
    { type: retired ? "RoomRetired" : "RoomReinstated", data: {} },
    ...(changes.photoIds
      ? [{ type: "RoomPhotosOrdered" as const, data: { photoIds: changes.photoIds } }]
      : []),
  ];
  return { ok: true, events: wanted.filter((event) => changesAnything(state, event)) };
}

/** The prices that a change of prices begins with; without one, what is stored. `replaced`: the days of scheduled ones that have begun. */
function pricesNow(room: ExistingRoom, { rates: asked, priceRules: rules }: RoomChanges, today: string) {
  const isAsked = rules !== undefined || Object.values(asked ?? {}).some((cents) => cents !== undefined);
  const begun = isAsked ? room.laterPrices.filter(({ from }) => from <= today) : [];
  const last = begun.at(-1);
  if (!last) return { rates: room.rates, priceRules: room.priceRules, replaced: [] };
  const { from: _from, priceRules: lastRules, ...lastRates } = last;
  return { rates: lastRates, priceRules: lastRules, replaced: begun.map(({ from }) => from) };
}

function decideLaterPrices(
  command: Extract<RoomCommand, { type: "SchedulePrices" | "WithdrawPrices" }>,
  room: ExistingRoom,
): Decision<RoomEvent> {
  const refused = (message: string) => refuse("InvalidRoom", { errors: [{ path: "from", message }] });
  const { today } = command;
  if (command.type === "SchedulePrices") {
    const { prices } = command;
    if (prices.from <= today) return refused("Choose a day after today; prices of today are the room's own");
    const isThere = room.laterPrices.some((one) => JSON.stringify(one) === JSON.stringify(prices));
    return { ok: true, events: isThere ? [] : [{ type: "RoomPricesScheduled", data: prices }] };
  }
  const { from } = command;
  if (from <= today) return refused("These prices hold already. Change the room's prices instead");
  const isScheduled = room.laterPrices.some((one) => one.from === from);
  return isScheduled
    ? { ok: true, events: [{ type: "RoomPricesWithdrawn", data: { from } }] }
    : refused("No prices are scheduled from this day");
}

function decidePhoto(
  command: Extract<RoomCommand, { type: "AddPhoto" | "DescribePhoto" | "RemovePhoto" }>,
  room: ExistingRoom,
): Decision<RoomEvent> {
  if (command.type === "AddPhoto") {
    if (room.photos.length < MOST_PHOTOS)
      return { ok: true, events: [{ type: "RoomPhotoAdded", data: command.photo }] };
    const message = `A room has at most ${MOST_PHOTOS} photos. Remove one first`;
    return refuse("InvalidRoom", { errors: [{ path: "photo", message }] });
  }
  const { photoId } = command;
  const photo = room.photos.find((one) => one.photoId === photoId);
  if (!photo) return refuse("PhotoNotFound");
  if (command.type === "RemovePhoto")
    return { ok: true, events: [{ type: "RoomPhotoRemoved", data: { photoId } }] };
  const { alt } = command;
  return {
    ok: true,
    events: photo.alt === alt ? [] : [{ type: "RoomPhotoDescribed", data: { photoId, alt } }],
  };
}

const isOrderOf = (photos: readonly RoomPhoto[], photoIds: readonly string[]): boolean =>
  photoIds.length === photos.length && photos.every(({ photoId }) => photoIds.includes(photoId));

/** Each field's new value: from `changes` if given, otherwise the old value. */
function given<Fields extends object>(
  before: Fields,
  changes: Partial<Record<keyof Fields, unknown>>,
): Fields {
  const set = Object.entries(changes).filter(([field, value]) => value !== undefined && field in before);
  return { ...before, ...Object.fromEntries(set) };
}

const changesAnything = (room: ExistingRoom, event: RoomChange): boolean =>
  JSON.stringify(evolveRoom(room, event)) !== JSON.stringify(room);
