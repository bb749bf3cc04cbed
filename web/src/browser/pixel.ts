/** The advertising pixel: sends Meta's standard events if the page has the pixel, and never waits for it (decision 170). */

type Fbq = (command: "track" | "trackCustom", event: string, data?: Record<string, unknown>) => void;

function send(command: "track" | "trackCustom", event: string, data?: Record<string, unknown>): void {
  const fbq: unknown = Reflect.get(window, "fbq");
  if (typeof fbq !== "function") return;
  try {
    // The page's own script defines it; the signature is Meta's.
    (fbq as Fbq)(command, event, data);
  } catch {
    // A failure of a third-party script must not affect the visitor.
  }
}

export const pixel = {
  /** `value` is in units of `currency` (ISO 4217, capitals). */
  initiateCheckout(name: string, value: number, currency: string): void {
    send("track", "InitiateCheckout", {
      content_name: name,
      content_category: "Room Booking",
      value,
      currency,
    });
  },

  /** The same. */
  purchase(roomId: number, roomName: string, value: number, currency: string): void {
    send("track", "Purchase", {
      content_ids: [String(roomId)],
      content_name: roomName,
      content_category: "Room Booking",
      content_type: "product",
      value,
      currency,
    });
  },

  lead(name = "Contact Form"): void {
    send("track", "Lead", { content_name: name, content_category: "Contact" });
  },

  viewContent(name: string, roomId: number): void {
    send("track", "ViewContent", {
      content_name: name,
      content_category: "Room",
      content_ids: [String(roomId)],
      content_type: "product",
    });
  },

  completeRegistration(method = "email"): void {
    send("track", "CompleteRegistration", { method });
  },

  search(text: string): void {
    send("track", "Search", { search_string: text });
  },

  /** Sends an event with a name of the product's own. */
  custom(name: string, data?: Record<string, unknown>): void {
    send("trackCustom", name, data);
  },
};
