/** Lists faults of mails that are planted in a copy of the history. */
import type { MailArrived } from "../../history.ts";
import { firstOf, type PlantedHistoryFault } from "./planted-in-history-fixture.ts";

const TEST_MAIL = "test.00000000-0000-4000-8000-000000000000@hub.example.test.eml";

export const MAIL_FAULTS: readonly PlantedHistoryFault[] = [
  {
    fault: "a mail that arrived twice",
    finds: ["mails.twice"],
    plant: (history) => [...history, firstOf(history, "mail")],
  },
  {
    fault: "a mail that never arrived",
    finds: ["mails.missing"],
    plant: (history, { bookings }) =>
      history.filter((entry) => entry.kind !== "mail" || !isConfirmation(entry, bookings.paid)),
  },
  {
    fault: "a series that no mail confirmed",
    finds: ["mails.missing"],
    plant: (history, { bookings }) =>
      history.filter(
        (entry) => entry.kind !== "mail" || !bookings.dates.some((id) => isConfirmation(entry, id)),
      ),
  },
  {
    fault: "an invoice that was never mailed",
    finds: ["mails.missing"],
    plant: (history) =>
      history.filter((entry) => entry.kind !== "mail" || !entry.file.includes(".invoice-issued.")),
  },
  {
    fault: "a credit note that was mailed twice",
    finds: ["mails.twice"],
    plant: (history) => [
      ...history,
      firstOf(history, "mail", ({ file }) => file.includes(".credit-note-issued.")),
    ],
  },
  {
    fault: "a mail without an event",
    finds: ["mails.caused"],
    plant: (history) => [...history, mailNamed("booking-99999.1.booking-received.00ff@hub.example.test.eml")],
  },
  {
    fault: "a mail of an event that causes another",
    finds: ["mails.caused"],
    plant: (history, { bookings }) => [
      ...history,
      mailNamed(`booking-${bookings.paid}.1.booking-cancelled.00ff@hub.example.test.eml`),
    ],
  },
  {
    fault: "a test mail without a call",
    finds: ["mails.caused"],
    plant: (history) => [...history, mailNamed(TEST_MAIL)],
  },
  {
    fault: "a test mail that arrived twice",
    finds: ["mails.caused", "mails.twice"],
    plant: (history) => [...history, mailNamed(TEST_MAIL), mailNamed(TEST_MAIL)],
  },
  {
    fault: "a test mail that was answered and never arrived",
    finds: ["mails.missing"],
    plant: (history) => [
      ...history,
      {
        ...firstOf(history, "call"),
        requestId: "00000000-0000-4000-8000-000000000001",
        operation: "POST /api/test-email",
        path: "/api/test-email",
        body: null,
        idempotencyKey: null,
        status: 200,
        answer: { success: false, error: "written to the outbox" },
      },
    ],
  },
  {
    fault: "a file that is not a mail",
    finds: ["mails.caused"],
    plant: (history) => [...history, mailNamed("core.4711")],
  },
];

const isConfirmation = ({ file }: MailArrived, id: number): boolean =>
  file.startsWith(`booking-${id}.`) && file.includes(".booking-confirmed.");

const mailNamed = (file: string): MailArrived => ({ kind: "mail", arrivedAt: Date.now(), file });
