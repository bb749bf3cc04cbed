/** Checks wrong codes after a right password: they end the login, close the account's login until a mailed link, and warn the owner. */
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readRawStream } from "../../../../core/log/read.ts";
import { MAX_WRONG_CODES } from "../../../../core/staff/code-attempts.ts";
import { openTestMail } from "../../../../core/testing/test-mail.ts";
import { type Answer, PASSWORD, type StaffWorld, startStaffWorld } from "../../../testing/staff-fixture.ts";

const PATIENCE = { timeout: 20_000, interval: 50 };
const mail = openTestMail();
let world: StaffWorld;
beforeAll(async () => {
  world = await startStaffWorld({ mail: mail.office });
});
beforeEach(() => world.clock.advanceMinutes(180));
afterAll(async () => {
  await world.close();
  await mail.remove();
});

let addresses = 0;
/** Each from a separate address, like a guesser who has many. */
const post = (path: string, body: unknown, token: string | null = null): Promise<Answer> => {
  addresses += 1;
  const headers = { "X-Forwarded-For": `198.18.${addresses >> 8}.${addresses & 255}` };
  return world.call(path, { method: "POST", body, token, headers });
};
const typePassword = (username: string, password = PASSWORD) =>
  post("/api/auth/login", { username, password });
const typeCode = (challenge: unknown, code: string) =>
  post("/api/auth/login/second-factor", { challenge, code });
const challengeOf = async (username: string) => (await typePassword(username)).body.challenge;

async function enrolled() {
  const colleague = await world.hire("manager");
  const token = await world.logIn(colleague.username);
  const { body } = await post("/api/staff/second-factor/enrolment", { currentPassword: PASSWORD }, token);
  const totp = new TOTP({ secret: Secret.fromBase32(String(body.secret)) });
  const code = (step = 0) => totp.generate({ timestamp: world.clock.now().getTime() + step * 30_000 });
  const on = await post("/api/staff/second-factor", { enrolment: body.enrolment, code: code() }, token);
  expect(on.status).toBe(201);
  world.clock.advanceMinutes(1);
  let wrong = 40;
  /** Now and then a wrong code of six digits is valid for another step: such codes are skipped. */
  const wrongCode = (): string => {
    const taken = [-1, 0, 1].map((step) => code(step));
    const next = code(++wrong);
    return taken.includes(next) ? wrongCode() : next;
  };
  return { ...colleague, token, code, wrongCode };
}

/** The problem codes of the answers to this many wrong codes with one challenge. */
async function guess(account: Awaited<ReturnType<typeof enrolled>>, count: number): Promise<unknown[]> {
  const challenge = await challengeOf(account.username);
  const answers = [];
  for (let n = 0; n < count; n++) answers.push((await typeCode(challenge, account.wrongCode())).body.code);
  return answers;
}
const subjectsTo = async (email: string): Promise<string[]> =>
  (await mail.read())
    .filter(({ to }) => to?.[0]?.address === email)
    .map(({ subject }) => subject ?? "")
    .sort();
const textOf = async (email: string, subject: RegExp): Promise<string> =>
  (await mail.read()).find((one) => one.to?.[0]?.address === email && subject.test(one.subject ?? ""))
    ?.text ?? "";

const { perChallenge, perHour } = MAX_WRONG_CODES;
const WRONG = "InvalidSecondFactorCode";

describe("ten wrong codes", () => {
  it("end the challenge, from however many addresses; logging in starts with the password again", async () => {
    const account = await enrolled();
    const challenge = await challengeOf(account.username);
    const answers = [];
    for (let n = 0; n < perChallenge; n++)
      answers.push((await typeCode(challenge, account.wrongCode())).body.code);
    expect(answers).toEqual([...Array(perChallenge - 1).fill(WRONG), "LoginChallengeEnded"]);
    expect((await typeCode(challenge, account.code())).body.code).toBe("LoginChallengeEnded");
    const again = await typeCode(await challengeOf(account.username), account.code());
    expect(again.status).toBe(200);
    await expect
      .poll(() => subjectsTo(account.email), PATIENCE)
      .toEqual(["Wrong codes for your account (The Hub)", "Your account has a second factor (The Hub)"]);
    const text = await textOf(account.email, /^Wrong codes/);
    expect(text).toMatch(/10 wrong codes within the hour, from 10 networks, the last at/);
    expect(text).not.toContain("198.18.");
  });

  it("end it though they come at once, and no more than ten are checked", async () => {
    const account = await enrolled();
    const challenge = await challengeOf(account.username);
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => typeCode(challenge, account.wrongCode())),
    );
    expect(answers.filter(({ body }) => body.code === WRONG)).toHaveLength(perChallenge - 1);
    const [row] = await world.sql<{ count: number }[]>`
      select count(*)::int as count from staff_code_tries where staff_id = ${account.id}`;
    expect(row?.count).toBe(perChallenge);
  });
});

describe("twenty wrong codes within an hour", () => {
  const closed = async () => {
    const account = await enrolled();
    expect((await guess(account, perChallenge)).at(-1)).toBe("LoginChallengeEnded");
    expect((await guess(account, perHour - perChallenge)).at(-1)).toBe("CodeLoginClosed");
    return account;
  };

  it("close the login, also to right codes and for hours, and say so only after the right password", async () => {
    const account = await closed();
    world.clock.advanceMinutes(24 * 60);
    for (let n = 0; n < 2; n++) {
      const right = await typePassword(account.username);
      expect([right.status, right.body.code]).toEqual([403, "CodeLoginClosed"]);
      expect(right.body.challenge).toBeUndefined();
      expect(right.body.message).toMatch(/mail to your address/);
      expect((await typePassword(account.username, "wrong")).body.code).toBe("InvalidStaffCredentials");
    }
    const events = await readRawStream(world.sql, `staff-${account.id}`);
    expect(events.at(-1)).toMatchObject({
      type: "CodeLoginClosed",
      data: { wrongCodes: perHour, networks: perHour, closingId: expect.any(String) },
    });
    expect(JSON.stringify(events.map(({ data, meta }) => [data, meta]))).not.toContain("198.18.");
  });

  it("are undone by the mailed link, once; the owner is told of each step", async () => {
    const account = await closed();
    await expect.poll(() => textOf(account.email, /login is closed/), PATIENCE).not.toBe("");
    const token = /open-login\?token=(\S+)/.exec(await textOf(account.email, /login is closed/))?.[1];
    for (const wrong of ["x", `${account.id}.${"a".repeat(43)}`, `${token}x`]) {
      expect((await post("/api/auth/login/open", { token: wrong })).body.code).toBe("LinkInvalid");
    }
    const opened = await post("/api/auth/login/open", { token });
    expect([opened.status, opened.body.message]).toEqual([
      200,
      "Your login is open again. You can log in with a code now.",
    ]);
    expect((await post("/api/auth/login/open", { token })).body.code).toBe("LinkInvalid");
    expect((await typeCode(await challengeOf(account.username), account.code())).status).toBe(200);
    await expect
      .poll(() => subjectsTo(account.email), PATIENCE)
      .toEqual([
        "Wrong codes for your account (The Hub)",
        "Your account has a second factor (The Hub)",
        "Your login is closed (The Hub)",
        "Your login is open again (The Hub)",
      ]);
    // The next closing has a new link.
    world.clock.advanceMinutes(2);
    await guess(account, perChallenge);
    await guess(account, perHour - perChallenge);
    expect((await post("/api/auth/login/open", { token })).body.code).toBe("LinkInvalid");
    expect((await typePassword(account.username)).body.code).toBe("CodeLoginClosed");
  });

  it("close it though many are checked at once, with one event", async () => {
    const account = await enrolled();
    const challenges = [];
    for (let n = 0; n < 6; n++) challenges.push(await challengeOf(account.username));
    const answers = await Promise.all(
      challenges.flatMap((challenge) =>
        Array.from({ length: 9 }, () => typeCode(challenge, account.wrongCode())),
      ),
    );
    expect(answers.filter(({ body }) => body.code === WRONG).length).toBeLessThan(perHour);
    expect((await typePassword(account.username)).body.code).toBe("CodeLoginClosed");
    const events = await readRawStream(world.sql, `staff-${account.id}`);
    expect(events.filter(({ type }) => type === "CodeLoginClosed")).toHaveLength(1);
  });

  it("count where a signed-in colleague turns it off, too", async () => {
    const account = await enrolled();
    const answers = [];
    for (let n = 0; n < perHour; n++) {
      const body = { currentPassword: PASSWORD, code: account.wrongCode() };
      answers.push((await post("/api/staff/second-factor/turn-off", body, account.token)).body.code);
    }
    expect(answers).toEqual([...Array(perHour - 1).fill("CodeNotAccepted"), "CodeLoginClosed"]);
  });

  it("no longer count once a colleague has removed the second factor, nor after an hour", async () => {
    const account = await closed();
    const admin = await world.logIn((await world.hire("admin")).username);
    const path = `/api/staff/${account.id}/second-factor`;
    expect((await world.call(path, { method: "DELETE", token: admin })).status).toBe(200);
    expect((await typePassword(account.username)).status).toBe(200);
    const other = await enrolled();
    await guess(other, perChallenge - 1);
    world.clock.advanceMinutes(61);
    expect(await guess(other, perChallenge - 1)).toEqual(Array(perChallenge - 1).fill(WRONG));
    world.clock.advanceMinutes(61);
    expect((await guess(other, 3)).at(-1)).toBe(WRONG);
  });

  it("are in the security log, with the closing and the opening, and without names", async () => {
    const account = await closed();
    await expect.poll(() => textOf(account.email, /login is closed/), PATIENCE).not.toBe("");
    const token = /open-login\?token=(\S+)/.exec(await textOf(account.email, /login is closed/))?.[1];
    await post("/api/auth/login/open", { token });
    const lines = world.logged.flatMap((line) =>
      line.includes(`"staff-${account.id}"`) ? [JSON.parse(line)] : [],
    );
    const events = lines.map(({ security }) => security);
    expect(events.filter((event) => event === "second_factor_failed")).toHaveLength(perHour - 1);
    expect(events.slice(-2)).toEqual(["code_login_refused", "code_login_opened"]);
    expect(JSON.stringify(lines)).not.toContain(account.email);
    expect(world.logged.join("")).not.toContain(token);
  });
});
