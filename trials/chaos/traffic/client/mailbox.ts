/** Reads the one kind of mail that the traffic needs: the one with which a customer verifies their email. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import PostalMime from "postal-mime";

const VERIFICATION = /\.email-verification\..*\.eml$/;

/** The token of a link that was mailed to this email; null if no mail has arrived yet. */
export async function verificationToken(outbox: string, email: string): Promise<string | null> {
  const mails = readdirSync(outbox)
    .filter((file) => VERIFICATION.test(file))
    .map((file) => readFileSync(join(outbox, file)));
  const mail = mails.find((one) => one.includes(email));
  if (!mail) return null;
  const { text = "" } = await PostalMime.parse(mail);
  return /\/verify-email\?token=([\w.-]+)/.exec(text)?.[1] ?? null;
}
