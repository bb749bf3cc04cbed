/** The three kinds of access to one booking: a customer's session, a guest's signed link, and the cookie of the browser that made it. */
import type { Context, MiddlewareHandler } from "hono";
import { z } from "zod";
import {
  type BookingHolder,
  guestHolder,
  type OwnBooking,
  ownBooking,
} from "../../../core/customer/own-booking.ts";
import type { EventMeta } from "../../../core/log/append-request.ts";
import type { Refused } from "../../../core/rejection.ts";
import {
  CUSTOMER_PROBLEMS,
  type CustomerEnv,
  customerMeta,
  requireCustomer,
  signedInCustomer,
  visitorMeta,
} from "../../access/customer-guard.ts";
import type { Bff } from "../../context.ts";
import type { BffContext, BffEnv } from "../../http/hono-env.ts";
import { ById, PathId } from "../../http/openapi.ts";
import type { ProblemCode } from "../../http/problem-reasons.ts";

/** The booking that a request is about, the access by which the caller holds it, and the meta for its events. */
interface Way {
  id: number;
  holder: BookingHolder;
  meta: EventMeta;
}
export type Access = ({ ok: true } & Way) | Refused;

/** A kind of access to a booking: its address, and the check of the caller. */
export interface Door {
  path: "/api/auth/bookings/{id}" | "/api/guest/{token}";
  tag: "Customers" | "Guests";
  /** The booking's description in the documentation. */
  booking: string;
  params: z.ZodObject;
  middleware: MiddlewareHandler;
  problems: readonly ProblemCode[];
  access(c: Context): Access;
}

/** Access for the customer whose booking it is. */
export const sessionDoor = (bff: Bff): Door => ({
  path: "/api/auth/bookings/{id}",
  tag: "Customers",
  booking: "a booking of one's own",
  params: ById,
  middleware: requireCustomer(bff),
  problems: CUSTOMER_PROBLEMS,
  access(c: Context<CustomerEnv>) {
    const account = c.get("customer");
    const id = PathId.parse(c.req.param("id")) ?? 0;
    return { ok: true, id, holder: { kind: "customer", account }, meta: customerMeta(c, account) };
  },
});

/** Access for the holder of the link in the booking's mails. */
export const linkDoor = ({ core }: Bff): Door => ({
  path: "/api/guest/{token}",
  tag: "Guests",
  booking: "the booking",
  params: z.object({
    token: z
      .string()
      .meta({ description: "From the link in a booking's mails; holds until 30 days after the visit" }),
  }),
  middleware: notKept,
  problems: ["LinkInvalid"],
  access(c: Context<BffEnv>) {
    const holder = guestHolder(core, c.req.param("token") ?? "");
    if (!holder.ok) return holder;
    return { ok: true, id: holder.value.bookingId, holder: holder.value, meta: visitorMeta(c) };
  },
});

export const notKept: MiddlewareHandler<BffEnv> = async (c, next) => {
  c.header("Cache-Control", "no-store");
  await next();
};

/** Problems of every call that accepts a session or the browser that made the booking. */
export const HOLDER_PROBLEMS = ["NotTheHolder", "ForeignOrigin"] as const satisfies readonly ProblemCode[];

export type Held =
  | ({ ok: true; own: OwnBooking } & Way)
  | { ok: false; code: (typeof HOLDER_PROBLEMS)[number] };

/**
 * The booking, for its holder: by `token` of a guest's link if one is given; otherwise for the signed-in customer whose booking it is, or
 * for the browser that made it. All others get the same answer as for a booking that does not exist.
 */
export async function heldBooking(c: BffContext, bff: Bff, id: number | null, token?: string): Promise<Held> {
  const ways = token === undefined ? await waysOf(c, bff, id) : waysByToken(c, bff, token);
  if (ways === null) return { ok: false, code: "ForeignOrigin" };
  for (const way of ways) {
    if (way.id !== id) continue;
    const own = await ownBooking(bff.core, id, way.holder);
    if (own.ok) return { ok: true, own: own.value, ...way };
  }
  return { ok: false, code: "NotTheHolder" };
}

function waysByToken(c: BffContext, { core }: Bff, token: string): Way[] {
  const holder = guestHolder(core, token);
  if (!holder.ok) return [];
  return [{ id: holder.value.bookingId, holder: holder.value, meta: visitorMeta(c) }];
}

/** Null when another site could have made the browser send this. */
async function waysOf(c: BffContext, bff: Bff, id: number | null): Promise<Way[] | null> {
  const request = c.env.incoming;
  const session = await bff.sessions.read(request, "customer");
  const claims = bff.bookingCookies.carried(request);
  if (session.state === "foreign" || claims === null) return null;
  const account = id === null ? null : await signedInCustomer(c, bff);
  const byCookie = claims.map(
    (claim): Way => ({ id: claim.bookingId, holder: { kind: "guest", ...claim }, meta: visitorMeta(c) }),
  );
  if (!account || id === null) return byCookie;
  return [{ id, holder: { kind: "customer", account }, meta: customerMeta(c, account) }, ...byCookie];
}
