/** Projects the read table `staff`: each account with its last login. Names stay in `personal_data`, usernames with the credentials. */
import type { Actor } from "../../core/log/append-request.ts";
import type { Sql, TransactionSql } from "../../core/platform/database/database.ts";
import { type StaffRole, staffStream } from "../../core/staff/staff.ts";
import { staffSessionStream } from "../../core/staff/staff-session.ts";
import { tokenNames } from "../../core/token/token-rows.ts";
import type { Batch } from "../engine/batch.ts";
import { foldRows } from "../engine/fold.ts";
import { type Projection, viewOf } from "../engine/projection.ts";
import { actorName } from "../words/actor-name.ts";

const staffView = viewOf({
  table: "staff",
  stream: staffStream,
  keyColumn: "staff_id",
  insertOnlyColumns: ["last_login"],
  rowOf: ({ id, after, event, begunAt }) =>
    after.exists
      ? {
          staff_id: id,
          version: event.version,
          person_id: after.personId,
          role: after.role,
          active: after.active,
          deleted: after.deleted,
          /** Updated by logins, which have their own streams. */
          last_login: null,
          created_at: begunAt.toISOString(),
        }
      : null,
});

export const staff: Projection = {
  name: "staff",
  version: 2,
  tables: ["staff"],
  streams: [staffStream, staffSessionStream],
  async fold(tx, batch, tableOf) {
    await foldRows(tx, staffView, tableOf("staff"), batch);
    await moveLastLogins(tx, tableOf("staff"), batch);
  },
};

/** Sets the newest login of each account in the batch, from any stream; an account is created before anyone logs in to it. */
async function moveLastLogins(tx: TransactionSql, table: string, batch: Batch): Promise<void> {
  const logins = new Map<number, string>();
  const note = (id: number, at: string): void => {
    if (at > (logins.get(id) ?? "")) logins.set(id, at);
  };
  for (const { id, type, occurredAt } of batch.eventsOf(staffStream)) {
    if (type === "StaffSignedIn") note(id, occurredAt.toISOString());
  }
  for (const { data, occurredAt } of batch.eventsOf(staffSessionStream))
    note(data.staffId, occurredAt.toISOString());
  if (logins.size === 0) return;
  await tx`
    update ${tx(table)} s set last_login = greatest(s.last_login, login.at::timestamptz)
    from unnest(${[...logins.keys()]}::bigint[], ${[...logins.values()]}::text[]) as login (staff_id, at)
    where s.staff_id = login.staff_id`;
}

export interface ListedStaff {
  id: number;
  username: string;
  firstName: string;
  lastName: string;
  email: string;
  role: StaffRole;
  isActive: boolean;
  secondFactor: boolean;
  /** UTC instant. */
  lastLogin: Date | null;
  createdAt: Date;
  /** When the account was last changed; a login is no change. */
  updatedAt: Date;
}

/** Every account that has not been deleted, the oldest first. */
export function listStaff(sql: Sql): Promise<ListedStaff[]> {
  return sql<ListedStaff[]>`
    select s.staff_id as id, c.username, coalesce(p.first_name, '') as "firstName",
      coalesce(p.last_name, '') as "lastName", c.email, s.role, s.active as "isActive",
      f.staff_id is not null as "secondFactor", s.last_login as "lastLogin", s.created_at as "createdAt",
      c.updated_at as "updatedAt"
    from staff s
    join staff_credentials c using (staff_id)
    left join staff_second_factors f using (staff_id)
    left join personal_data p on p.id = s.person_id
    where not s.deleted
    order by s.created_at, s.staff_id`;
}

/** Names of accounts by id, including deleted ones; erased names are left out. */
export async function staffNames(sql: Sql, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ id: number; name: string }[]>`
    select s.staff_id as id, concat_ws(' ', p.first_name, p.last_name) as name
    from staff s join personal_data p on p.id = s.person_id
    where s.staff_id = any(${[...ids]}::bigint[]) and coalesce(p.first_name, p.last_name) is not null`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Names each of these actors, with one query for colleagues and one for tokens. */
export async function namesOf(sql: Sql, actors: readonly Actor[]): Promise<(actor: Actor) => string> {
  const idsOf = (kind: "staff" | "token") => [
    ...new Set(actors.flatMap((actor) => (actor.kind === kind ? [actor.id] : []))),
  ];
  const [staff, tokens] = await Promise.all([
    staffNames(sql, idsOf("staff")),
    tokenNames(sql, idsOf("token")),
  ]);
  return (actor) => actorName(actor, { staff, tokens });
}
