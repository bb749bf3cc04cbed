/** The error with which sealing stops. */

/**
 * The tables contradict themselves, the log or the signing key, so a signature would confirm something false. `make
 * verify` names what is wrong.
 */
export class SealRefused extends Error {
  override readonly name = "SealRefused";
}
