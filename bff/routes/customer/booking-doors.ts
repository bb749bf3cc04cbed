/** Owns the doors to one booking: a customer's session, a guest's signed link, and the browser that made it; who comes in by each, and as whom. */
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

/** Which booking a request is about, by which right, and who the events say did it. */
interface Way {
  id: number;
  holder: BookingHolder;
  meta: EventMeta;
}
export type Access = ({ ok: true } & Way) | Refused;

/** A way to a booking: its address, and who may come in by it. */
export interface Door {
  path: "/api/auth/bookings/{id}" | "/api/guest/{token}";
  tag: "Customers" | "Guests";
  /** How the documentation calls the booking. */
  booking: string;
  params: z.ZodObject;
  middleware: MiddlewareHandler;
  problems: readonly ProblemCode[];
  access(c: Context): Access;
}

/** The customer whose booking it is. */
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

/** Whoever has the link that the booking's mails carry. */
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

/** Of every call that takes a session or the browser that made the booking. */
export const HOLDER_PROBLEMS = ["NotTheHolder", "ForeignOrigin"] as const satisfies readonly ProblemCode[];

export type Held =
  | ({ ok: true; own: OwnBooking } & Way)
  | { ok: false; code: (typeof HOLDER_PROBLEMS)[number] };

/**
 * The booking, for whoever holds it: by `token` of a guest's link where one is given; else the signed-in customer whose it
 * is, or the browser that made it. Everybody else, and whoever asks for a booking that does not exist, is answered alike.
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

/** Null when another site could have had the browser send this. */
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
