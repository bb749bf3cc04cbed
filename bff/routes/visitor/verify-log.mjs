#!/usr/bin/env node
/**
 * Checks what was taken out of a hub's log against the log's public key: an export, or proof files. It needs no network, no
 * packages, nothing but this file and Node.js 18 or newer. It can be read in ten minutes, and should be.
 *
 *   node verify-log.mjs --key VKEY out.ndjson           an export; out.ndjson.checkpoint lies beside it
 *   node verify-log.mjs --key VKEY proofs/*.tlog-proof  proofs of single events
 *
 * VKEY is the log's verifier key, a line of https://…/log/key; get it from someone you trust rather than from the person who gave you the
 * files. `--key` may be given several times: any of the keys is accepted. `--witness VKEY` is the key of a witness who must have
 * countersigned; if several are given, all must have.
 *
 * Prints a line for each fault. Exit code 0: all is well; 1: something is wrong; 2: it could not check.
 *
 * How it works. Every event of the log is a leaf of a Merkle tree (RFC 6962); a checkpoint is a signed line of text that says how many
 * leaves the tree has and what its root is. So (1) the checkpoint's signature must hold, and (2) the events must lead to its root.
 * It is not feasible to find other events that lead to the same root, or to sign another root without the key.
 */
import { createHash, createPublicKey, verify } from "node:crypto";
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const sha256 = (...parts) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

// --- The tree (RFC 6962, section 2.1) --------------------------------------------------------------------------------

/** The first byte tells leaves and nodes apart, so that no leaf can pass for a node. */
const leafHash = (bytes) => sha256(Buffer.from([0]), bytes);
const nodeHash = (left, right) => sha256(Buffer.from([1]), left, right);

/** The root over all leaves, given one after another: trees of equal size are joined as soon as there are two. */
class GrowingTree {
  trees = [];
  add(hash) {
    let tree = { leaves: 1, hash };
    while (this.trees.at(-1)?.leaves === tree.leaves) {
      const left = this.trees.pop();
      tree = { leaves: left.leaves * 2, hash: nodeHash(left.hash, tree.hash) };
    }
    this.trees.push(tree);
  }
  root() {
    if (this.trees.length === 0) return sha256();
    return this.trees.map(({ hash }) => hash).reduceRight((right, left) => nodeHash(left, right));
  }
}

/** The root that results from leaf, index and proof (RFC 9162, section 2.1.3.2); null when the proof is too short or too long. */
function rootByProof(leaf, index, size, proof) {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) return null;
  let [node, last, hash] = [index, size - 1, leaf];
  for (const sibling of proof) {
    if (last === 0) return null;
    if (node % 2 === 1 || node === last) {
      hash = nodeHash(sibling, hash);
      while (node % 2 === 0 && node > 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else {
      hash = nodeHash(hash, sibling);
    }
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 ? hash : null;
}

// --- A leaf's bytes: the event as canonical JSON (RFC 8785) -------------------------------------------------------------

/** Sorted names, no blanks, numbers and texts as JavaScript writes them. */
function canonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`).join(",")}}`;
}

// --- Checkpoints: signed notes (c2sp.org/signed-note, c2sp.org/tlog-checkpoint, c2sp.org/tlog-cosignature) ----------------

const NOTE = 1;
const COSIGNATURE = 4;

/** `name+id+base64(type, 32 bytes of an Ed25519 key)`; the id is the first four bytes of a hash of the rest. */
function parseKey(vkey) {
  const [, name, id, base64] = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(vkey.trim()) ?? [];
  const bytes = Buffer.from(base64 ?? "", "base64");
  const expected = sha256(`${name}\n`, bytes).subarray(0, 4).toString("hex");
  if (bytes.length !== 33 || ![NOTE, COSIGNATURE].includes(bytes[0]) || id !== expected) {
    throw new Error(`This is no Ed25519 verifier key: ${vkey}`);
  }
  // The prefix that makes DER of the 32 bytes (RFC 8410).
  const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), bytes.subarray(1)]);
  return { name, id, type: bytes[0], publicKey: createPublicKey({ key: der, format: "der", type: "spki" }) };
}

/** Reads a witness's key; the log's own key is refused, since it makes another kind of signature. */
function parseWitness(vkey) {
  const key = parseKey(vkey);
  if (key.type !== COSIGNATURE) throw new Error(`This is no witness's key: ${vkey}`);
  return key;
}

/** A text, an empty line, and lines `— name base64(key's id, signature)`. */
function parseNote(note) {
  const split = note.lastIndexOf("\n\n");
  if (split < 0) throw new Error("it is not a signed note");
  const signatures = [...note.slice(split + 2).matchAll(/^— (\S+) (\S+)$/gmu)].map(([, name, base64]) => {
    const bytes = Buffer.from(base64, "base64");
    return { name, id: bytes.subarray(0, 4).toString("hex"), signature: bytes.subarray(4) };
  });
  return { text: note.slice(0, split + 1), signatures };
}

function isSigned(text, signature, { type, publicKey }) {
  if (type === NOTE) return verify(null, Buffer.from(text), publicKey, signature);
  // A witness signs the time too; it is in the first eight bytes.
  if (signature.length !== 72) return false;
  const cosigned = `cosignature/v1\ntime ${signature.readBigUInt64BE()}\n${text}`;
  return verify(null, Buffer.from(cosigned), publicKey, signature.subarray(8));
}

/** The checkpoint's size and root, once one of the keys has signed it and every witness has countersigned; otherwise throws the reason. */
function openCheckpoint(note, keys, witnesses) {
  const { text, signatures } = parseNote(note);
  const signers = [...keys, ...witnesses].filter((key) => {
    const signature = signatures.find(({ name, id }) => name === key.name && id === key.id)?.signature;
    if (signature && !isSigned(text, signature, key))
      throw new Error(`the signature of ${key.name} does not hold`);
    return signature !== undefined;
  });
  if (!signers.some((signer) => keys.includes(signer))) {
    const names = signatures.map(({ name, id }) => `${name}+${id}`).join(", ");
    throw new Error(`it is signed by ${names || "no one"}, not by the key that was given`);
  }
  for (const witness of witnesses) {
    if (!signers.includes(witness)) throw new Error(`${witness.name} has not countersigned it`);
  }
  const [origin, size, root] = text.split("\n");
  if (!/^(0|[1-9]\d*)$/.test(size)) throw new Error("it says no size");
  return { origin, size: Number(size), root: Buffer.from(root, "base64") };
}

// --- What is checked ------------------------------------------------------------------------------------------------

const say = (line) => void process.stdout.write(`${line}\n`);

let faults = 0;
let verified = 0;
function fault(text) {
  faults += 1;
  say(`fault: ${text}`);
}

const nameOf = (index, entry) => `event ${index} ${entry.stream} v${entry.version}`;

const isPlace = (index) => Number.isSafeInteger(index) && index >= 0;
const isEntry = (entry) => typeof entry === "object" && entry !== null && typeof entry.stream === "string";
const isProof = (proof) => Array.isArray(proof) && proof.every((hash) => typeof hash === "string");

/** One proof: `extra` holds the event's own bytes, which name the index that is proven. */
function checkProof(file, keys, witnesses) {
  const text = readFileSync(file, "utf8");
  const split = text.indexOf("\n\n");
  const [first, extra, place, ...hashes] = text.slice(0, split).split("\n");
  if (
    first !== "c2sp.org/tlog-proof@v1" ||
    !extra?.startsWith("extra ") ||
    !/^index \d+$/.test(place ?? "")
  ) {
    return fault(`${file}: is not a proof of an event`);
  }
  const bytes = Buffer.from(extra.slice("extra ".length), "base64");
  const index = Number(place.slice("index ".length));
  let entry;
  let checkpoint;
  try {
    entry = JSON.parse(bytes.toString());
    checkpoint = openCheckpoint(text.slice(split + 2), keys, witnesses);
  } catch (error) {
    return fault(`${file}: ${error.message}`);
  }
  if (!isEntry(entry)) return fault(`${file}: is not a proof of an event`);
  const proof = hashes.map((hash) => Buffer.from(hash, "base64"));
  const root = rootByProof(leafHash(bytes), index, checkpoint.size, proof);
  if (entry.index !== index || !root?.equals(checkpoint.root)) {
    return fault(`${nameOf(index, entry)}: is not what the checkpoint of ${checkpoint.size} holds (${file})`);
  }
  verified += 1;
}

/**
 * An export. Lines with a proof are checked one by one. Lines without proofs are the whole log and must lead to the root together; if they
 * do not, `out.ndjson.hashes`, if it exists, tells which line is wrong. It has the hashes as they were sealed, 32 bytes each, and is used
 * only if they lead to the signed root themselves.
 */
async function checkExport(file, keys, witnesses) {
  const note = readFileSync(`${file}.checkpoint`, "utf8");
  let checkpoint;
  try {
    checkpoint = openCheckpoint(note, keys, witnesses);
  } catch (error) {
    return fault(`${file}.checkpoint: ${error.message}`);
  }
  const { size, root } = checkpoint;
  const sealed = sealedHashes(`${file}.hashes`, checkpoint);
  const tree = new GrowingTree();
  const versions = new Map();
  let [next, number] = [0, 0];
  let [withProof, without] = [0, 0];
  const before = faults;

  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    number += 1;
    if (line === "") continue;
    let read;
    try {
      read = JSON.parse(line);
    } catch {
      fault(`line ${number}: is not JSON`);
      continue;
    }
    const { index, entry, proof } = read ?? {};
    if (!isPlace(index) || !isEntry(entry) || (proof !== undefined && !isProof(proof))) {
      fault(`line ${number}: is not an event of a log`);
      continue;
    }
    const name = nameOf(index, entry);
    const canonical = canonicalJson(entry);
    const hash = leafHash(Buffer.from(canonical));
    if (entry.index !== index) fault(`${name}: says of itself that it is event ${entry.index}`);
    // The line as it is read must be what is hashed: JSON may contain a name twice, and the last value counts.
    const ending = proof ? `,"proof":${JSON.stringify(proof)}}` : "}";
    if (line !== `{"index":${index},"entry":${canonical}${ending}`) {
      fault(`${name}: line ${number} is not written as it was sealed`);
    }
    if (!proof) {
      for (; next < index && next < size; next += 1) fault(`event ${next}: is missing`);
      if (index < next) {
        fault(`${name}: comes after event ${next - 1}`);
        continue;
      }
    }
    // A part of the log may begin with any version, but must not skip a later one.
    const last = versions.get(entry.stream) ?? (proof ? entry.version - 1 : 0);
    if (entry.version !== last + 1) fault(`${name}: follows v${last}`);
    versions.set(entry.stream, entry.version);
    if (proof) {
      withProof += 1;
      const leadsTo = rootByProof(
        hash,
        index,
        size,
        proof.map((one) => Buffer.from(one, "base64")),
      );
      if (leadsTo?.equals(root)) verified += 1;
      else fault(`${name}: is not what the checkpoint of ${size} holds`);
      continue;
    }
    without += 1;
    if (index >= size) fault(`${name}: is beyond the ${size} events of the checkpoint`);
    else if (sealed && !sealed.subarray(index * 32, index * 32 + 32).equals(hash)) {
      fault(`${name}: is not what was sealed`);
    } else verified += 1;
    tree.add(hash);
    next = index + 1;
  }

  if (withProof + without === 0 && faults === before && size > 0) {
    throw new Error(`${file} holds no event: there is nothing to check.`);
  }
  if (withProof > 0 && without > 0) fault(`${file}: ${without} of its lines have no proof`);
  if (withProof > 0) return;
  for (; next < size; next += 1) fault(`event ${next}: is missing`);
  if (faults === before && !tree.root().equals(root)) {
    fault(`checkpoint ${size}: the events do not lead to its root`);
  }
}

function sealedHashes(file, { size, root }) {
  if (!existsSync(file)) return null;
  const hashes = readFileSync(file);
  const tree = new GrowingTree();
  for (let at = 0; at < hashes.length; at += 32) tree.add(hashes.subarray(at, at + 32));
  if (hashes.length === size * 32 && tree.root().equals(root)) return hashes;
  fault(`checkpoint ${size}: ${file} does not lead to its root`);
  return null;
}

// --- The command ------------------------------------------------------------------------------------------------------

try {
  const keys = [];
  const witnesses = [];
  const files = [];
  for (let words = process.argv.slice(2); words.length > 0; ) {
    const word = words.shift();
    if (word === "--key") keys.push(parseKey(words.shift() ?? ""));
    else if (word === "--witness") witnesses.push(parseWitness(words.shift() ?? ""));
    else files.push(word);
  }
  if (keys.length === 0 || files.length === 0) {
    throw new Error(
      "usage: node verify-log.mjs --key VKEY [--witness VKEY] out.ndjson | proofs/*.tlog-proof",
    );
  }
  for (const file of files) {
    if (file.endsWith(".tlog-proof")) checkProof(file, keys, witnesses);
    else await checkExport(file, keys, witnesses);
  }
  say(faults > 0 ? `${faults} faults` : `verified ${verified} events`);
  process.exitCode = faults > 0 ? 1 : 0;
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
