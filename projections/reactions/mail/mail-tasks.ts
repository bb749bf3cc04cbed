/** Defines the worker's tasks that send mails and update the venue's own calendar. */
import type { Task } from "graphile-worker";
import type { Logger } from "pino";
import { z } from "zod";
import { syncCalendarEntry } from "../../../core/adapters/mail/calendar-entries.ts";
import { deliverOnce, withholdMail } from "../../../core/adapters/mail/deliveries.ts";
import { removeErasedMails } from "../../../core/adapters/mail/erased-mails.ts";
import { encodeMail } from "../../../core/adapters/mail/mail.ts";
import type { MailService } from "../../../core/adapters/mail/mail-service.ts";
import { loadBooking } from "../../../core/booking/handle.ts";
import { occupies } from "../../../core/booking/state/booking-state.ts";
import type { Core } from "../../../core/context.ts";
import { forgetMailBudget } from "./mail-budget.ts";
import { forgetMailTurns } from "./mail-turns.ts";
import { CALENDAR_LANE, MailJob, mailIdOf, mailLaneOf } from "./mailed-events.ts";
import { writeMail } from "./write-mail.ts";

const SyncCalendarPayload = z.object({ bookingId: z.number() });

/** The key of the job: one waits at a time, for any number of erased people. */
export const REMOVE_ERASED_MAILS = "remove-erased-mails";

interface Dependencies {
  core: Core;
  mail: MailService;
  logger: Logger;
}

/** The same job later: under the same key, in its queue. */
const againAt = (runAt: Date, queueName: string, { key }: { key: string | null }) => ({
  runAt,
  queueName,
  ...(key ? { jobKey: key } : {}),
});

export const mailTasks = ({ core, mail, logger }: Dependencies) =>
  ({
    async "send-mail"(payload, { addJob, job }) {
      const mailJob = MailJob.parse(payload);
      const mailId = mailIdOf(mailJob);
      const sendLater = (runAt: Date) =>
        addJob("send-mail", mailJob, againAt(runAt, mailLaneOf(mailJob), job));
      const written = await writeMail(core, mail.sender ?? core.settings.now().email, mailJob);
      if (!written.ok && written.reason === "too-early") {
        await sendLater(written.until);
        return;
      }
      if (!written.ok && "withheld" in written) {
        await withholdMail(core.sql, mail.transport, mailId, written.withheld);
        logger.info({ mailId, reason: written.reason }, "a mail was withheld");
        return;
      }
      if (!written.ok) {
        logger.debug({ mailId, reason: written.reason }, "no mail");
        return;
      }
      const delivery = await deliverOnce(core.sql, mail.transport, mailId, await encodeMail(written.mail), {
        about: written.about,
        holder: job.locked_by,
      });
      switch (delivery.outcome) {
        case "busy":
          await sendLater(delivery.until);
          return;
        case "refused":
          logger.warn({ mailId, reason: delivery.reason }, "a mail was refused permanently");
          return;
        case "sent":
          if (delivery.presumed) {
            logger.warn({ mailId }, "a worker died while it handed over a mail; the mail counts as sent");
          } else logger.info({ mailId, transport: mail.transport.name }, "mail sent");
          return;
        case "erased":
          logger.debug({ mailId }, "no mail about a person who has been erased");
          return;
        case "already":
          return;
        default:
          return delivery satisfies never;
      }
    },

    /** Removes mail files that are about erased people and are stored on this machine. */
    async "remove-erased-mails"(_payload, { addJob }) {
      const { removed, again } = await removeErasedMails(core.sql, mail.transport);
      if (removed > 0) logger.info({ removed }, "removed mails about people who have been erased");
      if (again) await addJob("remove-erased-mails", {}, { runAt: again, jobKey: REMOVE_ERASED_MAILS });
    },

    async "forget-mail-turns"() {
      await forgetMailTurns(core);
      await forgetMailBudget(core);
    },

    /** Updates the venue's Outlook calendar to the booking's current state, whichever event asked for it. */
    async "sync-calendar"(payload, { addJob, job }) {
      if (!mail.calendar) return;
      const { bookingId } = SyncCalendarPayload.parse(payload);
      const { state } = await loadBooking(core, bookingId);
      if (!state.exists) return;
      await core.venue.refreshIfExpired();
      const venue = core.settings.now();
      const room = core.rooms.byId(state.roomId)?.name ?? "Room";
      const synced = await syncCalendarEntry(core.sql, mail.calendar, {
        bookingId,
        wanted: occupies(state) && state.status !== "pending",
        holder: job.locked_by,
        // The guest's name is only shown in the dashboard, since names must not leave the product.
        entry: {
          subject: `${room}: booking ${bookingId}`,
          text: `${venue.url}/admin`,
          location: `${room}, ${venue.address.street}, ${venue.address.city}`,
          startsAt: state.startsAt,
          endsAt: state.endsAt,
        },
      });
      if (synced.outcome === "busy") {
        await addJob("sync-calendar", { bookingId }, againAt(synced.until, CALENDAR_LANE, job));
      }
    },
  }) satisfies Record<string, Task>;
