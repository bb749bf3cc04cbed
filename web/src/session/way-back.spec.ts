/** Checks what a page of another site gets in its address when the visitor returns. */
import { describe, expect, it } from "vitest";
import { addressBack } from "./way-back.ts";

const PAGE = "https://venue.example/book?room=5#hours";

describe("addressBack", () => {
  it("adds the booking's number and state, and keeps the rest", () => {
    expect(addressBack(PAGE, { id: 42, state: "confirmed" })).toBe(
      "https://venue.example/book?room=5&hub-booking=42&hub-state=confirmed#hours",
    );
  });

  it("says only the last booking", () => {
    const once = addressBack(PAGE, { id: 42, state: "confirmed" });
    expect(addressBack(once, { id: 43, state: "cancelled" })).toBe(
      "https://venue.example/book?room=5&hub-booking=43&hub-state=cancelled#hours",
    );
  });

  it("adds nothing without a booking", () => {
    expect(addressBack(PAGE, null)).toBe(PAGE);
  });
});
