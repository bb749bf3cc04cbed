import { describe, expect, it } from "vitest";
import { createLinks } from "./links.ts";

const links = createLinks({ key: "one key", publicUrl: "https://hub.example" });
const others = createLinks({ key: "another key", publicUrl: "https://hub.example" });
const claim = { customerId: 7, expiresAt: new Date("2026-12-01T15:00:00.000Z") };

describe("signed links", () => {
  it("lead to the page that reads their token", () => {
    const guest = links.guestBooking(42);
    expect(guest.url).toBe(`https://hub.example/guest/${guest.token}`);
    const verification = links.emailVerification(claim, "ada@example.test");
    expect(verification.url).toBe(`https://hub.example/verify-email?token=${verification.token}`);
    const reset = links.passwordReset(claim, "a hash");
    expect(reset.url).toBe(`https://hub.example/reset-password?token=${reset.token}`);
  });

  it("are the same for the same booking, and open that one alone", () => {
    const { token } = links.guestBooking(42);
    expect(links.guestBooking(42).token).toBe(token);
    expect(links.readGuestBooking(token)).toBe(42);
    const signature = token.slice("42.".length);
    for (const forged of [
      `43.${signature}`,
      `042.${signature}`,
      `4.2${signature}`,
      signature,
      `${token}x`,
      "",
    ]) {
      expect(links.readGuestBooking(forged)).toBeNull();
    }
    expect(others.readGuestBooking(token)).toBeNull();
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
    expect(links.readAccountClaim(links.guestBooking(7).token)).toBeNull();
    expect(links.readGuestBooking(token)).toBeNull();
  });
});
