/** Writes the text of the mails about a customer's account, and of the mail by which staff test the mail settings. */
import type { CustomerAccount } from "../../../core/customer/account.ts";
import type { AccountLink, VerificationLink } from "../../../core/customer/mailed-links.ts";
import type { House } from "../../../core/venue/house.ts";
import { shortMoment } from "../../../core/venue/time-format.ts";
import type { Letter } from "./letter.ts";

export function verificationLetter(house: House, link: VerificationLink, timeZone: string): Letter {
  const until = shortMoment(link.expiresAt, timeZone);
  return {
    subject: `Verify your email for ${house.name}`,
    heading: "Is this your email?",
    preview: "One click, and the bookings that you made as a guest are in your account",
    blocks: [
      {
        kind: "words",
        text: `Somebody, we hope you, created an account at ${house.name} with this address. If it was you, please verify it: then bookings made as a guest with it are in your account too.`,
      },
      { kind: "button", label: "Verify my email", url: link.url },
      {
        kind: "words",
        text: "If it was not you, do not verify it. This removes the account, and whoever created it is signed out:",
      },
      { kind: "button", label: "This wasn't me", url: link.disowning.url },
      {
        kind: "small",
        text: `Both work until ${until}. Nobody sees bookings made with this address through an account that is not verified.`,
      },
    ],
  };
}

export function passwordResetLetter(house: House, link: AccountLink, timeZone: string): Letter {
  const until = shortMoment(link.expiresAt, timeZone);
  return {
    subject: `Set a new password for ${house.name}`,
    heading: "Set a new password",
    preview: `The link works once, until ${until}`,
    blocks: [
      {
        kind: "words",
        text: `Somebody asked for a new password for your account at ${house.name}. If it was you, choose one here:`,
      },
      { kind: "button", label: "Choose a new password", url: link.url },
      {
        kind: "small",
        text: `The link works once, until ${until}. If you did not ask, ignore this mail: your password stays as it is.`,
      },
    ],
  };
}

/** A mail to the venue. It names the account by number, which says nothing once the account is gone; a name would stay in the mailbox. */
export function erasureRequestLetter(
  house: House,
  { id: customerId, erasureScope }: Pick<CustomerAccount, "id" | "erasureScope">,
): Letter {
  const reach =
    erasureScope === "everything"
      ? "Their email is verified, so all that is kept under it is meant."
      : "Their email is not verified: only the account and what was booked while signed in to it is theirs to erase. What others did under that email stays.";
  return {
    subject: `Customer ${customerId} asks to be erased`,
    heading: "Somebody asks to be erased",
    preview: "An admin decides on it in the dashboard",
    blocks: [
      {
        kind: "words",
        text: `Customer ${customerId} asks that all that is kept of them be erased. Who they are, and what erasing means, stands in the dashboard, where an admin does it.`,
      },
      { kind: "words", text: reach },
      { kind: "button", label: "Open the dashboard", url: `${house.url}/admin/security` },
      {
        kind: "small",
        text: "This mail names nobody on purpose: what lies in a mailbox is not erased with the rest.",
      },
    ],
  };
}

export function testLetter(house: House, sentAt: Date, timeZone: string): Letter {
  return {
    subject: `Test email from ${house.name}`,
    heading: "Mail works",
    preview: "Sent from the test page",
    blocks: [
      {
        kind: "words",
        text: `This is the test email that you asked for on the test page, sent ${shortMoment(sentAt, timeZone)}. Mails to customers go the same way.`,
      },
    ],
  };
}
