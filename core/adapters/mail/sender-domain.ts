/** Looks up what a sender's domain tells other mail servers: who may send for it (SPF), and what to do with other mail (DMARC). */
import { Resolver } from "node:dns/promises";

const TIMEOUT_MS = 2_000;

export interface DomainCheck {
  name: "SPF" | "DMARC" | "DKIM";
  /** The record as it was found. */
  found: string | null;
  /** What to do, or what was found. */
  hint: string;
}

/** Never throws: without an answer, the hint says so. */
export async function checkSenderDomain(sender: string): Promise<DomainCheck[]> {
  const domain = sender.split("@").at(-1) ?? "";
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 });
  const read = async (name: string, beginning: string): Promise<string | null | undefined> => {
    try {
      const records = await resolver.resolveTxt(name);
      return records.map((parts) => parts.join("")).find((text) => text.startsWith(beginning)) ?? null;
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : "";
      return code === "ENODATA" || code === "ENOTFOUND" ? null : undefined;
    }
  };
  const [spf, dmarc] = await Promise.all([read(domain, "v=spf1"), read(`_dmarc.${domain}`, "v=DMARC1")]);
  return [
    {
      name: "SPF",
      found: spf ?? null,
      hint: hintOf(spf, `Add a TXT record at ${domain} that names your mail server: "v=spf1 include:… -all"`),
    },
    {
      name: "DMARC",
      found: dmarc ?? null,
      hint: hintOf(dmarc, `Add a TXT record at _dmarc.${domain}: "v=DMARC1; p=quarantine"`),
    },
    {
      name: "DKIM",
      found: null,
      hint: "Your mail server signs: switch DKIM on there, and add the TXT record that it shows. Then the test mail's headers say dkim=pass.",
    },
  ];
}

const hintOf = (record: string | null | undefined, missing: string): string => {
  if (record === undefined)
    return "The name server did not answer, so this could not be looked up. Try again later";
  return record === null ? missing : "Found";
};
