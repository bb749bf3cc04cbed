/**
 * Writes the text of the mails that tell staff of changes to their own login. They name no network address: the time and the number of
 * networks let the reader recognize their own actions.
 */
import type { Core } from "../../../core/context.ts";
import type { RecordedEvent } from "../../../core/log/stream.ts";
import type { StaffAccount, StaffEvent } from "../../../core/staff/staff.ts";
import { shortDateAndTime } from "../../../core/venue/time/time-format.ts";
import { button, type MailContent, paragraph, small } from "./mail-content.ts";

const CHANGE_IT = "If it was not you, someone else has your password. Log in, change it and tell an admin.";

/** Null if there is nothing left to report: a login that has been opened since needs no link. */
export function staffMailContent(
  core: Pick<Core, "settings" | "links" | "timeZone">,
  { id, type, data, occurredAt }: RecordedEvent<StaffEvent>,
  now: StaffAccount,
): MailContent | null {
  const venue = core.settings.now();
  const at = shortDateAndTime(occurredAt, core.timeZone);
  const letter = (heading: string, ...texts: string[]): MailContent => ({
    subject: `${heading} (${venue.name})`,
    heading,
    preview: at,
    blocks: texts.map(paragraph),
  });
  switch (type) {
    case "SecondFactorEnrolled":
      return letter(
        "Your account has a second factor",
        `It was turned on at ${at}. All other sessions of your account have ended.`,
        "If it was not you, tell an admin at once: they can remove it.",
      );
    case "SecondFactorRemoved":
      return letter("Your account has no second factor", `It was removed at ${at}.`, CHANGE_IT);
    case "CodeLoginChallengeSpent":
      return letter("Wrong codes for your account", wrongCodes(at, data), CHANGE_IT);
    case "CodeLoginClosed": {
      if (now.codeLoginClosing !== data.closingId) return null;
      const closed = letter(
        "Your login is closed",
        wrongCodes(at, data),
        "No one can log in with a code now, including you. To log in, open your login again:",
      );
      const { url } = core.links.codeLogin(id, data.closingId);
      return {
        ...closed,
        blocks: [...closed.blocks, button("Open my login", url), small(`The link works once. ${CHANGE_IT}`)],
      };
    }
    case "StaffPasswordLinkRequested": {
      // A later link has ended this one.
      if (now.passwordLink?.id !== data.linkId) return null;
      const { url } = core.links.staffPassword(id, data.linkId);
      const until = shortDateAndTime(new Date(data.expiresAt), core.timeZone);
      const invitation = data.invited
        ? letter(
            `You are invited to work at ${venue.name}`,
            "A colleague has made an account for you. Choose a password, then log in:",
          )
        : letter(
            "Choose a new password",
            "A colleague has asked for this link for you. Your old password works until you choose a new one:",
          );
      return {
        ...invitation,
        blocks: [
          ...invitation.blocks,
          button("Choose a password", url),
          small(`The link works once, until ${until}. If you do not expect it, tell an admin.`),
        ],
      };
    }
    case "StaffPasswordSet":
      return letter(
        "Your password is set",
        `It was set by the mailed link at ${at}. All earlier sessions have ended.`,
        CHANGE_IT,
      );
    case "CodeLoginOpened":
      return letter("Your login is open again", `It was opened by its mailed link at ${at}.`, CHANGE_IT);
    default:
      return null;
  }
}

const wrongCodes = (at: string, { wrongCodes, networks }: { wrongCodes: number; networks: number }): string =>
  `Someone entered your password and then ${wrongCodes} wrong codes within the hour, from ${networks === 1 ? "one network" : `${networks} networks`}, the last at ${at}.`;
