/** Writes the text of the mails about a customer's account, and of the mail by which staff test the mail settings. */
import type { CustomerAccount } from "../../../core/customer/account.ts";
import type { AccountLink, VerificationLink } from "../../../core/customer/mailed-links.ts";
import type { VenueDetails } from "../../../core/venue/settings.ts";
import { shortDateAndTime } from "../../../core/venue/time/time-format.ts";
import { button, type MailContent, paragraph, small } from "./mail-content.ts";

export function verificationMailContent(
  venue: VenueDetails,
  link: VerificationLink,
  timeZone: string,
): MailContent {
  const until = shortDateAndTime(link.expiresAt, timeZone);
  return {
    subject: `Verify your email for ${venue.name}`,
    heading: "Is this your email?",
    preview: "Verify it to add the bookings that you made as a guest to your account",
    blocks: [
      paragraph(
        `An account at ${venue.name} was created with this email. If it was you, please verify the email. Your account then includes the bookings that were made with it as a guest.`,
      ),
      button("Verify my email", link.url),
      paragraph(
        "If it was not you, do not verify it. This link removes the account and signs out the person who created it:",
      ),
      button("This wasn't me", link.disowning.url),
      small(
        `Both links work until ${until}. An account that is not verified does not show bookings made with this email.`,
      ),
    ],
  };
}

export function passwordResetMailContent(
  venue: VenueDetails,
  link: AccountLink,
  timeZone: string,
): MailContent {
  const until = shortDateAndTime(link.expiresAt, timeZone);
  return {
    subject: `Set a new password for ${venue.name}`,
    heading: "Set a new password",
    preview: `The link works once, until ${until}`,
    blocks: [
      paragraph(
        `A new password was requested for your account at ${venue.name}. If it was you, choose one here:`,
      ),
      button("Choose a new password", link.url),
      small(
        `The link works once, until ${until}. If you did not ask, ignore this mail: your password stays as it is.`,
      ),
    ],
  };
}

/** A mail to the venue. It names the account by number, which says nothing once the account is gone; a name would stay in the mailbox. */
export function erasureRequestMailContent(
  venue: VenueDetails,
  { id: customerId, erasureScope }: Pick<CustomerAccount, "id" | "erasureScope">,
): MailContent {
  const reach =
    erasureScope === "everything"
      ? "Their email is verified, so the request covers everything that is stored under it."
      : "Their email is not verified, so the request covers only the account and the bookings made while signed in to it. Other data under that email stays.";
  return {
    subject: `Customer ${customerId} asks to be erased`,
    heading: "A customer asks to be erased",
    preview: "An admin decides on it in the dashboard",
    blocks: [
      paragraph(
        `Customer ${customerId} asks you to erase their data. The dashboard shows who they are and what will be erased. An admin erases the data there.`,
      ),
      paragraph(reach),
      button("Open the dashboard", `${venue.url}/admin/security`),
      small("This mail contains no name, because an erasure does not reach your mailbox."),
    ],
  };
}

export function testMailContent(venue: VenueDetails, sentAt: Date, timeZone: string): MailContent {
  return {
    subject: `Test email from ${venue.name}`,
    heading: "Mail works",
    preview: "Sent from the test page",
    blocks: [
      paragraph(
        `This is the test email that you requested on the test page, sent ${shortDateAndTime(sentAt, timeZone)}. Mails to customers are sent the same way.`,
      ),
    ],
  };
}
