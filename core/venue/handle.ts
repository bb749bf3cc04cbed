/** Handles commands on rooms and settings, and notifies every process of the changes. */
import { randomUUID } from "node:crypto";
import type { Core } from "../context.ts";
import type { AppendRule, EventMeta } from "../log/append-request.ts";
import type { Decision, Outcome } from "../log/decision.ts";
import { hasStreamsOf } from "../log/read.ts";
import { type Refused, refuse } from "../log/rejection.ts";
import { requireExisting, transact } from "../log/transact.ts";
import type { Currency } from "./currency.ts";
import {
  type ChangeSettings,
  decideCurrency,
  decideLogo,
  decideSettings,
  decideSetupStep,
  withdrawChange,
} from "./decide-settings.ts";
import { type PreparedPhoto, storePhoto } from "./photos/stored-photos.ts";
import { decideRoom, type RoomChanges, type RoomCommand } from "./rooms/decide-room.ts";
import { type ExistingRoom, type NewRoom, postersOf, type RoomState, roomStream } from "./rooms/room.ts";
import { ENGINEER_FEE } from "./rooms/room-rates.ts";
import { writeRoom } from "./rooms/rooms.ts";
import { SETTINGS_ID, type SettingsEvent, type SettingsState, settingsStream } from "./settings-stream.ts";
import type { SetupStep } from "./setup.ts";
import { type VenueDay, venueDayOf } from "./time/venue-time.ts";
import { NOTIFY_VENUE_CHANGED } from "./venue.ts";

const SLUG_TAKEN = "rooms_slug_key";
const MAX_SLUG = 60;
const MAX_SAME_NAME = 50;

/** `"Dance Studio"` has the slug `dance-studio`; a name without Latin letters or digits has the slug `room`. */
export function slugOf(name: string): string {
  const words = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return (words ?? ["room"]).join("-").slice(0, MAX_SLUG).replace(/-$/, "");
}

export type AddRoom = Omit<NewRoom, "slug" | "imageUrl" | "images" | "displayOrder"> & {
  /** If absent, the room comes after every other. */
  displayOrder?: number | undefined;
};

interface Context {
  commandId?: string;
  meta: EventMeta;
}

export type RoomOutcome = Outcome<{ id: number; room: ExistingRoom }>;

/** Carries out a command on a room, or on a new one (`null`): writes its row and notifies every process. */
export async function handleRoom(
  core: Core,
  id: number | null,
  command: RoomCommand,
  context: Required<Context>,
  rules: (before: RoomState, after: RoomState) => readonly AppendRule[] = () => [],
): Promise<RoomOutcome> {
  const outcome = await transact(core, roomStream, id, {
    ...context,
    decide: (state) => decideRoom(command, state),
    appendRules: (before, after) => [
      ...rules(before, after),
      writeRoom(requireExisting(after)),
      NOTIFY_VENUE_CHANGED,
    ],
    refusals: { [SLUG_TAKEN]: refuse("ConcurrentChange") },
  });
  if (!outcome.ok) return outcome;
  await core.venue.reload();
  return { ...outcome, value: { id: outcome.value.id, room: requireExisting(outcome.value.state) } };
}

/** Adds a room with a slug of its own, made from its name; a second room of the same name gets `…-2`. Its posters are drawn by its slug. */
export async function addRoom(core: Core, room: AddRoom, { meta }: Context): Promise<RoomOutcome> {
  const named = slugOf(room.name);
  const last = Math.max(0, ...core.rooms.allIncludingRetired().map((other) => other.displayOrder));
  const { displayOrder = last + 1 } = room;
  for (let same = 1; same <= MAX_SAME_NAME; same++) {
    const slug = same === 1 ? named : `${named}-${same}`;
    const added = { ...room, displayOrder, slug, ...postersOf(slug) };
    const context = { commandId: `add-room:${randomUUID()}`, meta };
    const outcome = await handleRoom(core, null, { type: "AddRoom", room: added }, context);
    if (outcome.ok) return outcome;
  }
  return refuse("ConcurrentChange");
}

/** The append waits for claims of hours that are under way; later claims come after it (`guard.await_claims`). */
const AFTER_CLAIMS = { operation: "await_claims" } as const;

/** Changes the given fields of a room. `RoomNotFound` if there is none, `RoomMovedOn` if it has changed since `version`. */
export const changeRoom = (
  core: Core,
  id: number,
  changes: RoomChanges,
  { commandId = `change-room:${randomUUID()}`, meta, version }: Context & { version?: number | undefined },
): Promise<RoomOutcome> =>
  handleRoom(
    core,
    id,
    {
      type: "ChangeRoom",
      changes,
      usualFee: ENGINEER_FEE,
      version,
      today: todayOf(core),
    },
    { commandId, meta },
    (before, after) =>
      requireExisting(before).turnaroundHours === requireExisting(after).turnaroundHours
        ? []
        : [AFTER_CLAIMS],
  );

/** Schedules prices of visits from a day after today. `RoomNotFound`; `InvalidRoom` for another day. */
export const schedulePrices = (
  core: Core,
  id: number,
  prices: Extract<RoomCommand, { type: "SchedulePrices" }>["prices"],
  { meta }: Context,
): Promise<RoomOutcome> =>
  changePrices(core, id, { type: "SchedulePrices", prices, today: todayOf(core) }, meta);

/** Withdraws prices that have not begun. `RoomNotFound`; `InvalidRoom` if there are none from that day. */
export const withdrawPrices = (
  core: Core,
  id: number,
  from: VenueDay,
  { meta }: Context,
): Promise<RoomOutcome> =>
  changePrices(core, id, { type: "WithdrawPrices", from, today: todayOf(core) }, meta);

const todayOf = ({ clock, timeZone }: Core): VenueDay => venueDayOf(clock.now(), timeZone);

const changePrices = (core: Core, id: number, command: RoomCommand, meta: EventMeta): Promise<RoomOutcome> =>
  handleRoom(core, id, command, { commandId: `change-prices:${randomUUID()}`, meta });

/** Changes the given settings from a day on; from today if no day is given. */
export const changeSettings = (
  core: Core,
  { from, changes }: Pick<ChangeSettings, "changes"> & { from: VenueDay | undefined },
  context: Context,
): Promise<Outcome<null>> =>
  handleSettings(core, "change-settings", context, (settings, today) =>
    decideSettings({ from: from ?? today, today, changes }, settings),
  );

/** Withdraws a scheduled change. `HouseChangeNotFound` if there is none with that number, `HouseChangeBegun` from its day on. */
export const withdrawSettingsChange = (
  core: Core,
  change: number,
  context: Context,
): Promise<Outcome<null>> =>
  handleSettings(core, "withdraw-settings-change", context, (settings, today) =>
    withdrawChange({ change, today }, settings),
  );

/** Whether anything was ever booked: the currency stays then. The append of a change looks at the same. */
export const isCurrencyFixed = ({ sql }: Pick<Core, "sql">): Promise<boolean> =>
  hasStreamsOf(sql, ["booking"]);

/**
 * Sets the currency and how its amounts are written, at once. `InvalidHouse` for an unknown one; `CurrencyFixed` for
 * another currency once anything was booked.
 */
export const setCurrency = (core: Core, asked: Currency, context: Context): Promise<Outcome<null>> =>
  handleSettings(core, "set-currency", context, (settings) => decideCurrency(asked, settings), {
    rules: (before, after) =>
      before.fixed.currency === after.fixed.currency ? [] : [{ operation: "unless_booked" }],
    refusals: { [CURRENCY_FIXED]: refuse("CurrencyFixed") },
  });

const CURRENCY_FIXED = "currency_is_fixed";

/** Replaces the venue's logo, whose pixels are kept with the photos of rooms; null removes it. */
export const setLogo = (
  core: Core,
  photo: PreparedPhoto | null,
  context: Context,
): Promise<Outcome<null>> => {
  const logo = photo && { photoId: randomUUID(), width: photo.width, height: photo.height };
  return handleSettings(core, "set-logo", context, (settings) => decideLogo(logo, settings), {
    rules: ({ fixed: { logo: earlier } }) => [
      ...(photo && logo ? [storePhoto(logo.photoId, photo)] : []),
      ...(earlier ? [{ operation: "remove_photo" as const, photoId: earlier.photoId }] : []),
    ],
  });
};

/** Calls a step of the setup done, or open again. */
export const setSetupStep = (
  core: Core,
  asked: { step: SetupStep; done: boolean },
  context: Context,
): Promise<Outcome<null>> =>
  handleSettings(core, "set-setup-step", context, (settings) => decideSetupStep(asked, settings));

async function handleSettings(
  core: Core,
  name: string,
  { commandId = `${name}:${randomUUID()}`, meta }: Context,
  decide: (settings: SettingsState, today: VenueDay) => Decision<SettingsEvent>,
  {
    rules = () => [],
    refusals = {},
  }: {
    rules?: (before: SettingsState, after: SettingsState) => readonly AppendRule[];
    refusals?: Readonly<Record<string, Refused>>;
  } = {},
): Promise<Outcome<null>> {
  const today = venueDayOf(core.clock.now(), core.timeZone);
  const outcome = await transact(core, settingsStream, SETTINGS_ID, {
    commandId,
    meta,
    decide: (settings) => decide(settings, today),
    appendRules: (before, after) => [...rules(before, after), NOTIFY_VENUE_CHANGED],
    refusals,
  });
  if (!outcome.ok) return outcome;
  await core.venue.reload();
  return { ...outcome, value: null };
}
