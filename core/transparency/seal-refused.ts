/** Owns why nothing more is sealed. */

/** What stands in the tables contradicts itself, the log or the key that signs: signing it would bear false witness. `make verify` names what is wrong. */
export class SealRefused extends Error {
  override readonly name = "SealRefused";
}
