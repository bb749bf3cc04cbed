/** The calls about staff accounts: list, create, deactivate, reactivate, delete (decisions 102, 103). */
import { randomUUID } from "node:crypto";
import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { z } from "zod";
import { changeStaffAccount, createStaffAccount } from "../../../core/staff/handle.ts";
import { ADMINS, type ColleagueCommand, MANAGERS } from "../../../core/staff/staff.ts";
import { listStaff } from "../../../projections/views/staff.ts";
import { requireStaff, STAFF_PROBLEMS, type StaffEnv, staffMeta } from "../../access/staff-guard.ts";
import type { Bff } from "../../context.ts";
import { NewStaffAccount, StaffAccount, StaffChanged, StaffCreated } from "../../contract/staff/staff.ts";
import type { BffEnv } from "../../http/hono-env.ts";
import { writtenAt } from "../../http/log-position.ts";
import { BODY_PROBLEMS, json, jsonBody, PathId, problems, WRITTEN } from "../../http/openapi.ts";
import { problem, refusal } from "../../http/problem.ts";

const ONE_ACCOUNT = {
  request: { params: z.object({ id: PathId }) },
  responses: {
    200: { description: "How the account stands", headers: WRITTEN, content: json(StaffChanged) },
    ...problems(
      ...STAFF_PROBLEMS,
      "RoleNotPermitted",
      "AdminAccountProtected",
      "OwnAccount",
      "StaffNotFound",
      "LastActiveAdmin",
      "ConcurrentChange",
    ),
  },
};

export function staffAccountRoutes(app: OpenAPIHono<BffEnv>, bff: Bff): void {
  const { core, reads } = bff;
  const managers = requireStaff(bff, MANAGERS);
  const admins = requireStaff(bff, ADMINS);

  app.openapi(
    createRoute({
      method: "get",
      path: "/api/staff",
      tags: ["Staff"],
      summary: "All staff accounts, the oldest first",
      middleware: requireStaff(bff),
      responses: {
        200: { description: "The accounts", content: json(z.array(StaffAccount)) },
        ...problems(...STAFF_PROBLEMS),
      },
    }),
    async (c) => {
      const accounts = await reads.read(c.env.incoming, ["staff"], listStaff);
      return c.json(
        accounts.map(
          ({ lastLogin, createdAt, updatedAt, ...account }): StaffAccount => ({
            ...account,
            lastLogin: lastLogin?.toISOString() ?? null,
            createdAt: createdAt.toISOString(),
            updatedAt: updatedAt.toISOString(),
          }),
        ),
        200,
      );
    },
  );

  app.openapi(
    createRoute({
      method: "post",
      path: "/api/staff/create",
      tags: ["Staff"],
      summary: "Create a staff account",
      description: "For managers and admins; only an admin creates an admin.",
      middleware: managers,
      request: jsonBody(NewStaffAccount),
      responses: {
        201: { description: "The account stands", headers: WRITTEN, content: json(StaffCreated) },
        ...problems(
          ...STAFF_PROBLEMS,
          ...BODY_PROBLEMS,
          "RoleNotPermitted",
          "MissingInformation",
          "InvalidData",
          "AdminAccountProtected",
          "PasswordTooCommon",
          "UsernameTaken",
          "EmailTaken",
          "PasswordsBusy",
        ),
      },
    }),
    async (c) => {
      const account = c.req.valid("json");
      const outcome = await createStaffAccount(core, account, c.get("staff"), {
        commandId: `create-staff:${randomUUID()}`,
        meta: staffMeta(c),
      });
      if (!outcome.ok) return refusal(c, outcome.rejection);
      const { password: _, ...known } = account;
      const created: StaffCreated = {
        id: outcome.value.id,
        ...known,
        isActive: true,
        secondFactor: false,
        lastLogin: null,
        createdAt: outcome.value.createdAt.toISOString(),
        updatedAt: outcome.value.createdAt.toISOString(),
        message: "Staff account created",
      };
      return c.json(created, 201, writtenAt(outcome.position));
    },
  );

  app.openapi(
    createRoute({
      method: "patch",
      path: "/api/staff/{id}/deactivate",
      tags: ["Staff"],
      summary: "Deactivate a colleague's account",
      description: "For managers and admins. Whoever is signed in with it is out at the next call.",
      middleware: managers,
      ...ONE_ACCOUNT,
    }),
    (c) => change(c, c.req.valid("param").id, "DeactivateStaffAccount", "Staff account deactivated"),
  );

  app.openapi(
    createRoute({
      method: "patch",
      path: "/api/staff/{id}/reactivate",
      tags: ["Staff"],
      summary: "Reactivate an account",
      description: "For managers and admins.",
      middleware: managers,
      ...ONE_ACCOUNT,
    }),
    (c) => change(c, c.req.valid("param").id, "ReactivateStaffAccount", "Staff account reactivated"),
  );

  app.openapi(
    createRoute({
      method: "delete",
      path: "/api/staff/{id}",
      tags: ["Staff"],
      summary: "Delete a colleague's account for good",
      description: "For admins. The username is free again; history keeps who did what.",
      middleware: admins,
      ...ONE_ACCOUNT,
    }),
    (c) => change(c, c.req.valid("param").id, "DeleteStaffAccount", "Staff account permanently deleted"),
  );

  app.openapi(
    createRoute({
      method: "delete",
      path: "/api/staff/{id}/second-factor",
      tags: ["Staff"],
      summary: "Remove a colleague's second factor, whose device is lost",
      description: "For managers and admins. The next login asks for the password alone.",
      middleware: managers,
      request: ONE_ACCOUNT.request,
      responses: {
        ...ONE_ACCOUNT.responses,
        ...problems(
          ...STAFF_PROBLEMS,
          "RoleNotPermitted",
          "AdminAccountProtected",
          "OwnSecondFactor",
          "StaffNotFound",
          "ConcurrentChange",
        ),
      },
    }),
    (c) => change(c, c.req.valid("param").id, "RemoveSecondFactor", "Second factor removed"),
  );

  async function change(
    c: Context<StaffEnv>,
    id: number | null,
    type: ColleagueCommand["type"],
    message: string,
  ) {
    if (id === null) return problem(c, "StaffNotFound");
    const outcome = await changeStaffAccount(core, { type, id, by: c.get("staff") }, staffMeta(c));
    if (!outcome.ok) return refusal(c, outcome.rejection);
    const changed: StaffChanged = { id, isActive: outcome.value.active, message };
    return c.json(changed, 200, writtenAt(outcome.position));
  }
}
