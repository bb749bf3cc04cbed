/** Owns what of the database goes into a backup: every table is a source, built anew from the sources, or let go. */
import type { Sql, TransactionSql } from "../../../core/platform/database.ts";
import { NO_PSEUDONYMS } from "../../../core/platform/pseudonyms.ts";
import { projections } from "../../followers.ts";

/** Tables whose rows are nowhere else, in an order in which they can be filled: whoever refers to rows comes after them. */
export const SOURCES = [
  "public.log_epoch",
  "public.events",
  "public.personal_data",
  "public.rooms",
  "public.room_photos",
  // By what analytics tells customers apart: the email that it was made from may be erased.
  "public.known_customers",
  "public.staff_credentials",
  "public.active_admins",
  // Sealed with the session secret, as they lie in the table.
  "public.staff_second_factors",
  "public.staff_recovery_codes",
  "public.second_factor_policy",
  "public.customer_credentials",
  // What was sent already, and which entry of the venue's calendar is a booking's: a reaction is never repeated.
  "public.mails",
  "public.calendar_entries",
  // What the reactions have not had of a stream; for projections the rebuild that follows a restore finds it again.
  "public.streams_set_aside",
  "public.log_leaves",
  "public.log_subtrees",
  "public.log_keys",
  "public.log_checkpoints",
  "public.log_cosignatures",
  // The simulated payment provider's: with a provider of one's own they are empty.
  "simulated_stripe.payment_intents",
  "simulated_stripe.charges",
  "simulated_stripe.refunds",
  "simulated_stripe.disputes",
  "simulated_stripe.events",
  "simulated_stripe.webhook_deliveries",
  "simulated_stripe.idempotency_keys",
] as const;

/** Tables of which the backup has something in another form, and what. */
const IN_ANOTHER_FORM: Readonly<Record<string, string>> = {
  "public.keys": "the keys, sealed with the session secret",
  "public.schema_migrations": "their names and checksums",
  "public.projection_cursors": "how far the reactions have come; projections begin anew",
  "public.room_hours": "who holds unpaid hours (keyed hashes); the hours follow from the events",
};

/** Tables that a restore leaves empty, and why nobody misses them. */
const LET_GO: Readonly<Record<string, string>> = {
  "public.sessions": "everybody signs in again: a session that was ended since must not come back",
  "public.rate_limits": "counts of the last minutes",
  "public.staff_code_tries": "counts of the last hour; that a login is closed is in the log",
  "public.mail_budget": "counts of the last day; what was mailed is in mails",
  "public.mail_turns": "counts of the last hour; what was mailed is in mails",
  "public.projection_rebuilds": "a rebuild that was under way",
  "public.provider_news": "the provider is asked again for all the news that it keeps",
  "public.workers": "who works now, by sessions of this server",
};

/** What the projections build from the events. */
function builtTables(): string[] {
  const anywhere = { timeZone: "UTC", ...NO_PSEUDONYMS };
  return projections(anywhere).flatMap(({ tables }) => tables.map((table) => `public.${table}`));
}

/** Schemas that belong to a tool, a rebuild or a restore under way. Of the job queue's, what the reactions have queued goes in. */
const FOREIGN_SCHEMAS = ["graphile_worker", "rebuild", "restoring"];

/** Tables of this database that nobody has decided on; of a product's own there is none. */
export async function undecidedTables(sql: Sql | TransactionSql): Promise<string[]> {
  const decided = new Set<string>([
    ...SOURCES,
    ...Object.keys(IN_ANOTHER_FORM),
    ...Object.keys(LET_GO),
    ...builtTables(),
  ]);
  const tables = await tablesIn(sql);
  return tables.filter((table) => !decided.has(table));
}

/** Tables in schemas that are not PostgreSQL's, an extension's or a tool's. */
async function tablesIn(sql: Sql | TransactionSql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
      and n.nspname <> all (${FOREIGN_SCHEMAS})
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by 1`;
  return rows.map(({ name }) => name);
}

/** Whether the database has nothing at all in it that somebody has made. */
export async function isEmptyDatabase(sql: Sql | TransactionSql): Promise<boolean> {
  const [row] = await sql<{ empty: boolean }[]>`
    select not exists (
      select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')) as empty`;
  return row?.empty ?? false;
}
