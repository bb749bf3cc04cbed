/** Restores the database's keys: opens them with the session secret that sealed them, or makes new ones if that secret is lost. */
import { randomBytes } from "node:crypto";
import { holderHashOf } from "../../core/booking/hold/holder.ts";
import type { HeldBy } from "../../core/booking/rules/statuses.ts";
import type { TransactionSql } from "../../core/platform/database/database.ts";
import { holderHashWith } from "../../core/platform/secrets/keyed-hash.ts";
import { createVault } from "../../core/platform/secrets/vault.ts";
import type { BackupHeader } from "./backup-format.ts";

/** The context that the vault binds a sealed key to, so that it cannot be opened as another value. */
const bindingOf = (purpose: string): string => `backup of key ${purpose}`;

export const sealKeyWith =
  (secret: string) =>
  (purpose: string, key: string): string =>
    createVault(secret, []).seal(key, bindingOf(purpose));

export interface RestoredKeys {
  byPurpose: ReadonlyMap<string, string>;
  /** The secret is lost, so what was signed or hashed with the old keys is no longer recognized. */
  areNew: boolean;
}

/** Null if none of these secrets sealed them. */
export function openKeys(
  { keys }: BackupHeader,
  { secret, previous }: { secret: string; previous: readonly string[] },
): RestoredKeys | null {
  const vault = createVault(secret, previous);
  const byPurpose = new Map<string, string>();
  for (const [purpose, sealed] of Object.entries(keys)) {
    const key = vault.open(sealed, bindingOf(purpose));
    if (key === null) return null;
    byPurpose.set(purpose, key);
  }
  return { byPurpose, areNew: false };
}

/** 256 random bits for each purpose. */
export const newKeys = ({ keys }: BackupHeader): RestoredKeys => ({
  byPurpose: new Map(Object.keys(keys).map((purpose) => [purpose, randomBytes(32).toString("hex")])),
  areNew: true,
});

export async function putKeys(tx: TransactionSql, { byPurpose, areNew }: RestoredKeys): Promise<void> {
  for (const [purpose, key] of byPurpose) {
    await tx`
      insert into keys (purpose, key) values (${purpose}, ${key})
      on conflict (purpose) do update set key = excluded.key`;
  }
  // If the email is still known, analytics hashes it again when it is built; otherwise the old hash identifies the customer.
  if (areNew) {
    await tx`
      delete from known_customers k using personal_data p where p.id = k.person_id and p.email is not null`;
  }
}

/** Writes into the hour claims who has the unpaid holds: from the backup or, with new keys, hashed again from accounts and emails. */
export async function putHolders(tx: TransactionSql, { byPurpose, areNew }: RestoredKeys): Promise<void> {
  if (!areNew) {
    await tx`
      update room_hours g set holder = h.holder, caller = h.caller from restoring.holders h
      where g.room_id = h.room_id and g.starts_at = h.starts_at and g.booking_id = h.booking_id
        and g.held_until is not null`;
    return;
  }
  const holderHash = holderHashWith(byPurpose.get("holders") ?? "");
  const held = await tx<{ bookingId: number; heldBy: HeldBy; userId: number | null; email: string | null }[]>`
    select distinct g.booking_id as "bookingId", coalesce(e.data ->> 'heldBy', 'mailbox') as "heldBy",
      (e.data ->> 'userId')::bigint as "userId", p.email
    from room_hours g
    join events e on e.stream = 'booking-' || g.booking_id and e.version = 1
    left join personal_data p on p.id::text = e.data ->> 'personId'
    where g.held_until is not null`;
  for (const { bookingId, email, ...booking } of held) {
    const holder = holderHashOf({ holderHash }, booking, email);
    await tx`
      update room_hours set holder = ${holder} where booking_id = ${bookingId} and held_until is not null`;
  }
}
