/** Owns the `staff` read table: every account as it stands, with its last login. Names stay in `personal_data`, usernames with the credentials. */
import type { Sql } from "../../core/platform/database.ts";
import { type StaffEvent, type StaffRole, type StaffState, staffStream } from "../../core/staff/staff.ts";
import { projectionOf } from "../engine/fold.ts";
import type { ProjectedRow, View } from "../engine/projection.ts";

interface StaffRow extends ProjectedRow {
  staff_id: number;
  person_id: string;
  role: StaffRole;
  active: boolean;
  deleted: boolean;
  last_login: string | null;
  created_at: string;
}

const staffView: View<StaffState, StaffEvent, StaffRow> = {
  table: "staff",
  stream: staffStream,
  keyColumn: "staff_id",
  readsRow: true,
  rowOf: ({ id, after, event, begunAt }, row) =>
    after.exists
      ? {
          staff_id: id,
          version: event.version,
          person_id: after.personId,
          role: after.role,
          active: after.active,
          deleted: after.deleted,
          last_login:
            event.type === "StaffSignedIn" ? event.occurredAt.toISOString() : (row?.last_login ?? null),
          created_at: begunAt.toISOString(),
        }
      : null,
};

export const staff = projectionOf(staffView, { version: 1 });

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
  /** When the account was last changed; logging in is no change. */
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

/** Names of accounts, deleted ones too, by id; one whose personal data has been erased is missing. */
export async function staffNames(sql: Sql, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await sql<{ id: number; name: string }[]>`
    select s.staff_id as id, concat_ws(' ', p.first_name, p.last_name) as name
    from staff s join personal_data p on p.id = s.person_id
    where s.staff_id = any(${[...ids]}::bigint[]) and coalesce(p.first_name, p.last_name) is not null`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}
