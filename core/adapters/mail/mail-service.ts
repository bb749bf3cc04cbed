/** Selects how mails are sent (decision 79): Microsoft Graph, SMTP, or `.eml` files in the data folder. */
import { join } from "node:path";
import { type Clock, systemClock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config/config.ts";
import { createGraphCalendar, type VenueCalendar } from "./graph-calendar.ts";
import { createGraphClient, type GraphAddresses } from "./graph-client.ts";
import { createGraphTransport } from "./graph-transport.ts";
import type { MailTransport } from "./mail-transport.ts";
import { createOutbox } from "./outbox.ts";
import { createSmtpTransport } from "./smtp-transport.ts";

export interface MailService {
  transport: MailTransport;
  /** The address that mails come from; null: the operator has set none, so the venue's own. Graph sends only in the name of its own mailbox. */
  sender: string | null;
  /** The venue's Outlook calendar; null without Microsoft Graph. */
  calendar: VenueCalendar | null;
}

/** Makes no connection yet. `addresses` are Microsoft's own unless a test passes others. */
export function openMailService(
  config: Pick<Config, "graph" | "smtpUrl" | "dataDir" | "venueEmail">,
  { clock = systemClock, addresses }: { clock?: Clock; addresses?: GraphAddresses } = {},
): MailService {
  if (config.graph) {
    const graph = createGraphClient(config.graph, { clock, addresses });
    return {
      transport: createGraphTransport(graph),
      sender: config.graph.sender,
      calendar: createGraphCalendar(graph),
    };
  }
  const transport = config.smtpUrl
    ? createSmtpTransport(config.smtpUrl)
    : createOutbox(join(config.dataDir, "outbox"));
  return { transport, sender: config.venueEmail, calendar: null };
}
