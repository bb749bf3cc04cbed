/** Shows that notes, checkpoints and tile addresses match the C2SP specifications. */
import { describe, expect, it } from "vitest";
import { originOf, parseCheckpoint } from "./checkpoint.ts";
import { parseSigner, parseVerifierKey, privateKeyText } from "./note-keys.ts";
import { parseNote, signNote, verifyNote } from "./signed-note.ts";
import { parseBundlePath, parseTilePath } from "./tiles.ts";

/** C2SP signed-note's own example. */
const VKEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
const NOTE = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`;

/** The example of Go's package note, golang.org/x/mod/sumdb/note. */
const GO_PRIVATE = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz";
const GO_PUBLIC = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
const GO_TEXT =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const GO_SIGNED = `${GO_TEXT}
— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`;

function keyOf(vkey: string) {
  const key = parseVerifierKey(vkey);
  if (!key) throw new Error("no key");
  return key;
}

function noteOf(text: string) {
  const note = parseNote(text);
  if (!note) throw new Error("no note");
  return note;
}

describe("a signed note", () => {
  it("of the specification is valid with its key, and no other text is", () => {
    const key = keyOf(VKEY);
    expect(verifyNote(noteOf(NOTE), [key])).toEqual([key]);
    expect(verifyNote(noteOf(NOTE.replace("example message", "other message")), [key])).toBeNull();
    expect(verifyNote(noteOf(NOTE), [keyOf(GO_PUBLIC)])).toEqual([]);
  });

  it("is signed as Go's package signs it, with its form of a private key", () => {
    const signer = parseSigner(GO_PRIVATE);
    expect(signer?.vkey).toBe(GO_PUBLIC);
    expect(signer && signNote(GO_TEXT, signer)).toBe(GO_SIGNED);
    expect(
      privateKeyText("PeterNeumann", Buffer.from("gQoUAtUUbI2E8kQzMPVAgOv5juF9nHT2JS/F1ccoMXM=", "base64")),
    ).toBe(GO_PRIVATE);
  });

  it.each([
    "no signature\n",
    "no blank line\n— a b\n",
    NOTE.trimEnd(),
    NOTE.replace("— ", "- "),
    NOTE.replace("message", "mes\u0007sage"),
    NOTE.replace("Uw2Q", "U*2Q"),
  ])("cannot be read from %j", (text) => {
    expect(parseNote(text)).toBeNull();
  });

  it("has keys with matching ids", () => {
    for (const vkey of [VKEY.replace("530d", "530e"), VKEY.replace("+Ae", "+Aa"), "a+b", `${VKEY}=`]) {
      expect(parseVerifierKey(vkey)).toBeNull();
    }
    expect(parseSigner(GO_PRIVATE.replace("c74f", "c74e"))).toBeNull();
    expect(parseSigner(GO_PUBLIC)).toBeNull();
  });
});

describe("a checkpoint", () => {
  const ROOT = "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=";
  it("consists of an origin, a size and a root", () => {
    expect(parseCheckpoint(`example.com/log\n20852163\n${ROOT}\n`)).toMatchObject({
      origin: "example.com/log",
      size: 20852163,
    });
    for (const text of [
      `\n1\n${ROOT}\n`,
      `a\n01\n${ROOT}\n`,
      `a\n-1\n${ROOT}\n`,
      `a\n1\n${ROOT}`,
      `a\n1\n${ROOT.slice(4)}\n`,
      `a\n1\n${ROOT}\n\nx\n`,
    ]) {
      expect(parseCheckpoint(text)).toBeNull();
    }
    expect(originOf("https://hub.example")).toBe("hub.example/log");
    expect(originOf("http://localhost:3000")).toBe("localhost:3000/log");
  });
});

describe("a tile's address", () => {
  it("has only one spelling", () => {
    expect(parseTilePath("0/x001/x234/067")).toEqual({ level: 0, n: 1234067, width: 256 });
    expect(parseTilePath("63/000.p/255")).toEqual({ level: 63, n: 0, width: 255 });
    expect(parseBundlePath("x001/000.p/1")).toEqual({ n: 1000, width: 1 });
    for (const path of [
      "0",
      "0/1",
      "0/x000/001",
      "00/001",
      "64/001",
      "0/001.p/256",
      "0/001.p/0",
      "0/001.p/1.p/1",
      "-1/000",
    ]) {
      expect(parseTilePath(path)).toBeNull();
    }
  });
});
