/** Checks that a signed link serves only the purpose that it was made for. */
import { describe, expect, it } from "vitest";
import { createLinks } from "./links.ts";

const links = createLinks({ key: "one key", publicUrl: "https://hub.example" });
const others = createLinks({ key: "another key", publicUrl: "https://hub.example" });
const booking = { bookingId: 42, personId: "5f0c3c39-54b6-4d0a-a47b-3d2e0c7f3a11" };
const claim = { customerId: 7, expiresAt: new Date("2026-12-01T15:00:00.000Z") };

describe("signed links", () => {
  it("lead to the page that reads their token", () => {
    const guest = links.guestBooking(booking);
    expect(guest.url).toBe(`https://hub.example/guest/${guest.token}`);
    const verification = links.emailVerification(claim, "ada@example.test");
    expect(verification.url).toBe(`https://hub.example/verify-email?token=${verification.token}`);
    const reset = links.passwordReset(claim, "a hash");
    expect(reset.url).toBe(`https://hub.example/reset-password?token=${reset.token}`);
  });

  it("are the same for the same booking, and open only that one", () => {
    const { token } = links.guestBooking(booking);
    expect(links.guestBooking(booking).token).toBe(token);
    expect(links.readGuestBooking(token)).toEqual({ bookingId: 42, token });
    const different = [
      links.guestBooking({ ...booking, bookingId: 43 }),
      links.guestBooking({ ...booking, personId: "a1d0a2de-5e4c-4f0a-9a1e-0f8f5b7c1f22" }),
      others.guestBooking(booking),
    ].map((link) => link.token.split(".")[1]);
    const signature = token.slice("42.".length);
    expect(different).not.toContain(signature);
    for (const malformed of [`042.${signature}`, `4.2${signature}`, signature, `${token}x`, ""]) {
      expect(links.readGuestBooking(malformed)).toBeNull();
    }
  });

  it("that are shared open nothing else", () => {
    const shared = links.sharedVisit(booking);
    expect(shared.url).toBe(`https://hub.example/visit/${shared.token}`);
    expect(links.readSharedVisit(shared.token)).toBe(42);
    expect(shared.token).not.toBe(links.guestBooking(booking).token);
    expect(links.readSharedVisit("42")).toBeNull();
  });

  it("to an entry of the waitlist open that one only, for the person that waits", () => {
    const entry = { entryId: 42, personId: booking.personId };
    const { token, url } = links.waitlist(entry);
    expect(url).toBe(`https://hub.example/waitlist/${token}`);
    expect(links.waitlist(entry).token).toBe(token);
    expect(links.readWaitlist(token)).toBe(42);
    const different = [
      links.waitlist({ ...entry, entryId: 43 }),
      links.waitlist({ ...entry, personId: "a1d0a2de-5e4c-4f0a-9a1e-0f8f5b7c1f22" }),
      others.waitlist(entry),
      links.guestBooking(booking),
      links.sharedVisit(booking),
    ].map((link) => link.token.split(".")[1]);
    expect(different).not.toContain(token.split(".")[1]);
    expect(links.readWaitlist("42")).toBeNull();
  });

  it("to an invoice open that one only, for the person that it was issued to", () => {
    const invoice = { number: "2026-0001", personId: booking.personId };
    const { token, url } = links.invoice(invoice);
    expect(url).toBe(`https://hub.example/invoice/${token}`);
    expect(links.readInvoice(token)).toBe("2026-0001");
    const signature = token.slice("2026-0001.".length);
    const different = [
      links.invoice({ ...invoice, number: "2026-0002" }),
      links.invoice({ ...invoice, personId: "a1d0a2de-5e4c-4f0a-9a1e-0f8f5b7c1f22" }),
      others.invoice(invoice),
    ].map((link) => link.token.split(".")[1]);
    expect(different).not.toContain(signature);
    for (const malformed of [
      `2026-1.${signature}`,
      `1.${signature}`,
      signature,
      `${token}x`,
      "2026-0001",
      "",
    ]) {
      expect(links.readInvoice(malformed)).toBeNull();
    }
    expect(links.readGuestBooking(token)).toBeNull();
    expect(links.readInvoice(links.guestBooking(booking).token)).toBeNull();
  });

  it("serve one purpose and one account, until one instant", () => {
    const token = links.emailVerification(claim, "Ada@example.test").token;
    expect(links.readAccountClaim(token)).toEqual(claim);
    expect(links.emailVerification(claim, "ada@EXAMPLE.test").token).toBe(token);
    const different = [
      links.emailVerification(claim, "eve@example.test"),
      links.emailVerification({ ...claim, customerId: 8 }, "ada@example.test"),
      links.emailVerification({ ...claim, expiresAt: new Date("2026-12-01T15:00:01Z") }, "ada@example.test"),
      links.passwordReset(claim, "ada@example.test"),
      others.emailVerification(claim, "ada@example.test"),
    ].map((link) => link.token);
    expect(new Set([token, ...different]).size).toBe(6);
    expect(links.readAccountClaim(links.guestBooking({ ...booking, bookingId: 7 }).token)).toBeNull();
    expect(links.readGuestBooking(token)).toBeNull();
  });
});
