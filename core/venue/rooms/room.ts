/** Defines the stream `room-N`: its events, and the room that they describe. Pure; cents, whole hours. */
import { z } from "zod";
import { defineEvent, type EventOf } from "../../log/event-definition.ts";
import { defineStream } from "../../log/stream.ts";

const ROOM_CATEGORIES = ["basic", "professional", "premium"] as const;

const feet = z.number().int().positive().nullable().default(null);
const cents = z.number().int().min(0);
const rates = z.object({ hourlyCents: cents, halfDayCents: cents, fullDayCents: cents });
/** The description of a room. A field that is added later needs a default, because earlier events do not contain it. */
export const description = z.object({
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

export const addedRoom = z.object({
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
export type DataOf<Type extends RoomEvent["type"]> = Extract<RoomEvent, { type: Type }>["data"];
/** A field that is left out gets the event's default. */
export type NewRoom = z.input<typeof addedRoom>;
export type RoomPhoto = DataOf<"RoomPhotoAdded">;

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

export type RoomChange = Exclude<RoomEvent, { type: "RoomAdded" }>;

/** Without the prices from that day on. */
const without = ({ laterPrices: all }: Pick<ExistingRoom, "laterPrices">, day: string) =>
  all.filter(({ from }) => from !== day);

export function evolveRoom(room: ExistingRoom, event: RoomChange): ExistingRoom {
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
