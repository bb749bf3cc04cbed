/**
 * Owns the mail that brings a contact message to the venue. The visitor gets none: the page has thanked them, and a
 * form that writes to whatever address is typed into it would be a way to send mail to strangers.
 */
import type { Person } from "../../../core/personal-data.ts";
import type { Letter, Row } from "./letter.ts";

/** `about`: the name of the room that the visitor is interested in. */
export function contactLetter(person: Person, about: string | null, adminUrl: string): Letter {
  const name = [person.firstName, person.lastName].filter(Boolean).join(" ");
  const rows: Row[] = [
    ["From", name],
    ["Email", person.email ?? ""],
    ["Phone", person.phone ?? ""],
    ["Interested in", about ?? ""],
  ];
  return {
    subject: about ? `Message from ${name} about ${about}` : `Message from ${name}`,
    heading: "A message from the website",
    preview: (person.freeText ?? "").slice(0, 120),
    blocks: [
      { kind: "facts", rows: rows.filter(([, value]) => value !== "") },
      { kind: "quote", text: person.freeText ?? "" },
      { kind: "small", text: `Answer this mail to write to ${name}. All messages: ${adminUrl}` },
    ],
  };
}
