#!/usr/bin/env node
/**
 * Checks what was taken out of a hub's log against the log's public key: an export, or proof files. It needs no network, no
 * packages, nothing but this file and Node.js 18 or newer. It stays one file, so that it can be read whole before it is trusted: half an hour.
 *
 *   node verify-log.mjs --key VKEY out.ndjson           an export; out.ndjson.checkpoint lies beside it
 *   node verify-log.mjs --key VKEY proofs/*.tlog-proof  proofs of single events
 *   node verify-log.mjs --key VKEY --waitlist file      the proof of the waitlist's order, as the page of an entry saves it
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

const sha256 = (...parts) => createHash("sha256").update(Buffer.concat(parts)).digest();
const fromBase64 = (text) => Buffer.from(text, "base64");

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

/** `name+id+base64(type, 32 bytes of an Ed25519 key)`; the id is the first four bytes of a hash of the rest. A witness's key has its own type. */
function parseKey(vkey, types = [NOTE, COSIGNATURE]) {
  const [, name, id, base64] = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(vkey.trim()) ?? [];
  const bytes = fromBase64(base64 ?? "");
  const expected = sha256(Buffer.from(`${name}\n`), bytes)
    .subarray(0, 4)
    .toString("hex");
  if (bytes.length !== 33 || id !== expected || !types.includes(bytes[0])) {
    const kind = types.includes(NOTE) ? "an Ed25519 verifier key" : "a witness's key";
    throw new Error(`This is not ${kind}: ${vkey}`);
  }
  // The prefix that makes DER of the 32 bytes (RFC 8410).
  const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), bytes.subarray(1)]);
  return { name, id, type: bytes[0], publicKey: createPublicKey({ key: der, format: "der", type: "spki" }) };
}

/** A text, an empty line, and lines `— name base64(key's id, signature)`. */
function parseNote(note) {
  const split = note.lastIndexOf("\n\n");
  if (split < 0) throw new Error("it is not a signed note");
  const signatures = [...note.slice(split + 2).matchAll(/^— (\S+) (\S+)$/gmu)].map(([, name, base64]) => {
    const bytes = fromBase64(base64);
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
    throw new Error(`it is signed by ${names || "no key"}, not by the key that was given`);
  }
  for (const witness of witnesses) {
    if (!signers.includes(witness)) throw new Error(`${witness.name} has not countersigned it`);
  }
  const [origin, size, root] = text.split("\n");
  if (!/^(0|[1-9]\d*)$/.test(size)) throw new Error("it has no size");
  return { origin, size: Number(size), root: fromBase64(root) };
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
  const header = /^c2sp\.org\/tlog-proof@v1\nextra (.*)\nindex (\d+)((?:\n.+)*)$/.exec(text.slice(0, split));
  if (!header) return fault(`${file}: is not a proof of an event`);
  const [, extra, place, hashes] = header;
  const bytes = fromBase64(extra);
  const index = Number(place);
  let entry;
  let checkpoint;
  try {
    entry = JSON.parse(bytes.toString());
    checkpoint = openCheckpoint(text.slice(split + 2), keys, witnesses);
  } catch (error) {
    return fault(`${file}: ${error.message}`);
  }
  if (!isEntry(entry)) return fault(`${file}: is not a proof of an event`);
  const proof = hashes.split("\n").slice(1).map(fromBase64);
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
      const path = proof.map(fromBase64);
      if (rootByProof(hash, index, size, path)?.equals(root)) verified += 1;
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

// --- The waitlist's order ---------------------------------------------------------------------------------------------

/**
 * The answer of `GET /api/waitlist/{token}/proof`: the events of one entry ("own"), and every offer that was made while it waited. First
 * each event must be in the log. Then the order is followed, event by event: every offer lists who waited, ascending, and each entry before
 * the served one has a reason. The reasons for passing the own entry are checked against its own wish and offers.
 */
function checkWaitlist(file, keys, witnesses) {
  const answer = JSON.parse(readFileSync(file, "utf8"));
  if (!Array.isArray(answer?.events) || typeof answer.checkpoint !== "string") {
    return fault(`${file}: is not the proof of a waitlist`);
  }
  let checkpoint;
  try {
    checkpoint = openCheckpoint(answer.checkpoint, keys, witnesses);
  } catch (error) {
    return fault(`checkpoint: ${error.message}`);
  }
  const zone = answer.timeZone;
  if (!isZone(zone)) return fault(`the file has no time zone of a venue: ${zone}`);
  const before = faults;
  const events = [];
  for (const [at, read] of answer.events.entries()) {
    const { index, entry, proof } = read ?? {};
    if (!isPlace(index) || !isEntry(entry) || !isPlace(entry.version) || !isProof(proof)) {
      fault(`event ${at + 1} of the file: is not an event of a log`);
      continue;
    }
    const name = nameOf(index, entry);
    const last = events.at(-1);
    const root = rootByProof(
      leafHash(Buffer.from(canonicalJson(entry))),
      index,
      checkpoint.size,
      proof.map(fromBase64),
    );
    if (entry.index !== index || !root?.equals(checkpoint.root)) {
      fault(`${name}: is not what the checkpoint of ${checkpoint.size} holds`);
    } else if (entry.stream !== "waitlist-1") fault(`${name}: is not of the waitlist`);
    else if (last && (index <= last.index || entry.version <= last.version)) {
      fault(`${name}: comes after ${last.name}`);
    } else events.push({ ...entry, name, at: entry.occurredAt });
  }
  for (const event of events) if (!isWaitlistEvent(event)) fault(`${event.name}: cannot be read`);
  if (faults > before) return;
  const joins = events.filter(({ type }) => type === "WaitlistJoined");
  if (joins.length !== 1) return fault(`the file has ${joins.length} entries that joined; it must have one`);
  const { passes, overrides, newest, ended } = followEntry(joins[0].data, zone, events);
  if (faults > before) return;
  verified += events.length;
  for (const { at, served, passed, reason } of overrides) {
    const ids = passed.map((id) => `entry ${id}`).join(", ") || "no entry";
    say(`passed over by staff: ${ids}, for entry ${served} at ${at}: ${reason}`);
  }
  if (overrides.length === 0) say("served in order");
  for (const { at, served, why, roomId, startTime, endTime } of passes) {
    say(`passed: ${at}, room ${roomId} from ${startTime} to ${endTime}, for entry ${served}: ${why}`);
  }
  const { entryId, offersBefore } = joins[0].data;
  const whole =
    newest > offersBefore ? `has every offer from ${offersBefore + 1} to ${newest}` : "has no offers";
  const until = ended
    ? `before entry ${entryId} left`
    : `among the ${checkpoint.size} events of the checkpoint`;
  say(`the file ${whole}; it does not show whether there is a newer one ${until}`);
  if (answer.unsealed > 0) say(`${answer.unsealed} newer events are in no checkpoint yet`);
}

const HOUR = 3_600_000;
const isInstant = (text) => typeof text === "string" && !Number.isNaN(Date.parse(text));
const isWord = (text) => typeof text === "string";
const length = ({ startTime, endTime }) => (Date.parse(endTime) - Date.parse(startTime)) / HOUR;
const hoursOf = (offer) =>
  Array.from({ length: length(offer) }, (_, n) => Date.parse(offer.startTime) + n * HOUR);

function isZone(zone) {
  try {
    return isWord(zone) && new Intl.DateTimeFormat("en-US", { timeZone: zone }) !== null;
  } catch {
    return false;
  }
}

/** Whether the data has what is read below, as the first version of each event has it. */
function isWaitlistEvent({ type, schemaVersion, data, at }) {
  if (schemaVersion !== 1 || typeof data !== "object" || !isPlace(data?.entryId) || !isInstant(at))
    return false;
  if (type === "WaitlistJoined") {
    const { offersBefore, roomIds, anyRoom, day, until, from, to, hours } = data;
    const numbers =
      [offersBefore, from, to, hours].every(isPlace) && hours > 0 && typeof anyRoom === "boolean";
    return Array.isArray(roomIds) && roomIds.every(isPlace) && isWord(day) && isWord(until) && numbers;
  }
  if (type === "WaitlistLeft") return isWord(data.why);
  if (type !== "HoursOffered")
    return /^Offer(Claimed|Declined|Lapsed)$/.test(type) && isPlace(data.bookingId);
  const { number, bookingId, roomId, startTime, endTime, until, open, override = "" } = data;
  return (
    [number, bookingId, roomId].every(isPlace) &&
    [startTime, endTime, until].every(isInstant) &&
    isPlace(length(data)) &&
    length(data) >= 1 &&
    length(data) <= 24 &&
    isWord(override) &&
    Array.isArray(open) &&
    open.every((one) => isPlace(one?.id) && (one.why === undefined || isWord(one.why)))
  );
}

/** The venue's day and hour at an instant. */
function clockAt(instant, timeZone) {
  const options = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", hourCycle: "h23" };
  const parts = new Intl.DateTimeFormat("en-US", { ...options, timeZone }).formatToParts(instant);
  const { year, month, day, hour } = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return { day: `${year.padStart(4, "0")}-${month}-${day}`, hour: Number(hour) };
}

/** Whether the wish has the room and the day of the offer. */
function asksFor(wish, { roomId, startTime }, zone) {
  const { day } = clockAt(Date.parse(startTime), zone);
  return (wish.anyRoom || wish.roomIds.includes(roomId)) && day >= wish.day && day <= wish.until;
}

/** Each way in which the wish fits whole within the offered hours, whatever the room: the hours that it would take. */
function fitsWithin(wish, offer, zone) {
  const hours = hoursOf(offer);
  return hours
    .map((_, at) => hours.slice(at, at + wish.hours))
    .filter((visit) => {
      if (visit.length < wish.hours) return false;
      const { day, hour } = clockAt(visit[0], zone);
      return day >= wish.day && day <= wish.until && hour >= wish.from && hour + wish.hours <= wish.to;
    });
}

/**
 * Whether "does not fit" is certainly false. One of the offered hours had become free, and an entry is served with such an hour only; the
 * others could be free already if the entry had let them lapse. So a fit within those proves nothing, unless the fits have all the hours.
 */
function certainlyFits(wish, offer, lapsed, zone) {
  // Whether a room that is not listed suits the wish is not in the file.
  if (!wish.roomIds.includes(offer.roomId)) return false;
  const fits = fitsWithin(wish, offer, zone);
  const free = lapsed.filter(({ roomId }) => roomId === offer.roomId).flatMap(hoursOf);
  return (
    fits.some((visit) => !visit.some((hour) => free.includes(hour))) ||
    hoursOf(offer).every((hour) => fits.some((visit) => visit.includes(hour)))
  );
}

/** Follows the own entry through its events, and names each fault. */
function followEntry(wish, zone, events) {
  const own = wish.entryId;
  const [passes, overrides, lapsed, served] = [[], [], [], new Set()];
  let [state, running, list, newest] = ["before", null, null, wish.offersBefore];
  const passedOver = (name, id, words) => fault(`${name}: entry ${id} was passed over: ${words}`);
  const MISSING = "it is not in the list of who waited";

  function wrong(why, id, offer) {
    if (why !== "does not fit" && why !== "already offered") return `"${why}" is no reason`;
    if (id === own && why === "does not fit") {
      return certainlyFits(wish, offer, lapsed, zone) && "its wish fits these hours";
    }
    if (id === own) {
      const hours = hoursOf(offer);
      const shares = (one) =>
        one.roomId === offer.roomId && hoursOf(one).some((hour) => hours.includes(hour));
      return !running && !lapsed.some(shares) && "no offer to it was open";
    }
    // An entry that joined later was offered nothing before: its offers are all in the file.
    return why === "already offered" && id > own && !served.has(id) && "no offer to it was made";
  }

  /** The waitlist's offers are numbered, so one that is not in the file leaves a gap. */
  function takeNumber(name, number) {
    const due = newest + 1;
    const missing = number > due ? "an offer is missing before it: " : "";
    if (number !== due) fault(`${name}: ${missing}its number is ${number}, not ${due}`);
    newest = number;
  }

  /**
   * Who waited, in the order of the log; who joined before the last offer and waits still was in its list. If more than 1,500 are open, a list
   * may leave out entries that do not wish for the day and the room, and those behind the served one. What came before the offer in the
   * stream and is no offer is at most one entry each.
   */
  function takeList(name, version, offer) {
    const { entryId, open, number } = offer;
    const ids = open.map(({ id }) => id);
    if (ids.some((id, at) => id <= (ids[at - 1] ?? 0)))
      fault(`${name}: its list is not in the order of the log`);
    if (!ids.includes(entryId)) fault(`${name}: entry ${entryId} is not in the list of who waited`);
    const short = version - number > 1_500 && ids.at(-1) === entryId;
    const mayLack = short && (entryId < own || !asksFor(wish, offer, zone));
    if (!ids.includes(own) && !mayLack) passedOver(name, own, MISSING);
    for (const id of ids)
      if (list && id <= list.last && !list.ids.has(id)) passedOver(list.name, id, MISSING);
    if (!short) list = { name, ids: new Set([...ids, own]), last: Math.max(own, list?.last ?? 0, ...ids) };
  }

  function takeOffer({ name, version, at, data: offer }) {
    const { entryId, bookingId, open, override } = offer;
    takeNumber(name, offer.number);
    takeList(name, version, offer);
    const passed = [];
    const place = open.findIndex(({ id }) => id === entryId);
    for (const { id, why } of open.slice(0, place < 0 ? open.length : place)) {
      const words = why === undefined ? "no reason is given" : wrong(why, id, offer);
      if (words && override === undefined) passedOver(name, id, words);
      if (words) passed.push(id);
      else if (id === own) passes.push({ ...offer, at, served: entryId, why });
    }
    if (override !== undefined) {
      overrides.push({ at, served: entryId, passed, reason: override });
      if (override.trim() === "") fault(`${name}: staff gave no reason`);
    }
    served.add(entryId);
    if (entryId !== own) return;
    if (running) fault(`${name}: entry ${own} had booking ${running.bookingId} already`);
    if (
      !asksFor(wish, offer, zone) ||
      length(offer) !== wish.hours ||
      fitsWithin(wish, offer, zone).length === 0
    ) {
      fault(`${name}: booking ${bookingId} is not what entry ${own} wishes for`);
    }
    running = offer;
  }

  function takeAnswer({ name, type, at, data: { bookingId } }) {
    // Money that comes late takes an offer that has lapsed.
    const isLate = type === "OfferClaimed" && lapsed.some((offer) => offer.bookingId === bookingId);
    if (running?.bookingId !== bookingId && !isLate) {
      fault(`${name}: no offer of booking ${bookingId} to entry ${own} was open`);
    } else if (type === "OfferLapsed") {
      if (Date.parse(at) < Date.parse(running.until)) fault(`${name}: the offer ran until ${running.until}`);
      lapsed.push(running);
    }
    running = null;
    if (type !== "OfferLapsed") state = "ended";
  }

  function takeLeaving({ name, at, data: { why } }) {
    state = "ended";
    const taken = `${name}: entry ${own} was taken off the waitlist`;
    if (why === "lapses" && lapsed.length < 2) fault(`${taken} after ${lapsed.length} lapses`);
    if (why === "over" && clockAt(Date.parse(at), zone).day < wish.until)
      fault(`${taken} before ${wish.until}`);
  }

  for (const event of events) {
    const { name, type, data } = event;
    if (type === "WaitlistJoined") state = "open";
    else if (state === "before" || (type !== "HoursOffered" && data.entryId !== own)) {
      fault(`${name}: is not about entry ${own}`);
    } else if (state === "open") {
      if (type === "HoursOffered") takeOffer(event);
      else if (type === "WaitlistLeft") takeLeaving(event);
      else takeAnswer(event);
    } else if (type === "HoursOffered") fault(`${name}: entry ${own} had left the waitlist`);
  }
  return { passes, overrides, newest, ended: state === "ended" };
}

// --- The command ------------------------------------------------------------------------------------------------------

try {
  const keys = [];
  const witnesses = [];
  const files = [];
  const waitlists = [];
  for (let words = process.argv.slice(2); words.length > 0; ) {
    const word = words.shift();
    if (word === "--key") keys.push(parseKey(words.shift() ?? ""));
    else if (word === "--witness") witnesses.push(parseKey(words.shift() ?? "", [COSIGNATURE]));
    else if (word === "--waitlist") waitlists.push(words.shift() ?? "");
    else files.push(word);
  }
  if (keys.length === 0 || files.length + waitlists.length === 0) {
    throw new Error(
      "usage: node verify-log.mjs --key VKEY [--witness VKEY] out.ndjson | proofs/*.tlog-proof | --waitlist file",
    );
  }
  for (const file of waitlists) checkWaitlist(file, keys, witnesses);
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
