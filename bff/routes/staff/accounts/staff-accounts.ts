/** The calls about staff accounts: list, create, deactivate, reactivate, delete (decisions 102, 103). */
import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { z } from "zod";
import { changeStaffAccount, createStaffAccount, newResetLink } from "../../../../core/staff/handle.ts";
import { ADMINS, type ColleagueCommand, MANAGERS } from "../../../../core/staff/staff.ts";
import { listStaff } from "../../../../projections/views/staff.ts";
import { type StaffEnv, staffCalls, staffMeta } from "../../../access/staff-access.ts";
import type { App, Bff } from "../../../context.ts";
import {
  NewStaffAccount,
  StaffAccount,
  StaffChanged,
  StaffCreated,
  StaffInvitation,
  StaffRoleChange,
} from "../../../contract/staff/staff.ts";
import { answerCreated, answerWritten } from "../../../http/answers.ts";
import { ById, FORM_PROBLEMS, jsonAnswer, jsonAnswerOfWrite, jsonBody } from "../../../http/openapi.ts";

/** A command without its account and its author. */
type AskedChange = ColleagueCommand extends infer Command
  ? Command extends ColleagueCommand
    ? Omit<Command, "id" | "by">
    : never
  : never;

const ONE_ACCOUNT = {
  request: { params: ById },
  responses: { 200: jsonAnswerOfWrite("The account after the change", StaffChanged) },
  problems: ["AdminAccountProtected", "OwnAccount", "StaffNotFound", "LastActiveAdmin", "ConcurrentChange"],
} as const;

export function staffAccountRoutes(app: App, bff: Bff): void {
  const { core, reads } = bff;
  const staff = staffCalls(bff, "Staff");
  const managers = staffCalls(bff, "Staff", MANAGERS);
  const admins = staffCalls(bff, "Staff", ADMINS);

  app.openapi(
    staff.get("/api/staff", {
      summary: "All staff accounts, the oldest first",
      responses: { 200: jsonAnswer("The accounts", z.array(StaffAccount)) },
    }),
    async (c) => {
      return c.json(await reads.read(c.env.incoming, ["staff"], listStaff), 200);
    },
  );

  app.openapi(
    managers.post("/api/staff/create", {
      summary: "Create a staff account",
      description: "For managers and admins; only an admin creates an admin.",
      request: jsonBody(NewStaffAccount),
      responses: { 201: jsonAnswerOfWrite("The account is created", StaffCreated) },
      problems: [
        ...FORM_PROBLEMS,
        "AdminAccountProtected",
        "PasswordTooCommon",
        "UsernameTaken",
        "EmailTaken",
        "PasswordsBusy",
      ],
    }),
    async (c) => {
      const account = c.req.valid("json");
      const outcome = await createStaffAccount(core, account, c.get("staff"), {
        commandId: `create-staff:${randomUUID()}`,
        meta: staffMeta(c),
      });
      const { password: _, ...known } = account;
      return answerCreated(c, outcome, ({ id, createdAt }) => ({
        id,
        ...known,
        isActive: true,
        secondFactor: false,
        lastLogin: null,
        createdAt,
        updatedAt: createdAt,
        message: "Staff account created",
      }));
    },
  );

  app.openapi(
    managers.post("/api/staff/invitations", {
      summary: "Invite a colleague by mail",
      description:
        "For managers and admins; only an admin invites an admin. The account has no password until its owner sets one by the mailed link, within seven days.",
      request: jsonBody(StaffInvitation),
      responses: {
        201: jsonAnswerOfWrite("The account is created and the mail is on its way", StaffCreated),
      },
      problems: [...FORM_PROBLEMS, "AdminAccountProtected", "UsernameTaken", "EmailTaken", "PasswordsBusy"],
    }),
    async (c) => {
      const account = c.req.valid("json");
      const outcome = await createStaffAccount(core, { ...account, password: null }, c.get("staff"), {
        commandId: `invite-staff:${randomUUID()}`,
        meta: staffMeta(c),
      });
      return answerCreated(c, outcome, ({ id, createdAt }) => ({
        id,
        ...account,
        isActive: true,
        secondFactor: false,
        lastLogin: null,
        createdAt,
        updatedAt: createdAt,
        message: "Invitation sent",
      }));
    },
  );

  app.openapi(
    managers.patch("/api/staff/{id}/role", {
      summary: "Change a colleague's role",
      description:
        "For managers and admins; only an admin makes or changes an admin. It applies at their next call.",
      request: { params: ById, ...jsonBody(StaffRoleChange) },
      responses: ONE_ACCOUNT.responses,
      problems: [...FORM_PROBLEMS, ...ONE_ACCOUNT.problems],
    }),
    (c) => {
      const command = { type: "ChangeStaffRole", role: c.req.valid("json").role } as const;
      return change(c, c.req.valid("param").id, command, "Role changed");
    },
  );

  app.openapi(
    managers.post("/api/staff/{id}/password-link", {
      summary: "Mail a colleague a link for a new password",
      description:
        "For managers and admins. The link goes to the colleague's own mailbox and works once within the hour; the old password works until then.",
      ...ONE_ACCOUNT,
      problems: ["AdminAccountProtected", "StaffNotFound", "ConcurrentChange"],
    }),
    (c) => {
      const command = { type: "RequestPasswordLink", link: newResetLink(core.clock.now()) } as const;
      return change(c, c.req.valid("param").id, command, "The link is on its way to their mailbox");
    },
  );

  app.openapi(
    managers.patch("/api/staff/{id}/deactivate", {
      summary: "Deactivate a colleague's account",
      description: "For managers and admins. Its sessions end at the next call.",
      ...ONE_ACCOUNT,
    }),
    (c) =>
      change(c, c.req.valid("param").id, { type: "DeactivateStaffAccount" }, "Staff account deactivated"),
  );

  app.openapi(
    managers.patch("/api/staff/{id}/reactivate", {
      summary: "Reactivate an account",
      description: "For managers and admins.",
      ...ONE_ACCOUNT,
    }),
    (c) =>
      change(c, c.req.valid("param").id, { type: "ReactivateStaffAccount" }, "Staff account reactivated"),
  );

  app.openapi(
    admins.delete("/api/staff/{id}", {
      summary: "Delete a colleague's account permanently",
      description: "For admins. The username is free again; history keeps who did what.",
      ...ONE_ACCOUNT,
    }),
    (c) =>
      change(c, c.req.valid("param").id, { type: "DeleteStaffAccount" }, "Staff account permanently deleted"),
  );

  app.openapi(
    managers.delete("/api/staff/{id}/second-factor", {
      summary: "Remove a colleague's second factor, whose device is lost",
      description: "For managers and admins. The next login asks for the password alone.",
      ...ONE_ACCOUNT,
      problems: ["AdminAccountProtected", "OwnSecondFactor", "StaffNotFound", "ConcurrentChange"],
    }),
    (c) => change(c, c.req.valid("param").id, { type: "RemoveSecondFactor" }, "Second factor removed"),
  );

  async function change(c: Context<StaffEnv>, id: number, asked: AskedChange, message: string) {
    const outcome = await changeStaffAccount(core, { ...asked, id, by: c.get("staff") }, staffMeta(c));
    return answerWritten(c, outcome, ({ active }) => ({ id, isActive: active, message }));
  }
}
