/** Lists what a backup contains of the database: every table is a source, is built from the sources, or is left out. */
import type { Sql, TransactionSql } from "../../core/platform/database/database.ts";
import { NO_PSEUDONYMS } from "../../core/platform/secrets/pseudonyms.ts";
import { projections } from "../../projections/followers.ts";

/** Tables whose rows exist nowhere else, in an order in which they can be filled: a table comes after the tables that its rows refer to. */
export const SOURCES = [
  "public.log_epoch",
  "public.events",
  "public.personal_data",
  "public.rooms",
  "public.room_photos",
  // Analytics tells customers apart by these hashes; the email that a hash was made from may be erased.
  "public.known_customers",
  "public.staff_credentials",
  "public.active_admins",
  // Copied as they are in the table: sealed with the session secret.
  "public.staff_second_factors",
  "public.staff_recovery_codes",
  "public.second_factor_policy",
  "public.customer_credentials",
  "public.api_tokens",
  "public.api_token_networks",
  // Sealed with the session secret. What waits is sent after the restore; the rest is what staff see.
  "public.webhooks",
  "public.webhook_cursors",
  "public.webhook_deliveries",
  "public.webhook_tries",
  // A line that was imported is not imported again.
  "public.imports",
  "public.imported_lines",
  "public.calendar_feeds",
  // Mails that were sent and each booking's entry in the venue's calendar, so that no reaction is repeated.
  "public.mails",
  "public.calendar_entries",
  // For the reactions: the streams that they have not processed. For projections, the rebuild after a restore finds them again.
  "public.streams_set_aside",
  "public.log_leaves",
  "public.log_subtrees",
  "public.log_keys",
  "public.log_checkpoints",
  "public.log_cosignatures",
  // Tables of the simulated payment provider; empty if the venue uses a real one.
  "simulated_stripe.payment_intents",
  "simulated_stripe.charges",
  "simulated_stripe.refunds",
  "simulated_stripe.disputes",
  "simulated_stripe.events",
  "simulated_stripe.webhook_deliveries",
  "simulated_stripe.idempotency_keys",
] as const;

/** Tables that the backup contains in another form, and in which one. */
const IN_ANOTHER_FORM: Readonly<Record<string, string>> = {
  "public.keys": "the keys, sealed with the session secret",
  "public.schema_migrations": "their names and checksums",
  "public.projection_cursors": "how far the reactions have come; projections start again",
  "public.room_hours": "who holds unpaid hours (keyed hashes); the hours follow from the events",
};

/** Tables that a restore leaves empty, and why they are not needed. */
const LET_GO: Readonly<Record<string, string>> = {
  "public.sessions": "everyone signs in again: a session that was ended since must stay ended",
  "public.rate_limits": "counts of the last minutes",
  "public.staff_code_tries": "counts of the last hour; that a login is closed is in the log",
  "public.mail_budget": "counts of the last day; what was mailed is in mails",
  "public.mail_turns": "counts of the last hour; what was mailed is in mails",
  "public.projection_rebuilds": "a rebuild that was under way",
  "public.provider_news": "the provider is asked again for all the news that it keeps",
  "public.workers": "who works now, by sessions of this server",
};

/** The tables that the projections build from the events. */
function builtTables(): string[] {
  const anywhere = { timeZone: "UTC", ...NO_PSEUDONYMS };
  return projections(anywhere).flatMap(({ tables }) => tables.map((table) => `public.${table}`));
}

/** Schemas of tools, or of a rebuild or restore in progress. Of the job queue's schema, the backup has the jobs that reactions queued. */
const FOREIGN_SCHEMAS = ["graphile_worker", "rebuild", "restoring"];

/** Tables of this database that no list above mentions; every table of the product is in one. */
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

/** Tables in schemas that do not belong to PostgreSQL, an extension or a tool. */
async function tablesIn(sql: Sql | TransactionSql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
      and n.nspname <> all (${FOREIGN_SCHEMAS})
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by 1`;
  return rows.map(({ name }) => name);
}

/** Whether the database contains no table or other object made by a user. */
export async function isEmptyDatabase(sql: Sql | TransactionSql): Promise<boolean> {
  const [row] = await sql<{ empty: boolean }[]>`
    select not exists (
      select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')) as empty`;
  return row?.empty ?? false;
}
