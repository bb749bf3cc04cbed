/** Owns which spellings of an email reach one mailbox, so that who holds unpaid hours is counted by mailbox and not by spelling. */

/** Gmail reads no dots, and has two names. */
const GMAIL = new Set(["gmail.com", "googlemail.com"]);

/** In lower case, without what follows a plus sign; of Gmail, without dots. To compare by, never to write to. */
export function mailboxOf(email: string): string {
  const lower = email.trim().toLowerCase();
  const at = lower.lastIndexOf("@");
  if (at < 1) return lower;
  const [name = ""] = lower.slice(0, at).split("+");
  const domain = lower.slice(at + 1);
  return GMAIL.has(domain) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}
