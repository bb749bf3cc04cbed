/** Checks the events that are sent to the advertising pixel. */
import { afterEach, describe, expect, it } from "vitest";
import { pixel } from "./pixel.ts";

const sent: unknown[][] = [];

function withPixel(fbq: (...args: unknown[]) => void) {
  Reflect.set(globalThis, "window", { fbq });
}

afterEach(() => {
  sent.length = 0;
  Reflect.deleteProperty(globalThis, "window");
});

describe("the advertising pixel", () => {
  it.each([
    [
      () => pixel.initiateCheckout("Classroom", 75, "USD"),
      "InitiateCheckout",
      { content_name: "Classroom", content_category: "Room Booking", value: 75, currency: "USD" },
    ],
    [
      () => pixel.purchase(3, "Classroom", 75.5, "USD"),
      "Purchase",
      {
        content_ids: ["3"],
        content_name: "Classroom",
        content_category: "Room Booking",
        content_type: "product",
        value: 75.5,
        currency: "USD",
      },
    ],
    [() => pixel.lead(), "Lead", { content_name: "Contact Form", content_category: "Contact" }],
    [
      () => pixel.viewContent("Classroom", 3),
      "ViewContent",
      { content_name: "Classroom", content_category: "Room", content_ids: ["3"], content_type: "product" },
    ],
    [() => pixel.completeRegistration(), "CompleteRegistration", { method: "email" }],
    [() => pixel.search("drums"), "Search", { search_string: "drums" }],
  ])("sends Meta's standard event %#", (act, event, data) => {
    withPixel((...args) => sent.push(args));
    act();
    expect(sent).toEqual([["track", event, data]]);
  });

  it("sends an event of the product as a custom event", () => {
    withPixel((...args) => sent.push(args));
    pixel.custom("TourAsked", { room: "classroom" });
    expect(sent).toEqual([["trackCustom", "TourAsked", { room: "classroom" }]]);
  });

  it("does nothing on a page without it", () => {
    Reflect.set(globalThis, "window", {});
    expect(() => pixel.lead()).not.toThrow();
  });

  it("never throws", () => {
    withPixel(() => {
      throw new Error("blocked");
    });
    expect(() => pixel.lead()).not.toThrow();
  });
});
