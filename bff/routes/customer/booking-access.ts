/** The three kinds of access to one booking: a customer's session, a guest's signed link, and the cookie of the browser that made it. */
import type { Context, MiddlewareHandler } from "hono";
import { z } from "zod";
import { type LoadedSeries, loadSeries } from "../../../core/booking/series/load-series.ts";
import type { Booking } from "../../../core/booking/state/booking-state.ts";
import type { Core } from "../../../core/context.ts";
import type { CustomerAccount } from "../../../core/customer/account.ts";
import {
  type BookingHolder,
  guestHolder,
  isLinkValid,
  type OwnBooking,
  ownBooking,
} from "../../../core/customer/own-booking.ts";
import type { GuestClaim } from "../../../core/links.ts";
import type { EventMeta } from "../../../core/log/append-request.ts";
import type { Refused } from "../../../core/log/rejection.ts";
import { readPerson } from "../../../core/person/personal-data.ts";
import { ownSeries } from "../../../core/series/own-series.ts";
import type { OwnBookingRow } from "../../../projections/views/own-bookings.ts";
import {
  CUSTOMER_PROBLEMS,
  type CustomerEnv,
  customerMeta,
  requireCustomer,
  signedInCustomer,
  visitorMeta,
} from "../../access/customer-access.ts";
import { metaOfStaff, readStaff } from "../../access/staff-access.ts";
import type { Bff } from "../../context.ts";
import { type ProblemResponse, problem } from "../../http/answers.ts";
import type { BffContext, BffEnv, RespondingContext } from "../../http/hono-env.ts";
import { ById, PathId } from "../../http/openapi.ts";
import type { ProblemCode } from "../../http/problem-reasons.ts";

/** A right to a booking, and the meta for events that are made by it. */
interface BookingRight {
  holder: BookingHolder;
  meta: EventMeta;
}

/** A booking that the caller may see, and by which right. */
type Held = { ok: true; own: OwnBooking } & BookingRight;

/** A kind of access to a booking by an address of its own: the address, and the check of the caller. */
export interface BookingAccess {
  path: "/api/auth/bookings/{id}" | "/api/guest/{token}";
  tag: "Customers" | "Guests";
  /** The booking's description in the documentation. */
  booking: string;
  params: z.ZodObject;
  middleware: MiddlewareHandler;
  problems: readonly ProblemCode[];
  find(c: Context): Promise<Held | Refused>;
}

/** Access for the customer whose booking it is. */
export const customerAccess = (bff: Bff): BookingAccess => ({
  path: "/api/auth/bookings/{id}",
  tag: "Customers",
  booking: "a booking of one's own",
  params: ById,
  middleware: requireCustomer(bff),
  problems: CUSTOMER_PROBLEMS,
  async find(c: Context<CustomerEnv>) {
    const account = c.get("customer");
    const id = PathId.parse(c.req.param("id"));
    const meta = customerMeta(c, account);
    const held = await heldBy(bff.core, id, { holder: { kind: "customer", account }, meta });
    if (held.ok) return held;
    const claim = bff.bookingCookies.readClaims(c.env.incoming)?.find(({ bookingId }) => bookingId === id);
    const made = claim && (await heldBy(bff.core, id, { holder: { kind: "guest", ...claim }, meta }));
    return made?.ok && (await isUnderEmail(bff.core, made.own.booking, account)) ? made : held;
  },
});

/** Whether a booking was made without an account under the account's email, verified or not. */
async function isUnderEmail(core: Core, booking: Booking, { email }: CustomerAccount): Promise<boolean> {
  if (booking.userId !== null) return false;
  const person = await readPerson(core.sql, booking.personId);
  return isSameEmail(person?.email, email);
}

const isSameEmail = (one: string | null | undefined, other: string): boolean =>
  one?.toLowerCase() === other.toLowerCase();

/** The fields that `ownBooking` answers. */
export const isOwnRow = (row: OwnBookingRow, { id, email, emailVerified }: CustomerAccount): boolean =>
  row.userId === null ? emailVerified && isSameEmail(row.email, email) : row.userId === id;

/**
 * What a new account shows of this browser: bookings that it made under the account's email, whose cookies it still has (decision 220).
 * The cookie alone already opens them, so the account gets no right before its email is verified.
 */
export const isMadeHere = (
  core: Core,
  row: OwnBookingRow,
  { email }: CustomerAccount,
  claims: readonly GuestClaim[],
): boolean =>
  row.userId === null &&
  isSameEmail(row.email, email) &&
  claims.some((claim) => claim.bookingId === row.id && isLinkValid(core, claim, row));

/** Access for the holder of the link in the booking's mails. */
export const guestAccess = ({ core }: Bff): BookingAccess => ({
  path: "/api/guest/{token}",
  tag: "Guests",
  booking: "the booking",
  params: z.object({
    token: z
      .string()
      .meta({ description: "From the link in a booking's mails; valid until 30 days after the visit" }),
  }),
  middleware: setNoStore,
  problems: ["LinkInvalid"],
  async find(c: Context<BffEnv>) {
    const holder = guestHolder(core, c.req.param("token") ?? "");
    if (!holder.ok) return holder;
    return heldBy(core, holder.value.bookingId, { holder: holder.value, meta: visitorMeta(c) });
  },
});

export const setNoStore: MiddlewareHandler<BffEnv> = async (c, next) => {
  c.header("Cache-Control", "no-store");
  await next();
};

/** Problems of every call that accepts a session or the browser that made the booking. */
export const HOLDER_PROBLEMS = ["NotTheHolder", "ForeignOrigin"] as const satisfies readonly ProblemCode[];

/**
 * The booking, for its holder: by `token` of a guest's link if one is given; otherwise for the signed-in customer whose booking it is, or
 * for the browser that made it. All others get the same answer as for a booking that does not exist.
 */
export async function heldBooking(
  c: BffContext,
  bff: Bff,
  id: number,
  token?: string,
): Promise<Held | { ok: false; code: (typeof HOLDER_PROBLEMS)[number] }> {
  const rights = token === undefined ? await rightsOf(c, bff) : rightsByToken(c, bff, token);
  if (rights === null) return { ok: false, code: "ForeignOrigin" };
  // Most often the right is for this booking itself; a right to another date of its series is tried then.
  const isDirect = ({ holder }: BookingRight) => holder.kind !== "guest" || holder.bookingId === id;
  for (const right of [...rights.filter(isDirect), ...rights.filter((one) => !isDirect(one))]) {
    const held = await heldBy(bff.core, id, right);
    if (held.ok) return held;
  }
  return { ok: false, code: "NotTheHolder" };
}

/** Who acts on a series: its holder, with the dates that are theirs, or staff, with all. */
export interface SeriesCaller {
  ok: true;
  by: "holder" | "staff";
  series: LoadedSeries;
  meta: EventMeta;
}

/**
 * The series, for staff and for its holder as `heldBooking` finds them: a right to one of its dates is a right to those of the same
 * customer or mailbox. All others get the same answer as for a series that does not exist.
 */
export async function seriesCaller(
  c: RespondingContext & BffContext,
  bff: Bff,
  id: number,
  token?: string,
): Promise<SeriesCaller | { ok: false; response: ProblemResponse }> {
  const rights = token === undefined ? await rightsOf(c, bff) : rightsByToken(c, bff, token);
  if (rights === null) return { ok: false, response: problem(c, "ForeignOrigin") };
  const session = token === undefined ? await bff.sessions.read(c.env.incoming, "staff") : null;
  if (session?.state === "valid" && session.session.kind === "staff") {
    const staff = await readStaff(c, bff);
    if (!staff.ok) return staff;
    const series = await loadSeries(bff.core, id);
    return series
      ? { ok: true, by: "staff", series, meta: metaOfStaff(c, staff.account) }
      : { ok: false, response: problem(c, "SeriesNotFound") };
  }
  for (const { holder, meta } of rights) {
    const own = await ownSeries(bff.core, id, holder);
    if (own.ok) return { ok: true, by: "holder", series: own.value, meta };
  }
  // Staff whose session has ended must learn that they have to log in again.
  const code = session?.state === "ended" ? "SessionEnded" : "NotTheHolder";
  return { ok: false, response: problem(c, code) };
}

async function heldBy(core: Core, id: number, right: BookingRight): Promise<Held | Refused> {
  const own = await ownBooking(core, id, right.holder);
  return own.ok ? { ok: true, own: own.value, ...right } : own;
}

function rightsByToken(c: BffContext, { core }: Bff, token: string): BookingRight[] {
  const holder = guestHolder(core, token);
  return holder.ok ? [{ holder: holder.value, meta: visitorMeta(c) }] : [];
}

/** Null when another site could have made the browser send this. */
async function rightsOf(c: BffContext, bff: Bff): Promise<BookingRight[] | null> {
  const request = c.env.incoming;
  const session = await bff.sessions.read(request, "customer");
  const claims = bff.bookingCookies.readClaims(request);
  if (session.state === "foreign" || claims === null) return null;
  const account = await signedInCustomer(c, bff);
  const byCookie = claims.map(
    (claim): BookingRight => ({ holder: { kind: "guest", ...claim }, meta: visitorMeta(c) }),
  );
  if (!account) return byCookie;
  return [{ holder: { kind: "customer", account }, meta: customerMeta(c, account) }, ...byCookie];
}
