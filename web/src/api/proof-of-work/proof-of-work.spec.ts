/** Checks the counting of zero bits and the solving of a proof of work. */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { leadingZeroBits } from "../../../../bff/contract/proof-of-work.ts";
import { solve } from "./proof-of-work.ts";

const bitsOf = (text: string): string =>
  [...createHash("sha256").update(text).digest()].map((byte) => byte.toString(2).padStart(8, "0")).join("");

describe("leading zero bits", () => {
  it.each([
    [[0b1000_0000], 0],
    [[0b0000_0001], 7],
    [[0, 0xff], 8],
    [[0, 0, 0b0100_0000], 17],
    [[0, 0], 16],
  ])("%j has %i of them", (bytes, bits) => {
    expect(leadingZeroBits(new Uint8Array(bytes))).toBe(bits);
  });
});

describe("a solution", () => {
  it.each([0, 1, 8, 11])("of %i bits is the challenge with the first number that solves it", (difficulty) => {
    const proof = solve({ challenge: "header.claims.signature", difficulty });
    const [, nonce] = /^header\.claims\.signature\.(\d+)$/.exec(proof) ?? [];
    const zeros = "0".repeat(difficulty);
    expect(bitsOf(proof).startsWith(zeros)).toBe(true);
    for (let less = 0; less < Number(nonce); less++)
      expect(bitsOf(`header.claims.signature.${less}`).startsWith(zeros)).toBe(false);
  });
});
