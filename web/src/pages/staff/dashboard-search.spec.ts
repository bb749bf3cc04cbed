/** Checks that the dashboard's address keeps its state and drops malformed values. */
import { describe, expect, it } from "vitest";
import {
  bookingPageOf,
  dashboardSearch,
  messagePageOf,
  withBookingPage,
  withMessagePage,
} from "./dashboard-search.ts";

describe("the dashboard's address", () => {
  it("contains only what differs from the default dashboard", () => {
    expect(
      dashboardSearch.parse({
        tab: "bookings",
        status: "all",
        payment: "all",
        page: 1,
        search: "",
        sort: "createdAt",
      }),
    ).toEqual({});
    expect(dashboardSearch.parse({ tab: "staff", status: "pending", page: 3, booking: 42 })).toEqual({
      tab: "staff",
      status: "pending",
      page: 3,
      booking: 42,
    });
  });

  it.each([
    ["an unknown tab", { tab: "secrets" }],
    ["an unknown status", { status: "lost" }],
    ["an inherited name", { payment: "constructor" }],
    ["a page below the first", { page: 0 }],
    ["half a page", { page: 1.5 }],
    ["a page number as text", { page: "two" }],
    ["a search that is not text", { search: { a: 1 } }],
  ])("drops %s", (_, raw) => expect(dashboardSearch.parse(raw)).toEqual({}));

  it("selects the messages, open ones by default, and returns to the first page with another filter", () => {
    const search = dashboardSearch.parse({ tab: "messages", messages: 3, inbox: "done", words: "harp" });
    expect(messagePageOf(search)).toEqual({ stage: "done", search: "harp", page: 3 });
    expect(withMessagePage(search, { stage: "open", search: "212" })).toEqual({
      tab: "messages",
      words: 212,
    });
    expect(withMessagePage(search, { page: 4 })).toEqual({ ...search, messages: 4 });
    expect(messagePageOf(dashboardSearch.parse({ inbox: "lost", words: { a: 1 } }))).toEqual({
      stage: "open",
      search: "",
      page: 1,
    });
  });

  it("keeps the account and the invoice that are open, and lists the bookings of one account", () => {
    const open = { tab: "accounts", account: 3, invoice: "2026-0001" };
    expect(dashboardSearch.parse(open)).toEqual(open);
    expect(dashboardSearch.parse({ invoice: "2026-1", account: 0, accountId: "all" })).toEqual({});
    expect(bookingPageOf(dashboardSearch.parse({ accountId: 3 }))).toMatchObject({ accountId: 3, page: 1 });
    expect(withBookingPage({ accountId: 3, page: 2 }, { accountId: undefined })).toEqual({});
  });

  it("keeps the days, removes one, and drops invalid ones", () => {
    const range = withBookingPage({ page: 3 }, { from: "2027-03-01", to: "2027-03-05" });
    expect(range).toEqual({ from: "2027-03-01", to: "2027-03-05" });
    expect(bookingPageOf(range)).toMatchObject({ from: "2027-03-01", to: "2027-03-05" });
    expect(withBookingPage(range, { to: undefined })).toEqual({ from: "2027-03-01" });
    expect(dashboardSearch.parse({ from: "soon", to: "2027-02-30" })).toEqual({});
  });

  it("restores a search as it was typed, digits too", () => {
    for (const text of ["nina", "42", "007", "1e5", "true", "a b"]) {
      const next = withBookingPage({}, { search: text });
      expect(bookingPageOf(next).search).toBe(text);
    }
  });

  it("returns to the first page when the query changes, and changes only the page otherwise", () => {
    const third = { page: 3, status: "pending", booking: 7 } as const;
    expect(withBookingPage(third, { status: "confirmed" })).toEqual({ status: "confirmed", booking: 7 });
    expect(withBookingPage(third, { page: 4 })).toEqual({ page: 4, status: "pending", booking: 7 });
  });
});
