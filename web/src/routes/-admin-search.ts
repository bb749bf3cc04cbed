/** Owns what of the dashboard lives in the address: the tab, how bookings are looked for, the open booking. Reload and Back restore it. */
import type { BookingPage, PaymentFilter, StatusFilter } from "../api/staff-bookings.ts";

export const ADMIN_TABS = ["bookings", "messages", "feedback", "staff"] as const;
export type AdminTab = (typeof ADMIN_TABS)[number];

/** What differs from the plain dashboard; the rest is absent. */
export interface AdminSearch {
  tab?: AdminTab;
  /** Digits alone stand in the address as a number. */
  search?: string | number;
  status?: StatusFilter;
  payment?: PaymentFilter;
  sort?: BookingPage["sort"];
  order?: BookingPage["order"];
  page?: number;
  /** The booking whose details are open. */
  booking?: number;
  messages?: number;
  /** Whose feedback is shown. */
  room?: number;
}

const STATUSES: Record<StatusFilter, true> = {
  all: true,
  pending: true,
  confirmed: true,
  completed: true,
  cancelled: true,
};
const PAYMENTS: Record<PaymentFilter, true> = {
  all: true,
  pending: true,
  downpaid: true,
  paid: true,
  failed: true,
};
const SORTS: Record<BookingPage["sort"], true> = { createdAt: true, startTime: true, totalAmount: true };
const ORDERS: Record<BookingPage["order"], true> = { asc: true, desc: true };
const TABS: Record<AdminTab, true> = { bookings: true, messages: true, feedback: true, staff: true };

function oneOf<Value extends string>(known: Record<Value, true>, value: unknown): Value | undefined {
  // The keys of such a record are exactly its type's.
  return typeof value === "string" && Object.hasOwn(known, value) ? (value as Value) : undefined;
}

const wholeNumber = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isInteger(value) && value > 0 && value <= 1_000_000_000
    ? value
    : undefined;

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value).slice(0, 200) : "";

/** The search as it stands in the address. */
const inAddress = (text: string): string | number | undefined =>
  text === "" ? undefined : /^[1-9]\d{0,14}$/.test(text) ? Number(text) : text;

/** Drops what is plain, so that the address says only what was asked for. */
function trimmed(search: Record<keyof AdminSearch, unknown>): AdminSearch {
  const plain: Partial<Record<keyof AdminSearch, unknown>> = {
    tab: "bookings",
    status: "all",
    payment: "all",
    sort: "createdAt",
    order: "desc",
    page: 1,
    messages: 1,
  };
  return Object.fromEntries(
    Object.entries(search).filter(
      ([key, value]) => value !== undefined && plain[key as keyof AdminSearch] !== value,
    ),
  );
}

export const adminSearch = {
  /** Reads the address; what is malformed is dropped, never an error. */
  parse(raw: Record<string, unknown>): AdminSearch {
    return trimmed({
      tab: oneOf(TABS, raw.tab),
      search: inAddress(textOf(raw.search)),
      status: oneOf(STATUSES, raw.status),
      payment: oneOf(PAYMENTS, raw.payment),
      sort: oneOf(SORTS, raw.sort),
      order: oneOf(ORDERS, raw.order),
      page: wholeNumber(raw.page),
      booking: wholeNumber(raw.booking),
      messages: wholeNumber(raw.messages),
      room: wholeNumber(raw.room),
    });
  },

  /** What is asked of the list of bookings. */
  pageOf(search: AdminSearch): BookingPage {
    return {
      search: textOf(search.search),
      status: search.status ?? "all",
      paymentStatus: search.payment ?? "all",
      sort: search.sort ?? "createdAt",
      order: search.order ?? "desc",
      page: search.page ?? 1,
    };
  },

  /** The address after a change of what is asked; anything but leafing begins at the first page. */
  withPage(search: AdminSearch, change: Partial<BookingPage>): AdminSearch {
    const next = { ...adminSearch.pageOf(search), page: 1, ...change };
    return adminSearch.parse({
      ...search,
      search: next.search,
      status: next.status,
      payment: next.paymentStatus,
      sort: next.sort,
      order: next.order,
      page: next.page,
    });
  },
};
