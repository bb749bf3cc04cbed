/** Makes the token in a calendar feed's address, and hashes it (decision 304). */
import { createHash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 16;

/** 16 random bytes in base64url. */
const TOKEN = /^[\w-]{22}$/;

/** 128 random bits. */
export const newFeedToken = (): string => randomBytes(TOKEN_BYTES).toString("base64url");

/** Whether a text can be such a token; any other one is answered without a query. */
export const looksLikeFeedToken = (text: string): boolean => TOKEN.test(text);

/** The token is random, so a plain hash of it is enough. */
export const feedTokenHash = (token: string): string => createHash("sha256").update(token).digest("hex");
