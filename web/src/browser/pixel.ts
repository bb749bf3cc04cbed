/** The advertising pixel: Meta's standard events, sent only when the page carries the pixel, never waited for (decision 170). */

type Fbq = (command: "track" | "trackCustom", event: string, data?: Record<string, unknown>) => void;

const CURRENCY = "USD";

function send(command: "track" | "trackCustom", event: string, data?: Record<string, unknown>): void {
  const fbq: unknown = Reflect.get(window, "fbq");
  if (typeof fbq !== "function") return;
  try {
    // The page's own script put it there; its signature is Meta's.
    (fbq as Fbq)(command, event, data);
  } catch {
    // Somebody else's script failing is no concern of the visitor's.
  }
}

export const pixel = {
  /** `value` is dollars. */
  initiateCheckout(name: string, value: number): void {
    send("track", "InitiateCheckout", {
      content_name: name,
      content_category: "Room Booking",
      value,
      currency: CURRENCY,
    });
  },

  /** `value` is dollars. */
  purchase(roomId: number, roomName: string, value: number): void {
    send("track", "Purchase", {
      content_ids: [String(roomId)],
      content_name: roomName,
      content_category: "Room Booking",
      content_type: "product",
      value,
      currency: CURRENCY,
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

  /** An event of our own name. */
  custom(name: string, data?: Record<string, unknown>): void {
    send("trackCustom", name, data);
  },
};
