/** Reads the text of a policy, and inserts what applies today (decision 242). Pure. Safe in a browser. */

/** What a text may insert: `{payment}` is replaced by the venue's words for it. */
export const POLICY_WORDS = {
  name: "the venue's name",
  address: "the address",
  email: "the mail address, as a link",
  phone: "the phone, as a link",
  hours: "when the venue is open",
  payment: "what is paid when",
  refunds: "what is refunded after a cancellation",
  hold: "how long unpaid hours are held",
  cancellation: "a link to the cancellation policy",
  privacy: "a link to the privacy policy",
  account: "a link to the customer's account",
} as const;
export type PolicyWord = keyof typeof POLICY_WORDS;

/** A piece of a paragraph or a point: text, or a word to insert. */
type PolicyPiece = { text: string } | { insert: PolicyWord };

export interface PolicyBlock {
  kind: "paragraph" | "point";
  pieces: readonly PolicyPiece[];
}

/** Without a title before the first heading. */
export interface PolicySection {
  title: string | null;
  blocks: readonly PolicyBlock[];
}

const isWord = (name: string): name is PolicyWord => Object.hasOwn(POLICY_WORDS, name);

/** Why the text cannot be used, naming the word; null if it can. */
export function policyTrouble(text: string): string | null {
  for (const [written, name = ""] of text.matchAll(/\{([^{}\n]*)\}/g)) {
    if (!isWord(name))
      return `${written} is not replaced by anything. Use ${Object.keys(POLICY_WORDS)
        .map((word) => `{${word}}`)
        .join(", ")}`;
  }
  return null;
}

function piecesOf(line: string): PolicyPiece[] {
  return line
    .split(/(\{[^{}\n]*\})/)
    .filter((part) => part !== "")
    .map((part) => {
      const name = part.slice(1, -1);
      return part.startsWith("{") && isWord(name) ? { insert: name } : { text: part };
    });
}

/** The sections of a text: `## ` begins one, `- ` a point; an empty line ends a paragraph. */
export function readPolicyText(text: string): PolicySection[] {
  const sections: { title: string | null; blocks: PolicyBlock[] }[] = [];
  let open: string[] = [];
  const last = () => {
    const section = sections.at(-1) ?? { title: null, blocks: [] };
    if (sections.length === 0) sections.push(section);
    return section;
  };
  const close = () => {
    if (open.length > 0) last().blocks.push({ kind: "paragraph", pieces: piecesOf(open.join(" ")) });
    open = [];
  };
  for (const line of text.split("\n").map((one) => one.trim())) {
    if (line.startsWith("## ")) {
      close();
      sections.push({ title: line.slice(3).trim(), blocks: [] });
    } else if (line.startsWith("- ")) {
      close();
      last().blocks.push({ kind: "point", pieces: piecesOf(line.slice(2).trim()) });
    } else if (line === "") close();
    else open.push(line);
  }
  close();
  return sections;
}
