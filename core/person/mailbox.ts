/** Finds the mailbox that an email reaches, so that unpaid hours are counted by mailbox and not by spelling. */

/** Gmail ignores dots, and has two domain names. */
const GMAIL = new Set(["gmail.com", "googlemail.com"]);

/** In lower case, without a plus sign and what follows it; for Gmail, without dots. For comparing only: mails are not sent to it. */
export function mailboxOf(email: string): string {
  const lower = email.trim().toLowerCase();
  const at = lower.lastIndexOf("@");
  if (at < 1) return lower;
  const [name = ""] = lower.slice(0, at).split("+");
  const domain = lower.slice(at + 1);
  return GMAIL.has(domain) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}
