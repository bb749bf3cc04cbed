/** Tells of the waitlist's events which mails must have been sent, and their recipients. The checker does not share this with the product. */
import type { LogEvent } from "./evidence.ts";
import { instantOf, numberOf, textOf } from "./fields.ts";

/** Kinds by the event that causes them. */
export const WAITLIST_MAILS: Readonly<Record<string, string>> = {
  WaitlistJoined: "waitlist-joined",
  HoursOffered: "waitlist-offered",
  OfferLapsed: "waitlist-lapsed",
  OfferDeclined: "waitlist-ended",
  WaitlistLeft: "waitlist-ended",
};

/** The mail of an offer waits for the end of the quiet hours: ten hours at most. */
const QUIET_MS = 10 * 3_600_000;
const DAY_MS = 86_400_000;

const entryOf = ({ data }: LogEvent): number | null => numberOf(data, "entryId");
const isAbout =
  (event: LogEvent) =>
  (other: LogEvent): boolean =>
    entryOf(other) === entryOf(event);

/** Whether the mail of this event must have been sent: what came later may have overtaken it. An offer that staff declined is always told. */
export function isWaitlistMailRequired(event: LogEvent, later: readonly LogEvent[], now: number): boolean {
  const since = later.filter(isAbout(event));
  switch (event.type) {
    case "WaitlistJoined":
      return !since.some(({ type }) => /^(OfferClaimed|OfferDeclined|WaitlistLeft)$/.test(type));
    case "HoursOffered": {
      const { data, occurredAt } = event;
      const mayBeQuiet = instantOf(data, "startTime") - occurredAt > DAY_MS && now < occurredAt + QUIET_MS;
      return since.length === 0 && instantOf(data, "until") > now && !(mayBeQuiet && isLate(event));
    }
    case "OfferLapsed":
      return since.length === 0;
    default:
      return true;
  }
}

/** Whether the window of the offer shows that it was made in quiet hours: it runs longer than any window from then. */
const isLate = ({ data, occurredAt }: LogEvent): boolean => {
  const runs = (instantOf(data, "until") - occurredAt) / 60_000;
  return runs > 120 && ![120, 720].some((minutes) => Math.abs(minutes - runs) <= 1);
};

/** The row of personal data of the entry that an event is about. */
export function entrysPersonOf(event: LogEvent, stream: readonly LogEvent[]): string | null {
  const joined = stream.find(
    ({ type, data }) => type === "WaitlistJoined" && data.entryId === event.data.entryId,
  );
  return textOf(joined?.data ?? {}, "personId");
}
