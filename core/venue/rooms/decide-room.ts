/** Decides on each command on a room: its description, prices, photos, and whether it is shown. Pure; cents, whole hours. */
import type { Decision } from "../../log/decision.ts";
import { refuse } from "../../log/rejection.ts";
import { planTrouble } from "./floor-plan.ts";
import {
  addedRoom,
  type DataOf,
  description,
  type ExistingRoom,
  evolveRoom,
  type NewRoom,
  type RoomChange,
  type RoomEvent,
  type RoomPhoto,
  type RoomState,
} from "./room.ts";

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
