/** Makes up people for the clients' calls: names, and mailboxes that belong to no real person. */
import { randomUUID } from "node:crypto";
import type { Random } from "../random.ts";

const FIRST_NAMES = ["Ada", "Grace", "Edith", "Joan", "Ida", "Mary", "Hedy", "Karen"];
const LAST_NAMES = ["Byron", "Hopper", "Clarke", "Rhodes", "Kenneth", "Lamarr", "Sparck"];

/** Mailboxes that several bookings share. */
const SHARED = 5;

export const person = (random: Random) => ({
  firstName: random.pick(FIRST_NAMES),
  lastName: random.pick(LAST_NAMES),
  email: random.chance(0.2)
    ? `often-${random.between(1, SHARED)}@example.test`
    : `guest-${randomUUID()}@example.test`,
  phone: `+1 212 555 ${random.between(1000, 9999)}`,
});

export const newPassword = (): string => `pass ${randomUUID()}`;
