/** The calls by which admins make, list and end tokens. */
import { z } from "zod";
import { refuseField } from "../../../core/log/rejection.ts";
import { findSecondFactor } from "../../../core/staff/second-factor-store.ts";
import { ADMINS } from "../../../core/staff/staff.ts";
import { endToken, makeToken } from "../../../core/token/handle.ts";
import { type ListedToken, listTokens } from "../../../core/token/token-rows.ts";
import { staffNames } from "../../../projections/views/staff.ts";
import { withOwnCode } from "../../access/own-code.ts";
import { staffCalls, staffMeta } from "../../access/staff-access.ts";
import type { App, Bff } from "../../context.ts";
import { MadeToken, NewToken, Token } from "../../contract/open/tokens.ts";
import { answerCreated, answerWritten, refusal } from "../../http/answers.ts";
import { ById, FORM_PROBLEMS, jsonAnswer, jsonAnswerOfWrite, jsonBody } from "../../http/openapi.ts";

const CODE_MISSING = refuseField("CodeNotAccepted", "code", "Enter a code of your second factor");

export function tokenRoutes(app: App, bff: Bff): void {
  const { core, reads, limits } = bff;
  const admins = staffCalls(bff, "Tokens", ADMINS);

  app.openapi(
    admins.get("/api/tokens", {
      summary: "Every token, the newest first",
      description: "For admins. Ended ones too; the tokens themselves are not stored.",
      responses: { 200: jsonAnswer("The tokens", z.array(Token)) },
    }),
    async (c) => {
      const tokens = await reads.read(c.env.incoming, ["staff"], (sql) => tokensJson(sql));
      return c.json(tokens, 200);
    },
  );

  app.openapi(
    admins.post("/api/tokens", {
      summary: "Make a token for a program",
      description:
        "For admins; one who has a second factor sends a code of it. The answer has the token, and no later one does. It opens the calls of its scopes and nothing else, 600 a minute, until the end of its last day.",
      request: jsonBody(NewToken),
      responses: { 201: jsonAnswerOfWrite("The token", MadeToken) },
      problems: [...FORM_PROBLEMS, "InvalidToken", "CodeNotAccepted", "CodeLoginClosed", "TooManyRequests"],
    }),
    async (c) => {
      const { code, ...asked } = c.req.valid("json");
      const { id, role } = c.get("staff");
      const by = { id, role, meta: staffMeta(c) };
      const token = { ...asked, network: limits.networkOf(c) };
      const isProtected = (await findSecondFactor(core.sql, id)) !== null;
      if (isProtected && !code) return refusal(c, CODE_MISSING.rejection);
      const outcome =
        isProtected && code
          ? await withOwnCode(c, bff, code, (proof) => makeToken(core, token, by, proof))
          : await makeToken(core, token, by, null);
      if (!outcome.ok && "response" in outcome) return outcome.response;
      return answerCreated(c, outcome, async (made) => ({ ...(await oneToken(made.id)), token: made.token }));
    },
  );

  app.openapi(
    admins.delete("/api/tokens/{id}", {
      summary: "End a token at once",
      description:
        "For admins. What was done with it stays its own in the audit. Ending it again changes nothing.",
      request: { params: ById },
      responses: { 200: jsonAnswerOfWrite("The token, ended", Token) },
      problems: ["TokenNotFound", "ConcurrentChange"],
    }),
    async (c) => {
      const { id, role } = c.get("staff");
      const outcome = await endToken(core, c.req.valid("param").id, { id, role, meta: staffMeta(c) });
      return answerWritten(c, outcome, (ended) => oneToken(ended.id));
    },
  );

  /** The rows are written with the events. */
  async function oneToken(id: number): Promise<Token> {
    const [token] = await tokensJson(core.sql, id);
    if (!token) throw new Error(`Token ${id} has no row`);
    return token;
  }

  async function tokensJson(sql: Bff["core"]["sql"], id?: number): Promise<Token[]> {
    const tokens = await listTokens(sql, id);
    const names = await staffNames(sql, [...new Set(tokens.map(({ madeBy }) => madeBy))]);
    const now = core.clock.now();
    return tokens.map((token) => tokenJson(token, names, now));
  }
}

function tokenJson(
  { madeBy, madeAt, lastUsedAt, endedAt, expiresAt, ...token }: ListedToken,
  names: ReadonlyMap<number, string>,
  now: Date,
): Token {
  return {
    ...token,
    state: endedAt ? "ended" : expiresAt <= now ? "expired" : "active",
    madeBy: names.get(madeBy) ?? `Staff ${madeBy}`,
    createdAt: madeAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  };
}
