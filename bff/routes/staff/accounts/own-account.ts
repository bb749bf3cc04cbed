/** The calls by which a staff member ends their own sessions and changes their own password (decision 88). */
import { refusedPassword } from "../../../../core/person/new-password.ts";
import { credentialsOf } from "../../../../core/staff/credentials.ts";
import {
  changeStaffPassword,
  checkOwnPassword,
  logOutStaffEverywhere,
} from "../../../../core/staff/handle.ts";
import { STAFF_ROLES } from "../../../../core/staff/staff.ts";
import { staffCalls, staffMeta } from "../../../access/staff-access.ts";
import type { App, Bff } from "../../../context.ts";
import { PasswordChange } from "../../../contract/password.ts";
import { LoggedOut, PasswordChanged } from "../../../contract/staff/staff.ts";
import { answerWritten, logPositionHeader, problem, refusal } from "../../../http/answers.ts";
import { FORM_PROBLEMS, jsonAnswerOfWrite, jsonBody } from "../../../http/openapi.ts";

export function ownStaffAccountRoutes(app: App, bff: Bff): void {
  const { core, sessions, limits } = bff;
  // Also for staff who still have to set up a second factor.
  const ownAccount = staffCalls(bff, "Staff", STAFF_ROLES, { beforeEnrolment: true });

  app.openapi(
    ownAccount.post("/api/auth/logout-everywhere", {
      summary: "Log out as staff, on every device",
      description: "Ends all sessions of one's own account, this one too.",
      responses: { 200: jsonAnswerOfWrite("All sessions have ended", LoggedOut) },
      problems: ["StaffNotFound", "ConcurrentChange"],
    }),
    async (c) => {
      const outcome = await logOutStaffEverywhere(core, c.get("staff").id, staffMeta(c));
      return answerWritten(c, outcome, () => {
        sessions.clearCookie(c, "staff");
        return { message: "You have been logged out on every device." };
      });
    },
  );

  app.openapi(
    ownAccount.post("/api/auth/password", {
      summary: "Change one's own password",
      description:
        "Asks for the current one; a wrong one counts like a failed login. All other sessions of the account end.",
      request: jsonBody(PasswordChange),
      responses: { 200: jsonAnswerOfWrite("The new password is set", PasswordChanged) },
      problems: [
        ...FORM_PROBLEMS,
        "TooManyRequests",
        "PasswordTooCommon",
        "WrongPassword",
        "StaffNotFound",
        "ConcurrentChange",
        "PasswordsBusy",
      ],
    }),
    async (c) => {
      const { id, sessionId } = c.get("staff");
      const { currentPassword, password } = c.req.valid("json");
      const account = await credentialsOf(core.sql, id);
      if (!account) return problem(c, "StaffNotFound");
      const refused = refusedPassword(core.passwords, password, [account.username, account.email]);
      if (refused) return refusal(c, refused.rejection);
      const changed = await limits.limitedLogin(c, {
        kind: "staff",
        account: account.username,
        check: () => checkOwnPassword(core, account, currentPassword),
        open: (checked) => changeStaffPassword(core, checked, { password, sessionId }, staffMeta(c)),
      });
      if (!changed.ok) return changed.response;
      return c.json({ message: "Your new password is set." }, 200, logPositionHeader(changed.position));
    },
  );
}
