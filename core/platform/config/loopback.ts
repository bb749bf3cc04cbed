/** Names the addresses by which a machine reaches itself. */

export const LOOPBACK = ["127.0.0.1", "::1"] as const;
