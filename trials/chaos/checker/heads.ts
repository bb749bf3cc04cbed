/** Checks the log's seal: every published head has the root of the events that are in the log, is signed, and fits all the others. */
import { createPublicKey, hash, verify } from "node:crypto";
import type { Finding } from "./evidence/claims.ts";
import type { Evidence, LogEvent } from "./evidence/evidence.ts";
import { isoOf } from "./evidence/fields.ts";

interface Head {
  subject: string;
  origin: string;
  size: number;
  root: string;
  note: string;
}

/** A C2SP tlog-checkpoint in a signed note; null if the text is not one. */
function headOf(note: string, subject: string): Head | null {
  const end = note.lastIndexOf("\n\n");
  const [origin = "", size = "", root = ""] = note.slice(0, end + 1).split("\n");
  if (end < 0 || origin === "" || !/^(0|[1-9]\d*)$/.test(size)) return null;
  return Buffer.from(root, "base64").length === 32
    ? { subject, origin, size: Number(size), root, note }
    : null;
}

export async function checkHeads(evidence: Evidence): Promise<Finding[]> {
  const { db, log, heads, baseUrl } = evidence;
  const leaves = await db<{ stream: string; version: number; hash: string }[]>`
    select stream, version, encode(hash, 'hex') as hash from log_leaves order by index`;
  const stored = await db<{ note: string }[]>`select note from log_checkpoints order by number`;
  const keys = await db<{ vkey: string }[]>`select vkey from log_keys order by number`;
  const findings: Finding[] = [];
  const read = (note: string, subject: string): Head[] => {
    const head = headOf(note, subject);
    if (!head) findings.push({ claim: "heads.form", subject, words: "is not a checkpoint" });
    return head ? [head] : [];
  };
  const seen = heads.flatMap(({ checkpoint, seenAt }) => read(checkpoint, `head seen at ${isoOf(seenAt)}`));
  const kept = stored.flatMap(({ note }, i) => read(note, `checkpoint ${i + 1}`));
  const published = baseUrl === null ? null : await publishedKeys(baseUrl);
  const missing = keys.filter(({ vkey }) => published !== null && !published.has(vkey));
  return [
    ...findings,
    ...missing.map(
      ({ vkey }): Finding => ({
        claim: "heads.keys",
        subject: vkey,
        words: "is not among the published keys",
      }),
    ),
    ...shrunk(seen),
    ...forks([...seen, ...kept]),
    ...sealed(leaves, log),
    ...roots([...seen, ...kept], leaves),
    ...[...seen, ...kept].flatMap((head) =>
      unsigned(
        head,
        keys.map(({ vkey }) => vkey),
      ),
    ),
  ];
}

async function publishedKeys(baseUrl: string): Promise<Set<string>> {
  const response = await fetch(new URL("/log/key", baseUrl));
  return new Set(response.ok ? (await response.text()).split("\n") : []);
}

/** In the order in which they were seen. */
function shrunk(seen: readonly Head[]): Finding[] {
  return seen.flatMap(({ subject, size }, i) => {
    const before = seen[i - 1];
    if (!before || before.size <= size) return [];
    return [
      { claim: "heads.grow", subject, words: `has ${size} events, but an earlier one had ${before.size}` },
    ];
  });
}

function forks(heads: readonly Head[]): Finding[] {
  const bySize = new Map<number, Head>();
  return heads.flatMap((head) => {
    const other = bySize.get(head.size);
    bySize.set(head.size, other ?? head);
    if (!other || (other.root === head.root && other.origin === head.origin)) return [];
    const words = `has another root for ${head.size} events than ${other.subject}`;
    return [{ claim: "heads.fork", subject: head.subject, words }];
  });
}

const sha256 = (bytes: Buffer): Buffer => Buffer.from(hash("sha256", bytes, "hex"), "hex");
const leafHash = (bytes: Buffer): Buffer => sha256(Buffer.concat([Buffer.from([0]), bytes]));
const nodeHash = (left: Buffer, right: Buffer): Buffer =>
  sha256(Buffer.concat([Buffer.from([1]), left, right]));

/** RFC 8785: members sorted by name, no white space. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(",")}}`;
}

const bytesOf = (
  { stream, version, type, schemaVersion, data, meta, commandId, occurredAt }: LogEvent,
  index: number,
) =>
  Buffer.from(
    canonical({
      index,
      stream,
      version,
      type,
      schemaVersion,
      data,
      meta,
      commandId,
      occurredAt: isoOf(occurredAt),
    }),
  );

/** Each leaf is the event at its place of the log, and every event has a leaf. */
function sealed(
  leaves: readonly { stream: string; version: number; hash: string }[],
  log: readonly LogEvent[],
): Finding[] {
  const claim = "heads.leaves";
  const findings = leaves.flatMap((leaf, index): Finding[] => {
    const event = log[index];
    const subject = `leaf ${index}`;
    const here = `${leaf.stream} v${leaf.version}`;
    if (!event) return [{ claim, subject, words: `seals ${here}, which is not in the log` }];
    if (event.stream !== leaf.stream || event.version !== leaf.version) {
      return [{ claim, subject, words: `seals ${here}, but the log has ${event.stream} v${event.version}` }];
    }
    const isSame = leafHash(bytesOf(event, index)).toString("hex") === leaf.hash;
    return isSame ? [] : [{ claim, subject, words: `${here} differs from what was sealed` }];
  });
  const unsealed = log.length - leaves.length;
  return unsealed > 0
    ? [...findings, { claim: "heads.sealed", subject: "log", words: `${unsealed} events are not sealed` }]
    : findings;
}

/** The root of the first `size` leaves, for every requested size: combines the perfect trees on the right edge, the largest first. */
function roots(heads: readonly Head[], leaves: readonly { hash: string }[]): Finding[] {
  const asked = new Set(heads.map(({ size }) => size));
  const rootOf = new Map<number, string>([[0, sha256(Buffer.alloc(0)).toString("base64")]]);
  const edge: { leaves: number; hash: Buffer }[] = [];
  leaves.forEach((leaf, index) => {
    let tree: { leaves: number; hash: Buffer } = { leaves: 1, hash: Buffer.from(leaf.hash, "hex") };
    while (edge.at(-1)?.leaves === tree.leaves) {
      const left = edge.pop();
      if (left) tree = { leaves: tree.leaves * 2, hash: nodeHash(left.hash, tree.hash) };
    }
    edge.push(tree);
    if (!asked.has(index + 1)) return;
    const root = edge.map((one) => one.hash).reduceRight((right, left) => nodeHash(left, right));
    rootOf.set(index + 1, root.toString("base64"));
  });
  return heads.flatMap(({ subject, size, root }) => {
    const own = rootOf.get(size);
    if (own === root) return [];
    const words = own
      ? `is not the root of its ${size} events`
      : `covers ${size} events, but only ${leaves.length} are sealed`;
    return [{ claim: "heads.root", subject, words }];
  });
}

const SPKI = Buffer.from("302a300506032b6570032100", "hex");

/** Whether one of these keys (`name+id+key`) signed the note, and every signature that names one of these keys is valid. */
function unsigned({ note, subject, origin }: Head, keys: readonly string[]): Finding[] {
  const claim = "heads.signature";
  const end = note.lastIndexOf("\n\n");
  const text = Buffer.from(note.slice(0, end + 1));
  const lines = note
    .slice(end + 2)
    .split("\n")
    .filter((line) => line !== "");
  const verdicts = lines.flatMap((line): boolean[] => {
    const [, name, base64 = ""] = /^— (\S+) (\S+)$/u.exec(line) ?? [];
    const signature = Buffer.from(base64, "base64");
    const key = keys.find((vkey) => vkey.startsWith(`${name}+${signature.subarray(0, 4).toString("hex")}+`));
    if (!key) return [];
    const raw = Buffer.from(key.split("+").slice(2).join("+"), "base64").subarray(1);
    const publicKey = createPublicKey({ key: Buffer.concat([SPKI, raw]), format: "der", type: "spki" });
    return [name === origin && verify(null, text, publicKey, signature.subarray(4))];
  });
  if (verdicts.length > 0 && verdicts.every(Boolean)) return [];
  const words = verdicts.length === 0 ? "is not signed by a key of the log" : "has an invalid signature";
  return [{ claim, subject, words }];
}
