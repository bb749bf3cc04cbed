/** The cookies that show which bookings a browser made: one per booking with its guest link, so that two tabs lose none. */
import type { IncomingMessage } from "node:http";
import type { Context } from "hono";
import { deleteCookie, generateCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";
import { GUEST_LINK_VALID_MS } from "../../core/customer/own-booking.ts";
import type { GuestClaim, Links } from "../../core/links.ts";
import type { Clock } from "../../core/platform/clock.ts";
import type { BffContext } from "../http/hono-env.ts";
import { mayBeCrossSiteChange } from "./request-origin.ts";

const NAME = /^hub_booking_([1-9]\d{0,14})$/;
const nameOf = (bookingId: number): string => `hub_booking_${bookingId}`;

/** The cookies travel with every call. Beyond this number the oldest bookings are forgotten; the links in their mails still open them. */
const MAX_KEPT = 12;

/** Browsers keep no cookie for longer. */
const MAX_SECONDS = 400 * 24 * 3600;

export interface BookingCookies {
  /**
   * Makes the browser this booking's holder for as long as its guest link is valid. Call it only for the browser that has just made the
   * booking or changed its email, with an answer that sets no other cookie.
   */
  set(c: Pick<BffContext, "env">, booking: { id: number; personId: string; endsAt: Date }): void;
  /**
   * The bookings that the request's cookies claim, newest first; `ownBooking` checks them. Null when another site could have made a
   * browser send them with a change.
   */
  readClaims(request: IncomingMessage): GuestClaim[] | null;
  /** Forgets all of them: other people may use a shared computer next. */
  clear(c: Context): void;
}

/** Under an https `publicUrl` the cookies are `Secure`. */
export function createBookingCookies(options: {
  links: Links;
  clock: Clock;
  publicUrl: string;
}): BookingCookies {
  const { links, clock } = options;
  const { host: publicHost, protocol } = new URL(options.publicUrl);
  const cookieOptions = {
    path: "/api",
    httpOnly: true,
    sameSite: "Lax",
    secure: protocol === "https:",
  } as const;

  return {
    set(c, { id, personId, endsAt }) {
      const holdsMs = endsAt.getTime() + GUEST_LINK_VALID_MS - clock.now().getTime();
      const maxAge = Math.min(MAX_SECONDS, Math.max(0, Math.floor(holdsMs / 1000)));
      const { token } = links.guestBooking({ bookingId: id, personId });
      const { incoming, outgoing } = c.env;
      const set = (of: number, value: string, seconds: number): void =>
        void outgoing.appendHeader(
          "Set-Cookie",
          generateCookie(nameOf(of), value, { ...cookieOptions, maxAge: seconds }),
        );
      set(id, token, maxAge);
      const others = idsIn(incoming).filter((other) => other !== id);
      for (const old of others.slice(MAX_KEPT - 1)) set(old, "", 0);
    },

    readClaims(request) {
      const cookies = cookiesOf(request);
      const claims = idsIn(request)
        .slice(0, MAX_KEPT)
        .flatMap((id) => {
          const claim = links.readGuestBooking(cookies[nameOf(id)] ?? "");
          return claim?.bookingId === id ? [claim] : [];
        });
      return claims.length > 0 && mayBeCrossSiteChange(request, publicHost) ? null : claims;
    },

    clear(c) {
      for (const id of idsIn(c.env.incoming)) deleteCookie(c, nameOf(id), cookieOptions);
    },
  };
}

const cookiesOf = (request: IncomingMessage): Record<string, string> => parse(request.headers.cookie ?? "");

/** The numbers of the bookings whose cookies were sent, newest first. */
const idsIn = (request: IncomingMessage): number[] =>
  Object.keys(cookiesOf(request))
    .flatMap((name) => NAME.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => b - a);
