/** Sequences of accounts and sessions: a customer's, a colleague's, and those of a person who is erased. */
import type { Sequence } from "../run-sequence.ts";
import { bearer, type CallAnswer, type FuzzCaller, type SequenceCalls, VISITOR } from "../sequence-calls.ts";
import { fieldOf, has, isGone, only, textOf, withId } from "./answer-fields.ts";
import { noStaff } from "./venue.ts";

const PASSWORD = "a long password 1";
const OTHER_PASSWORD = "another long password 1";
const SESSION_ENDED = [401];

export interface NewCustomer {
  who: FuzzCaller;
  token: string;
  id: string;
  email: string;
}

export async function registered(story: SequenceCalls): Promise<NewCustomer> {
  const email = `life-${story.fresh()}@example.test`;
  const body = { email, password: PASSWORD, firstName: "Ada", lastName: "Byron", phone: "" };
  const made = await story.must({ operation: "POST /api/auth/register", by: VISITOR, body });
  const id = textOf(fieldOf(made, "user"), "id");
  const token = textOf(made, "token");
  return { who: bearer("customer", token), token, id, email };
}

/** What the session shows; null if it has ended. */
async function seen(story: SequenceCalls, operation: string, by: FuzzCaller): Promise<CallAnswer | null> {
  const said = await story.ask({ operation, by });
  return said.status === 401 ? null : said;
}

const outsiders = ({ world }: SequenceCalls): { by: FuzzCaller }[] => [
  { by: VISITOR },
  { by: bearer("stranger", world.tokenOf("stranger") ?? "") },
];

export const customerAccount: Sequence = {
  name: "customer's account",
  async begin(story) {
    const { who: by, email } = await registered(story);
    const refused = [...outsiders(story), { by: story.staff("admin") }];
    const logIn = (password: string) =>
      story.ask({ operation: "POST /api/auth/user-login", by: VISITOR, body: { email, password } });
    return {
      async read() {
        const said = await seen(story, "GET /api/auth/me", by);
        return said && only(said.body, "firstName", "lastName", "phone", "email");
      },
      begun: (state) => has(state, { firstName: "Ada", email }),
      changes: [
        {
          ask: {
            operation: "PATCH /api/auth/me",
            by,
            body: { firstName: "Augusta", lastName: "King", phone: "+1 212 555 0177" },
          },
          refused,
          shows: (state) => has(state, { firstName: "Augusta", lastName: "King" }),
          gone: SESSION_ENDED,
        },
        {
          ask: {
            operation: "POST /api/auth/user-password",
            by,
            body: { currentPassword: PASSWORD, password: OTHER_PASSWORD },
          },
          refused,
          shows: (state) => has(state, { email }),
          once: true,
          gone: SESSION_ENDED,
        },
      ],
      uses: [
        { ask: { operation: "GET /api/auth/my-data", by }, refused, gone: SESSION_ENDED },
        { ask: { operation: "GET /api/auth/bookings", by }, refused, gone: SESSION_ENDED },
      ],
      end: {
        ask: { operation: "POST /api/auth/user-logout-everywhere", by },
        refused,
        shows: isGone,
        gone: SESSION_ENDED,
      },
      async afterward() {
        const [old, current] = [await logIn(PASSWORD), await logIn(OTHER_PASSWORD)];
        if (old.status !== 401) story.found("the old password still logs in", old.description);
        if (current.status !== 200) story.found("a new password does not log in", current.description);
      },
    };
  },
};

export const colleague: Sequence = {
  name: "colleague",
  async begin(story) {
    const by = story.staff("admin");
    const username = `life-${story.fresh()}`;
    const person = { username, email: `${username}@hub.example.test`, firstName: "Joan", lastName: "Clarke" };
    const account = { ...person, role: "staff", password: PASSWORD };
    const made = await story.must({ operation: "POST /api/staff/create", by, body: account });
    const ids = { id: textOf(made, "id") };
    const refused = [...noStaff(story), { by: story.staff("staff") }];
    const logIn = () =>
      story.ask({ operation: "POST /api/auth/login", by: VISITOR, body: { username, password: PASSWORD } });
    const first = await logIn();
    const own = bearer("staff", textOf(first.body, "token"));
    return {
      async read() {
        const list = await story.must({ operation: "GET /api/staff", by });
        return only(withId(list, ids.id), "username", "email", "role", "isActive");
      },
      begun: (state) => has(state, { username, role: "staff", isActive: true }),
      changes: [
        {
          ask: { operation: "PATCH /api/staff/{id}/deactivate", by, ids },
          refused,
          shows: (state) => has(state, { isActive: false }),
        },
      ],
      end: { ask: { operation: "DELETE /api/staff/{id}", by, ids }, refused, shows: isGone },
      async afterward() {
        const again = await logIn();
        if (again.status !== 401) story.found("a deleted colleague logs in", again.description);
        const by = await story.ask({ operation: "GET /api/bookings", by: own });
        if (by.status !== 401) story.found("a deleted colleague's session still works", by.description);
      },
    };
  },
};

export const staffSession: Sequence = {
  name: "colleague's session",
  async begin(story) {
    const username = `life-${story.fresh()}`;
    const person = { username, email: `${username}@hub.example.test`, firstName: "Joan", lastName: "Clarke" };
    const account = { ...person, role: "staff", password: PASSWORD };
    await story.must({ operation: "POST /api/staff/create", by: story.staff("admin"), body: account });
    const credentials = { username, password: PASSWORD };
    const login = await story.must({ operation: "POST /api/auth/login", by: VISITOR, body: credentials });
    const by = bearer("staff", textOf(login, "token"));
    const refused = noStaff(story);
    return {
      async read() {
        const said = await seen(story, "GET /api/staff/second-factor", by);
        return said && { status: said.status };
      },
      begun: (state) => has(state, { status: 200 }),
      changes: [
        {
          ask: {
            operation: "POST /api/auth/password",
            by,
            body: { currentPassword: PASSWORD, password: OTHER_PASSWORD },
          },
          refused,
          shows: (state) => has(state, { status: 200 }),
          once: true,
          gone: SESSION_ENDED,
        },
      ],
      uses: [{ ask: { operation: "GET /api/contact", by }, refused, gone: SESSION_ENDED }],
      end: {
        ask: { operation: "POST /api/auth/logout-everywhere", by },
        refused,
        shows: isGone,
        gone: SESSION_ENDED,
      },
    };
  },
};

export const erasedCustomer: Sequence = {
  name: "customer who is erased",
  async begin(story) {
    const { who: by, email } = await registered(story);
    const admin = story.staff("admin");
    const refused = [...noStaff(story), { by: story.staff("staff") }, { by: story.staff("manager") }];
    return {
      async read() {
        const said = await seen(story, "GET /api/auth/me", by);
        return (
          said && { email: fieldOf(said.body, "email"), asked: fieldOf(said.body, "erasureRequestedAt") }
        );
      },
      begun: (state) => has(state, { email, asked: null }),
      changes: [
        {
          ask: { operation: "POST /api/auth/erasure-request", by },
          refused: outsiders(story),
          shows: (state) => typeof fieldOf(state, "asked") === "string",
          gone: SESSION_ENDED,
        },
      ],
      uses: [
        { ask: { operation: "GET /api/auth/my-data", by }, refused: outsiders(story), gone: SESSION_ENDED },
      ],
      end: {
        ask: { operation: "POST /api/erasures", by: admin, body: { email, confirm: email } },
        refused,
        shows: isGone,
        // The erasure of a person without stored data succeeds and has no effect.
        gone: [200],
      },
    };
  },
};
