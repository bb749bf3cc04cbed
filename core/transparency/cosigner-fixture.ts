/** Makes keys of witnesses for tests. */
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { COSIGNATURE_V1, keyId, rawPublicKey, verifierKeyText } from "./note-keys.ts";

/** A witness's new key: its vkey, and the private key that cosigns. */
export function newCosigner(name: string): { vkey: string; id: string; name: string; privateKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const raw = rawPublicKey(publicKey);
  return {
    vkey: verifierKeyText(name, COSIGNATURE_V1, raw),
    id: keyId(name, COSIGNATURE_V1, raw),
    name,
    privateKey,
  };
}
