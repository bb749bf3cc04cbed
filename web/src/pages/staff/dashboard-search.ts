/**
 * The part of the dashboard's state that is in the address, so that reload and Back
 * restore it: the tab, the query for bookings, the open booking.
 */
import { z } from "zod/mini";
import { BOOKING_STATUSES, PAYMENT_STATUSES } from "../../../../core/booking/rules/statuses.ts";
import type { BookingPage } from "../../api/staff-bookings.ts";
import type { MessagePage } from "../../api/staff-messages.ts";
import { orAbsent, typedText, wholeNumber } from "../address.ts";

const numberFrom = (lowest: number) => orAbsent(wholeNumber(lowest, 1_000_000_000));

const searched = typedText(200);

/**
 * What differs from the default dashboard. Defaults and malformed values are absent, never an error; so the schema has no value for the
 * defaults themselves (the first tab, "all", the first page).
 */
export const dashboardSearch = z.object({
  tab: orAbsent(
    z.enum([
      "messages",
      "feedback",
      "staff",
      "rooms",
      "closures",
      "accounts",
      "house",
      "import",
      "integrations",
    ]),
  ),
  search: searched,
  status: orAbsent(z.enum(BOOKING_STATUSES)),
  payment: orAbsent(z.enum(PAYMENT_STATUSES)),
  sort: orAbsent(z.enum(["startTime", "totalAmount"])),
  order: orAbsent(z.literal("asc")),
  /** Venue days on which the visits begin, the first and the last included. */
  from: orAbsent(z.iso.date()),
  to: orAbsent(z.iso.date()),
  /** The billing account whose bookings are listed. */
  accountId: numberFrom(1),
  page: numberFrom(2),
  /** The booking whose details are open. */
  booking: numberFrom(1),
  /** The page of messages. */
  messages: numberFrom(2),
  /** The stage of the messages, if not the open ones, and the words to search them for. */
  inbox: orAbsent(z.enum(["all", "new", "answered", "done"])),
  words: searched,
  /** The room whose feedback is shown. */
  room: numberFrom(1),
  /** The room that is being edited; 0 for a new one. */
  edit: numberFrom(0),
  /** The billing account whose sheet is open. */
  account: numberFrom(1),
  /** The invoice or credit note that is open. */
  invoice: orAbsent(z.string().check(z.regex(/^\d{4}-\d{4,9}$/))),
});

export type DashboardSearch = z.output<typeof dashboardSearch>;

/** The query for the list of bookings. */
export const bookingPageOf = (search: DashboardSearch): BookingPage => ({
  search: String(search.search ?? ""),
  status: search.status ?? "all",
  paymentStatus: search.payment ?? "all",
  sort: search.sort ?? "createdAt",
  order: search.order ?? "desc",
  from: search.from,
  to: search.to,
  accountId: search.accountId,
  page: search.page ?? 1,
});

/** The address after a change of the query; every change except of the page returns to the first page. */
export function withBookingPage(search: DashboardSearch, change: Partial<BookingPage>): DashboardSearch {
  const { paymentStatus: payment, ...next } = { ...bookingPageOf(search), page: 1, ...change };
  return dashboardSearch.parse({ ...search, ...next, payment });
}

/** The query for the list of messages. */
export const messagePageOf = ({ inbox, words, messages }: DashboardSearch): MessagePage => ({
  stage: inbox ?? "open",
  search: String(words ?? ""),
  page: messages ?? 1,
});

/** The address after a change of that query. */
export function withMessagePage(search: DashboardSearch, change: Partial<MessagePage>): DashboardSearch {
  const { stage: inbox, search: words, page: messages } = { ...messagePageOf(search), page: 1, ...change };
  return dashboardSearch.parse({ ...search, inbox, words, messages });
}
