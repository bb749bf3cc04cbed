/** Owns the calls by which staff log in and out (SPEC §2, §7; DECISIONS Accounts). */
import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { readPerson } from "../../../core/personal-data.ts";
import { refuse } from "../../../core/rejection.ts";
import { newSession } from "../../../core/session/sessions.ts";
import { checkStaffPassword, signInStaff } from "../../../core/staff/handle.ts";
import { endCarried } from "../../access/ending.ts";
import type { Bff } from "../../context.ts";
import { LoggedOut, StaffLoggedIn, StaffLogin } from "../../contract/staff.ts";
import type { BffEnv } from "../../http/hono-env.ts";
import { writtenAt } from "../../http/log-position.ts";
import { BODY_PROBLEMS, json, jsonBody, problems, WRITTEN } from "../../http/openapi.ts";
import { problem } from "../../http/problem.ts";

export function staffLoginRoutes(app: OpenAPIHono<BffEnv>, bff: Bff): void {
  const { core, sessions, limits } = bff;

  app.openapi(
    createRoute({
      method: "post",
      path: "/api/auth/login",
      tags: ["Staff"],
      summary: "Log in as staff",
      description:
        "The session is answered as a token and set as a cookie; either holds for 12 hours. An unknown username, a wrong password and a deactivated account are answered alike.",
      request: jsonBody(StaffLogin),
      responses: {
        200: { description: "Logged in", headers: WRITTEN, content: json(StaffLoggedIn) },
        ...problems(
          ...BODY_PROBLEMS,
          "MissingInformation",
          "InvalidData",
          "InvalidStaffCredentials",
          "TooManyRequests",
          "ConcurrentChange",
          "PasswordsBusy",
        ),
      },
    }),
    async (c) => {
      const typed = c.req.valid("json");
      const login = await limits.throttledLogin(c, {
        kind: "staff",
        account: typed.username,
        async check() {
          const credentials = await checkStaffPassword(core, typed);
          return credentials ? { ok: true, value: credentials } : refuse("InvalidStaffCredentials");
        },
        async open({ passwordHash: _, ...account }) {
          const session = newSession("staff", core.clock.now());
          const outcome = await signInStaff(core, account, session, c.get("requestId"));
          return outcome.ok ? { ...outcome, value: { ...outcome.value, ...account, session } } : outcome;
        },
      });
      if (!login.ok) return login.response;
      const { id, username, email, createdAt, updatedAt, role, personId, signedInAt, session } = login.value;
      const person = await readPerson(core.sql, personId);
      const loggedIn: StaffLoggedIn = {
        token: await sessions.give(c, session, { id, role }),
        staff: {
          id,
          username,
          firstName: person?.firstName ?? "",
          lastName: person?.lastName ?? "",
          email,
          role,
          isActive: true,
          lastLogin: signedInAt.toISOString(),
          createdAt: createdAt.toISOString(),
          updatedAt: updatedAt.toISOString(),
        },
      };
      return c.json(loggedIn, 200, { "Cache-Control": "no-store", ...writtenAt(login.position) });
    },
  );

  app.openapi(
    createRoute({
      method: "post",
      path: "/api/auth/logout",
      tags: ["Staff"],
      summary: "Log out as staff",
      description: "Ends the session and takes its cookie back: no copy of the token holds any longer.",
      responses: {
        200: { description: "Logged out, whether or not one was logged in", content: json(LoggedOut) },
        ...problems("ForeignOrigin"),
      },
    }),
    async (c) => {
      if (!(await endCarried(c, bff, "staff"))) return problem(c, "ForeignOrigin");
      return c.json({ message: "You have been logged out successfully." } satisfies LoggedOut, 200);
    },
  );
}
