/** Makes the login of the running processes, and checks that it cannot change history (decision 209). */
import { createHash } from "node:crypto";
import { readDatabaseAddress } from "../config/database-address.ts";
import { type Sql, type TransactionSql, withLogin, withSql } from "../database/database.ts";
import { derivedKey } from "./keys.ts";

const RUNTIME_ROLE = "hub_runtime";
/** Logins of one database are made one after another, because PostgreSQL refuses two changes of one role at the same moment. */
const LOGIN_LOCK = 0x6875_626c;
const INSUFFICIENT_PRIVILEGE = "42501";

/**
 * The address of this database's own login, for a start that was given only the owner's address. Roles belong to the
 * whole server, so the name contains the database's name. The password is derived from the secret and is not stored.
 */
export function derivedRuntimeUrl(ownerUrl: string, secret: string): string {
  const { pathname, username } = readDatabaseAddress(ownerUrl).url;
  const database = decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username);
  const name = createHash("sha256").update(database).digest("hex").slice(0, 8);
  const password = derivedKey(secret, `runtime login ${database}`).toString("hex");
  return withLogin(ownerUrl, `${RUNTIME_ROLE}_${name}`, password);
}

/**
 * Makes the login that this address names, or repairs it to match the address: password, right to log in, membership of
 * `hub_runtime`. Throws, having changed nothing, if a role of that name has more powers than a login of the running
 * processes may have, or if the owner may not create roles and the login does not exist.
 */
export async function ensureRuntimeLogin(ownerUrl: string, runtimeUrl: string): Promise<void> {
  const { username, password } = readDatabaseAddress(runtimeUrl).url;
  const login = decodeURIComponent(username);
  await withSql(ownerUrl, { max: 1, applicationName: "hub login" }, async (sql) => {
    try {
      await sql.begin((tx) => createOrAlterLogin(tx, login, decodeURIComponent(password)));
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === INSUFFICIENT_PRIVILEGE)) throw error;
      // An administrator may have created it and not given the owner the right to create roles.
      const [ready] = await sql`
        select from pg_roles
        where rolname = ${login} and rolcanlogin and pg_has_role(oid, ${RUNTIME_ROLE}::regrole, 'usage')`;
      if (ready) return;
      throw new Error(
        `The owner's login may not create the login ${login} (${error.message}). Ask an administrator of the server to run: ` +
          `create role "${login}" login password '…'; grant ${RUNTIME_ROLE} to "${login}";`,
        { cause: error },
      );
    }
  });
}

async function createOrAlterLogin(tx: TransactionSql, login: string, password: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(${LOGIN_LOCK})`;
  const powers = await powersOf(tx, login);
  if (powers && powers.owning.length > 0) {
    throw new Error(
      `The role ${login} cannot become the login of the running processes: it ${powers.owning.join(", ")}. ` +
        "Name another login in DATABASE_URL; it is created if it does not exist.",
    );
  }
  // Statements about roles take no parameters, so the server itself quotes the values.
  const [statement] = await tx<{ text: string }[]>`
    select format(
      case when ${powers === null} then 'create role %1$I' else 'alter role %1$I' end
        || ' login inherit' || case when ${password !== ""} then ' password %2$L' else '' end,
      ${login}::text, ${password}::text) as text`;
  if (statement) await tx.unsafe(statement.text);
  if (login === RUNTIME_ROLE) return;
  await tx`grant ${tx(RUNTIME_ROLE)} to ${tx(login)} with inherit true`;
}

/** What a login could do beyond the allowed, by itself or as any role that it could become. The phrases follow "it". */
type Powers = {
  /** Rights over roles, the server, the database or the log's tables themselves. */
  owning: string[];
  /** Rights to write to the log or to the guard's tables without the append. */
  writing: string[];
};

/** Null if there is no such role. */
async function powersOf(sql: Sql | TransactionSql, login: string): Promise<Powers | null> {
  const [powers] = await sql<Powers[]>`
    with reachable as (
      select r.* from pg_roles login join pg_roles r on pg_has_role(login.oid, r.oid, 'member')
      where login.rolname = ${login}
    ), guarded as (
      select c.oid, c.relname, c.relowner from pg_class c
      where c.oid in (to_regclass('public.events'), to_regclass('public.room_hours'))
    )
    select case when bool_or(rolsuper) then array['is or can become a superuser'] else array_remove(array[
        case when bool_or(rolcreaterole) then 'may create roles' end,
        case when bool_or(oid = (select datdba from pg_database where datname = current_database()))
          then 'is or can become the owner of the database' end,
        case when bool_or(oid in (select relowner from guarded)) then 'is or can become the owner of the log' end,
        case when bool_or(rolname in ('pg_write_server_files', 'pg_execute_server_program'))
          then 'may write the server''s files' end], null) end as owning,
      array(
        select distinct 'may write to ' || g.relname || ' directly' from guarded g, reachable r
        where has_table_privilege(r.oid, g.oid, 'insert, update, delete, truncate, trigger')
          or has_any_column_privilege(r.oid, g.oid, 'insert, update')
        order by 1) as writing
    from reachable having count(*) > 0`;
  return powers ?? null;
}

/** Throws, with instructions for fixing it, if this connection's login could change history. */
export async function assertNotOwner(sql: Sql): Promise<void> {
  // Whatever role a connection has set, it can return to the role that logged in.
  const [session] = await sql<{ login: string }[]>`select session_user as login`;
  const login = session?.login ?? "";
  const powers = await powersOf(sql, login);
  const reasons = powers?.owning.length ? powers.owning : (powers?.writing ?? []);
  if (reasons.length === 0) return;
  throw new Error(
    `The login ${login} could change history: it ${reasons.join(", ")}. Set DATABASE_URL to the login of the running processes; ` +
      "`make migrate` with DATABASE_OWNER_URL (the owner's address) and DATABASE_URL creates it.",
  );
}

/** Whether this address is that of an owner, who may migrate: the owner of the log, or of a database that has no log yet. */
export const isOwnersAddress = (url: string): Promise<boolean> =>
  withSql(url, { max: 1, applicationName: "hub start" }, async (sql) => {
    const [row] = await sql<{ owner: boolean }[]>`
      select case when to_regclass('public.events') is null then has_schema_privilege('public', 'create')
        else pg_has_role((select relowner from pg_class where oid = to_regclass('public.events')), 'usage') end as owner`;
    return row?.owner ?? false;
  });
