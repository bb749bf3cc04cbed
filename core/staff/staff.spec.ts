/** Checks who may change which staff account, and how second factors change logins. */
import { describe, expect, it } from "vitest";
import { specification } from "../testing/decider-specification.ts";
import {
  decide,
  evolve,
  noStaff,
  STAFF_ROLES,
  type StaffActor,
  type StaffCommand,
  type StaffEvent,
  type StaffRole,
} from "./staff.ts";
import {
  decideLogin,
  type StaffSession,
  type StaffSessionEvent,
  staffSessionStream,
} from "./staff-session.ts";

const { given } = specification({ initial: noStaff, evolve, decide });

const personId = "5f0c3c39-54b6-4d0a-a47b-3d2e0c7f3a11";
const created = (role: StaffRole): StaffEvent => ({ type: "StaffAccountCreated", data: { personId, role } });
const deactivated: StaffEvent = { type: "StaffAccountDeactivated", data: {} };
const reactivated: StaffEvent = { type: "StaffAccountReactivated", data: {} };
const deleted: StaffEvent = { type: "StaffAccountDeleted", data: {} };
const signedIn: StaffEvent = { type: "StaffSignedIn", data: {} };

const SUBJECT = 7;
const loggingIn =
  (proven: boolean) =>
  (...history: StaffEvent[]) =>
    specification({
      initial: null as StaffSession,
      evolve: staffSessionStream.evolve,
      decide: () => decideLogin({ staffId: SUBJECT, proven }, history.reduce(evolve, noStaff)),
    })
      .given()
      .when(null);
const logIn = loggingIn(false);
const logInWithCode = loggingIn(true);
const opened = (secondFactor: boolean): StaffSessionEvent => ({
  type: "StaffSessionOpened",
  data: { staffId: SUBJECT, secondFactor },
});
const by = (role: StaffRole, id = 1): StaffActor => ({ id, role });
const creating = (role: StaffRole, actor: StaffActor): StaffCommand => ({
  type: "CreateStaffAccount",
  personId,
  role,
  by: actor,
});
type Change = Exclude<
  Extract<StaffCommand, { id: number }>["type"],
  "ChangeStaffRole" | "RequestPasswordLink"
>;
const changing = (type: Change, actor: StaffActor): StaffCommand => ({ type, id: SUBJECT, by: actor });

const CHANGES: { type: Change; event: StaffEvent; before: StaffEvent[] }[] = [
  { type: "DeactivateStaffAccount", event: deactivated, before: [] },
  { type: "ReactivateStaffAccount", event: reactivated, before: [deactivated] },
  { type: "DeleteStaffAccount", event: deleted, before: [] },
  {
    type: "RemoveSecondFactor",
    event: { type: "SecondFactorRemoved", data: {} },
    before: [{ type: "SecondFactorEnrolled", data: {} }],
  },
];

describe("creating a staff account", () => {
  it.each<[StaffRole, StaffRole, "RoleNotPermitted" | "AdminAccountProtected" | null]>([
    ["staff", "staff", "RoleNotPermitted"],
    ["staff", "manager", "RoleNotPermitted"],
    ["staff", "admin", "RoleNotPermitted"],
    ["auditor", "staff", "RoleNotPermitted"],
    ["manager", "auditor", null],
    ["manager", "staff", null],
    ["manager", "manager", null],
    ["manager", "admin", "AdminAccountProtected"],
    ["admin", "staff", null],
    ["admin", "manager", null],
    ["admin", "admin", null],
  ])("by %s, of %s", (actor, role, refused) => {
    const when = given().when(creating(role, by(actor)));
    if (refused) when.expectRefused(refused);
    else when.expect(created(role));
  });

  it("is done by the product at its first start", () => {
    given().when(creating("admin", "product")).expect(created("admin"));
  });
});

describe.each(CHANGES)("$type", ({ type, event, before }) => {
  const mayDo = (actor: StaffRole, subject: StaffRole) => {
    if (
      ["desk", "staff", "auditor"].includes(actor) ||
      (actor === "manager" && type === "DeleteStaffAccount")
    )
      return "RoleNotPermitted";
    return actor === "manager" && subject === "admin" ? "AdminAccountProtected" : null;
  };
  const cases = STAFF_ROLES.flatMap((actor) => STAFF_ROLES.map((subject) => ({ actor, subject })));

  it.each(cases)("by $actor, of $subject", ({ actor, subject }) => {
    const when = given(created(subject), ...before).when(changing(type, by(actor)));
    const refused = mayDo(actor, subject);
    if (refused) when.expectRefused(refused);
    else when.expect(event);
  });

  it("finds no account that never existed or was deleted", () => {
    given()
      .when(changing(type, by("admin")))
      .expectRefused("StaffNotFound");
    given(created("staff"), deleted)
      .when(changing(type, by("admin")))
      .expectRefused("StaffNotFound");
  });

  it("does not tell staff without the right whether there is such an account", () => {
    given()
      .when(changing(type, by("staff")))
      .expectRefused("RoleNotPermitted");
  });
});

describe("a staff account", () => {
  it("is deactivated and reactivated once", () => {
    given(created("staff"), deactivated)
      .when(changing("DeactivateStaffAccount", by("admin")))
      .expectNothing();
    given(created("staff"))
      .when(changing("ReactivateStaffAccount", by("admin")))
      .expectNothing();
  });

  it.each(["DeactivateStaffAccount", "DeleteStaffAccount"] as const)("is safe from its owner: %s", (type) => {
    given(created("admin"))
      .when(changing(type, by("admin", SUBJECT)))
      .expectRefused("OwnAccount");
  });

  it("is deleted even if it is deactivated", () => {
    given(created("manager"), deactivated)
      .when(changing("DeleteStaffAccount", by("admin")))
      .expect(deleted);
  });

  it("signs in while it is active", () => {
    logIn(created("staff")).expect(opened(false));
    logIn(created("staff"), deactivated, reactivated, signedIn).expect(opened(false));
    for (const history of [[], [created("staff"), deactivated], [created("staff"), deleted]]) {
      logIn(...history).expectRefused("InvalidStaffCredentials");
    }
  });

  it("keeps its identity through every event", () => {
    const { state } = given(created("manager"), signedIn, deactivated, reactivated);
    expect(state).toEqual({
      exists: true,
      personId,
      role: "manager",
      active: true,
      deleted: false,
      secondFactor: false,
      codeLoginClosing: null,
      passwordLink: null,
    });
  });
});

describe("a role and a password of a colleague", () => {
  const toRole = (role: StaffRole, actor: StaffRole, id = SUBJECT): StaffCommand => ({
    type: "ChangeStaffRole",
    role,
    id,
    by: by(actor),
  });
  const linkId = "5f0c3c39-54b6-4d0a-a47b-3d2e0c7f3a22";
  const expiresAt = new Date("2026-12-01T16:00:00Z");
  const requested: StaffEvent = {
    type: "StaffPasswordLinkRequested",
    data: { linkId, expiresAt: expiresAt.toISOString(), invited: false },
  };
  const setting = (id: string, now: string): StaffCommand => ({
    type: "SetPasswordByLink",
    linkId: id,
    now: new Date(now),
  });

  it("changes the role, by managers, and of admins by admins alone", () => {
    const changed: StaffEvent = { type: "StaffRoleChanged", data: { role: "desk" } };
    given(created("staff")).when(toRole("desk", "manager")).expect(changed);
    given(created("staff"), changed).when(toRole("desk", "manager")).expectNothing();
    given(created("staff")).when(toRole("desk", "staff")).expectRefused("RoleNotPermitted");
    given(created("staff")).when(toRole("admin", "manager")).expectRefused("AdminAccountProtected");
    given(created("admin")).when(toRole("staff", "manager")).expectRefused("AdminAccountProtected");
    given(created("staff"))
      .when(toRole("admin", "admin"))
      .expect({
        type: "StaffRoleChanged",
        data: { role: "admin" },
      });
  });

  it("sets the password by the newest link, once and in time", () => {
    const set: StaffEvent = { type: "StaffPasswordSet", data: {} };
    given(created("staff"))
      .when({ type: "RequestPasswordLink", id: SUBJECT, by: by("manager"), link: { id: linkId, expiresAt } })
      .expect(requested);
    given(created("staff"), requested).when(setting(linkId, "2026-12-01T15:59:00Z")).expect(set);
    given(created("staff"), requested)
      .when(setting(linkId, "2026-12-01T16:00:00Z"))
      .expectRefused("LinkInvalid");
    given(created("staff"), requested)
      .when(setting("6f0c3c39-54b6-4d0a-a47b-3d2e0c7f3a22", "2026-12-01T15:00:00Z"))
      .expectRefused("LinkInvalid");
    given(created("staff"), requested, set)
      .when(setting(linkId, "2026-12-01T15:00:00Z"))
      .expectRefused("LinkInvalid");
  });
});

describe("a second factor", () => {
  const enrolled: StaffEvent = { type: "SecondFactorEnrolled", data: {} };
  const removed: StaffEvent = { type: "SecondFactorRemoved", data: {} };

  it("is required at login once it is on, and no longer once it is off", () => {
    const history = [created("staff"), enrolled];
    logIn(...history).expectRefused("SecondFactorCodeNeeded");
    logInWithCode(...history).expect(opened(true));
    logIn(...history, removed).expect(opened(false));
  });

  it("is turned on once, and turned off and renewed only while it is on", () => {
    given(created("staff")).when({ type: "EnrolSecondFactor" }).expect(enrolled);
    given(created("staff"), enrolled)
      .when({ type: "EnrolSecondFactor" })
      .expectRefused("SecondFactorAlreadyOn");
    given(created("staff"), enrolled).when({ type: "TurnOffSecondFactor" }).expect(removed);
    given(created("staff"), enrolled)
      .when({ type: "RenewRecoveryCodes" })
      .expect({ type: "RecoveryCodesRenewed", data: {} });
    for (const type of ["TurnOffSecondFactor", "RenewRecoveryCodes"] as const) {
      given(created("staff"), enrolled, removed).when({ type }).expectRefused("SecondFactorOff");
      given(created("staff"), enrolled, deactivated).when({ type }).expectRefused("StaffNotFound");
    }
  });

  it("is removed by a colleague once, and never by its owner without a code", () => {
    given(created("staff"), enrolled, removed)
      .when(changing("RemoveSecondFactor", by("admin")))
      .expectNothing();
    given(created("admin"), enrolled)
      .when(changing("RemoveSecondFactor", by("admin", SUBJECT)))
      .expectRefused("OwnSecondFactor");
  });
});
