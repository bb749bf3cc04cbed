/** Runs a client of each kind: it signs in if necessary, and runs one scenario after another. */
import { setTimeout as delay } from "node:timers/promises";
import { type HttpClient, TrafficEnded } from "./client/http-client.ts";
import { newCustomerAccount, signInCustomer } from "./customer-session.ts";
import { doStaffTasks } from "./desk.ts";
import type { Scenario, ScenarioContext } from "./scenario.ts";
import { SCENARIOS, type ScenariosByKind } from "./scenarios.ts";
import type { TrafficState } from "./shared-state.ts";
import {
  type Colleague,
  createStaffAccount,
  type Role,
  type StaffLogin,
  signInStaff,
} from "./staff-session.ts";

export type ClientKind = keyof ScenariosByKind;
type StaffKind = Exclude<ClientKind, "visitor" | "customer">;

const ROLES: Readonly<Record<StaffKind, Role>> = {
  desk: "staff",
  manager: "manager",
  admin: "admin",
  auditor: "auditor",
};

/** The pause after a login that was not answered, or was refused for now. */
const SIGN_IN_AGAIN_MS = 300;
/** A browser keeps the cookies of twelve bookings; before that, the next visitor uses a new browser. */
const MOST_OF_ONE_BROWSER = 10;
const MOST_OF_ONE_ACCOUNT = 30;
/** How often a client chooses an operation that has never succeeded, while there are such operations. */
const NEW_SHARE = 0.7;

export function createClients(given: {
  world: TrafficState;
  /** The account that makes the accounts of the others. */
  owner: Colleague;
  newCaller(name: string): HttpClient;
  /** Operations that have been answered by a 2xx. */
  answered: ReadonlySet<string>;
}) {
  const { world, owner, newCaller, answered } = given;
  let hiring: Promise<unknown> = Promise.resolve();

  async function act<Who extends ScenarioContext>(
    who: Who,
    scenarios: readonly Scenario<Who>[],
  ): Promise<void> {
    const { random } = who.client;
    const open = scenarios.filter(({ operations }) => operations.some((name) => !answered.has(name)));
    const scenario =
      open.length > 0 && random.chance(NEW_SHARE)
        ? random.pick(open)
        : random.weighted(scenarios.map((one) => [one, one.weight] as const));
    await scenario.run(who);
  }

  async function visitor(name: string): Promise<never> {
    for (let browser = 1; ; browser += 1) {
      const who = { client: newCaller(`${name}.${browser}`), world };
      for (let acted = 0; acted < MOST_OF_ONE_BROWSER; acted += 1) await act(who, SCENARIOS.visitor);
    }
  }

  async function customer(name: string): Promise<never> {
    for (let browser = 1; ; browser += 1) {
      const who = { client: newCaller(`${name}.${browser}`), world, account: newCustomerAccount() };
      for (let acted = 0; acted < MOST_OF_ONE_ACCOUNT && !who.account.over; ) {
        if (await signInCustomer(who)) {
          await act(who, SCENARIOS.customer);
          acted += 1;
        } else await delay(SIGN_IN_AGAIN_MS);
      }
    }
  }

  async function colleague(kind: StaffKind, name: string): Promise<never> {
    const who = { client: newCaller(name), world, login: await hired(ROLES[kind]) };
    for (;;) {
      if (await signInStaff(who)) {
        if (kind === "desk") await doStaffTasks(who);
        await act(who, SCENARIOS[kind]);
      } else await delay(SIGN_IN_AGAIN_MS);
    }
  }

  /** Makes one account after another, since all are made in the owner's one session. */
  function hired(role: Role): Promise<StaffLogin> {
    const mine = hiring.then(async () => {
      for (;;) {
        const login = (await signInStaff(owner)) ? await createStaffAccount(owner.client, role) : null;
        if (login) return login;
        await delay(SIGN_IN_AGAIN_MS);
      }
    });
    hiring = mine.catch(() => undefined);
    return mine;
  }

  return {
    /** Resolves when the traffic has ended. */
    async run(kind: ClientKind, name: string): Promise<void> {
      try {
        if (kind === "visitor") await visitor(name);
        else if (kind === "customer") await customer(name);
        else await colleague(kind, name);
      } catch (error) {
        if (!(error instanceof TrafficEnded)) throw error;
      }
    },
  };
}
