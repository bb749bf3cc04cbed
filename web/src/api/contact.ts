/** Owns the call that sends a contact message to the venue (SPEC §7). */
import type { ContactMessage, ContactReceived } from "../../../bff/contract/contact.ts";
import { request } from "./request.ts";

/** `POST /api/contact`. @throws RequestError 400 with field errors. */
export const sendContactMessage = (message: ContactMessage): Promise<ContactReceived> =>
  request<ContactReceived>("POST", "/api/contact", message);
