/** The part of the role matrix about staff accounts and second factors: each call, and what staff of each role are answered. */
import { type Colleague, PASSWORD, type StaffWorld } from "../../testing/staff-fixture.ts";
import {
  allStaff,
  type Expected,
  ROLE_REFUSED,
  reading,
  revenueReaders,
  type StaffCall,
  unknown,
  workingStaff,
} from "./role-matrix-parts-fixture.ts";

const ADMIN_ACCOUNT: Expected = [403, "Only an admin can create, change or remove an admin account"];
const OWN_SECOND_FACTOR: Expected = [403, "Turn off your own second factor with a code on the Security page"];
const REMOVED: Expected = [200, "Second factor removed"];
const NO_SECOND_FACTOR: Expected = [409, "Your account has no second factor"];
const OWN_ACCOUNT: Expected = [403, "You cannot deactivate or delete your own account"];
const CREATED: Expected = [201, "Staff account created"];
const INVITED: Expected = [201, "Invitation sent"];
const LINK_MAILED: Expected = [200, "The link is on its way to their mailbox"];
const DEACTIVATED: Expected = [200, "Staff account deactivated"];
const REACTIVATED: Expected = [200, "Staff account reactivated"];
const DELETED: Expected = [200, "Staff account permanently deleted"];
const NO_ACCOUNT: Expected = [404, "Staff account not found"];

let created = 0;
const creating = (role: string) => () => {
  created += 1;
  const username = `made-${created}`;
  const person = { firstName: "Joan", lastName: "Clarke", email: `${username}@hub.example.test` };
  return {
    method: "POST",
    path: "/api/staff/create",
    body: { username, password: "secret1", role, ...person },
  };
};

type Role = "staff" | "manager" | "admin";
const changing = (method: string, action: string, role: Role) => async (world: StaffWorld) => {
  const { id } = await world.hire(role);
  return { method, path: `/api/staff/${id}${action}` };
};
const changingOneself = (method: string, action: string) => (_: StaffWorld, caller: Colleague | null) => ({
  method,
  path: `/api/staff/${caller?.id ?? 1}${action}`,
});
const reactivating = (role: Role) => async (world: StaffWorld) => {
  const colleague = await world.hire(role);
  await world.change("DeactivateStaffAccount", colleague);
  return { method: "PATCH", path: `/api/staff/${colleague.id}/reactivate` };
};
export const ACCOUNT_CALLS: readonly StaffCall[] = [
  {
    call: "list staff",
    route: "GET /api/staff",
    prepare: () => ({ path: "/api/staff" }),
    answers: workingStaff([200]),
  },
  {
    call: "invite a colleague",
    route: "POST /api/staff/invitations",
    prepare: () => {
      created += 1;
      const username = `invited-${created}`;
      const person = { firstName: "Joan", lastName: "Clarke", email: `${username}@hub.example.test` };
      return { method: "POST", path: "/api/staff/invitations", body: { username, role: "staff", ...person } };
    },
    answers: { staff: ROLE_REFUSED, manager: INVITED, admin: INVITED },
  },
  {
    call: "change a colleague's role",
    route: "PATCH /api/staff/{id}/role",
    prepare: async (world) => ({
      ...(await changing("PATCH", "/role", "staff")(world)),
      body: { role: "desk" },
    }),
    answers: { staff: ROLE_REFUSED, manager: [200, "Role changed"], admin: [200, "Role changed"] },
  },
  {
    call: "make a colleague an admin",
    route: "PATCH /api/staff/{id}/role",
    prepare: async (world) => ({
      ...(await changing("PATCH", "/role", "staff")(world)),
      body: { role: "admin" },
    }),
    answers: { staff: ROLE_REFUSED, manager: ADMIN_ACCOUNT, admin: [200, "Role changed"] },
  },
  {
    call: "mail a colleague a link for a new password",
    route: "POST /api/staff/{id}/password-link",
    prepare: changing("POST", "/password-link", "staff"),
    answers: { staff: ROLE_REFUSED, manager: LINK_MAILED, admin: LINK_MAILED },
  },
  {
    call: "create a staff account",
    route: "POST /api/staff/create",
    prepare: creating("staff"),
    answers: { staff: ROLE_REFUSED, manager: CREATED, admin: CREATED },
  },
  {
    call: "create a manager",
    route: "POST /api/staff/create",
    prepare: creating("manager"),
    answers: { staff: ROLE_REFUSED, manager: CREATED, admin: CREATED },
  },
  {
    call: "create an admin",
    route: "POST /api/staff/create",
    prepare: creating("admin"),
    answers: { staff: ROLE_REFUSED, manager: ADMIN_ACCOUNT, admin: CREATED },
  },
  {
    call: "deactivate a colleague",
    route: "PATCH /api/staff/{id}/deactivate",
    prepare: changing("PATCH", "/deactivate", "staff"),
    answers: { staff: ROLE_REFUSED, manager: DEACTIVATED, admin: DEACTIVATED },
  },
  {
    call: "deactivate a manager",
    route: "PATCH /api/staff/{id}/deactivate",
    prepare: changing("PATCH", "/deactivate", "manager"),
    answers: { staff: ROLE_REFUSED, manager: DEACTIVATED, admin: DEACTIVATED },
  },
  {
    call: "deactivate an admin",
    route: "PATCH /api/staff/{id}/deactivate",
    prepare: changing("PATCH", "/deactivate", "admin"),
    answers: { staff: ROLE_REFUSED, manager: ADMIN_ACCOUNT, admin: DEACTIVATED },
  },
  {
    call: "deactivate oneself",
    route: "PATCH /api/staff/{id}/deactivate",
    prepare: changingOneself("PATCH", "/deactivate"),
    answers: { staff: ROLE_REFUSED, manager: OWN_ACCOUNT, admin: OWN_ACCOUNT },
  },
  {
    call: "deactivate an unknown colleague",
    route: "PATCH /api/staff/{id}/deactivate",
    prepare: unknown("PATCH", "/deactivate"),
    answers: { staff: ROLE_REFUSED, manager: NO_ACCOUNT, admin: NO_ACCOUNT },
  },
  {
    call: "reactivate a colleague",
    route: "PATCH /api/staff/{id}/reactivate",
    prepare: reactivating("staff"),
    answers: { staff: ROLE_REFUSED, manager: REACTIVATED, admin: REACTIVATED },
  },
  {
    call: "reactivate an admin",
    route: "PATCH /api/staff/{id}/reactivate",
    prepare: reactivating("admin"),
    answers: { staff: ROLE_REFUSED, manager: ADMIN_ACCOUNT, admin: REACTIVATED },
  },
  {
    call: "delete a colleague",
    route: "DELETE /api/staff/{id}",
    prepare: changing("DELETE", "", "staff"),
    answers: { staff: ROLE_REFUSED, manager: ROLE_REFUSED, admin: DELETED },
  },
  {
    call: "delete an admin",
    route: "DELETE /api/staff/{id}",
    prepare: changing("DELETE", "", "admin"),
    answers: { staff: ROLE_REFUSED, manager: ROLE_REFUSED, admin: DELETED },
  },
  {
    call: "delete oneself",
    route: "DELETE /api/staff/{id}",
    prepare: changingOneself("DELETE", ""),
    answers: { staff: ROLE_REFUSED, manager: ROLE_REFUSED, admin: OWN_ACCOUNT },
  },
  {
    call: "delete an unknown colleague",
    route: "DELETE /api/staff/{id}",
    prepare: unknown("DELETE", ""),
    answers: { staff: ROLE_REFUSED, manager: ROLE_REFUSED, admin: NO_ACCOUNT },
  },
  {
    call: "remove a colleague's second factor",
    route: "DELETE /api/staff/{id}/second-factor",
    prepare: changing("DELETE", "/second-factor", "manager"),
    answers: { staff: ROLE_REFUSED, manager: REMOVED, admin: REMOVED },
  },
  {
    call: "remove an admin's second factor",
    route: "DELETE /api/staff/{id}/second-factor",
    prepare: changing("DELETE", "/second-factor", "admin"),
    answers: { staff: ROLE_REFUSED, manager: ADMIN_ACCOUNT, admin: REMOVED },
  },
  {
    call: "remove one's own second factor without a code",
    route: "DELETE /api/staff/{id}/second-factor",
    prepare: changingOneself("DELETE", "/second-factor"),
    answers: { staff: ROLE_REFUSED, manager: OWN_SECOND_FACTOR, admin: OWN_SECOND_FACTOR },
  },
  {
    call: "remove an unknown colleague's second factor",
    route: "DELETE /api/staff/{id}/second-factor",
    prepare: unknown("DELETE", "/second-factor"),
    answers: { staff: ROLE_REFUSED, manager: NO_ACCOUNT, admin: NO_ACCOUNT },
  },
  {
    call: "see the state of one's own second factor",
    route: "GET /api/staff/second-factor",
    prepare: reading("/api/staff/second-factor"),
    answers: allStaff([200]),
  },
  {
    call: "begin to set one up",
    route: "POST /api/staff/second-factor/enrolment",
    prepare: () => ({
      method: "POST",
      path: "/api/staff/second-factor/enrolment",
      body: { currentPassword: PASSWORD },
    }),
    answers: allStaff([200]),
  },
  {
    call: "begin to set one up without the password",
    route: "POST /api/staff/second-factor/enrolment",
    prepare: () => ({
      method: "POST",
      path: "/api/staff/second-factor/enrolment",
      body: { currentPassword: "a guess" },
    }),
    answers: allStaff([403, "This is not your current password"]),
  },
  {
    call: "set one up with an enrolment that is none",
    route: "POST /api/staff/second-factor",
    prepare: () => ({
      method: "POST",
      path: "/api/staff/second-factor",
      body: { enrolment: "none", code: "123456" },
    }),
    answers: allStaff([400, "Setting up took too long. Please begin again with a new QR code"]),
  },
  ...["recovery-codes", "turn-off"].map((change) => ({
    call: `${change} where there is no second factor`,
    route: `POST /api/staff/second-factor/${change}`,
    prepare: () => ({
      method: "POST",
      path: `/api/staff/second-factor/${change}`,
      body: { currentPassword: PASSWORD, code: "123456" },
    }),
    answers: allStaff(NO_SECOND_FACTOR),
  })),
  {
    call: "read of which roles a second factor is demanded",
    route: "GET /api/staff/second-factor-policy",
    prepare: reading("/api/staff/second-factor-policy"),
    answers: workingStaff([200]),
  },
  {
    call: "demand a second factor of no role",
    route: "PUT /api/staff/second-factor-policy",
    prepare: () => ({ method: "PUT", path: "/api/staff/second-factor-policy", body: { roles: [] } }),
    answers: { staff: ROLE_REFUSED, manager: ROLE_REFUSED, admin: [200] },
  },
  {
    call: "answer a review that is not there",
    route: "POST /api/feedback/{id}/answer",
    prepare: () => ({
      method: "POST",
      path: "/api/feedback/999999/answer",
      body: { text: "Thank you" },
    }),
    answers: workingStaff([404, "Feedback not found"]),
  },
  ...["/api/bookings", "/api/bookings/summary", "/api/contact", "/api/analytics", "/api/feedback"].map(
    (path) => ({
      call: `read ${path}`,
      route: `GET ${path}`,
      prepare: reading(path),
      answers: path === "/api/analytics" ? revenueReaders([200]) : workingStaff([200]),
    }),
  ),
];
