/** Checks the environment variables that depend on one another. */
import { type DatabaseAddress, nameOf, tryReadDatabaseAddress } from "./database-address.ts";

export type ConfigProblem = { variable: string; message: string };

/** The variables that are set, as the environment gives them. */
type Given = Readonly<Record<string, string>>;

const STRIPE = ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"] as const;
const GRAPH = ["GRAPH_TENANT_ID", "GRAPH_CLIENT_ID", "GRAPH_CLIENT_SECRET", "GRAPH_SENDER"] as const;

export function findCombinationProblems(given: Given): ConfigProblem[] {
  return [
    ...missingFrom(given, STRIPE),
    ...missingFrom(given, GRAPH),
    ...addressProblems(given),
    ...readAddressProblems(given),
    ...stripeAddressProblems(given),
  ];
}

/** What the two addresses require of each other and of the secret (decisions 209, 213). */
function addressProblems(given: Given): ConfigProblem[] {
  const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, SESSION_SECRET: secret } = given;
  const problems: ConfigProblem[] = [];
  const name = url !== undefined ? "DATABASE_URL" : "DATABASE_OWNER_URL";
  if ((url ?? ownerUrl) !== undefined && secret === undefined) {
    problems.push({
      variable: "SESSION_SECRET",
      message: `is required with ${name}: the same for every process, at least 32 random characters`,
    });
  }
  const [address, owners] = [addressIn(url), addressIn(ownerUrl)];
  if (!address || !owners) return problems;
  const user = address.url.username;
  if (user === "" || user === owners.url.username) {
    problems.push({
      variable: "DATABASE_URL",
      message: "must name another login than DATABASE_OWNER_URL, one that does not own the database",
    });
  }
  const names = ({ servers }: DatabaseAddress): string => servers.map(nameOf).toSorted().join();
  if ((address.findsPrimary || owners.findsPrimary) && names(address) !== names(owners)) {
    problems.push({ variable: "DATABASE_OWNER_URL", message: "must name the servers of DATABASE_URL" });
  }
  return problems;
}

/** What the replica's address requires of the other two. */
function readAddressProblems(given: Given): ConfigProblem[] {
  const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, DATABASE_READ_URL: readUrl } = given;
  if (readUrl === undefined) return [];
  const problem = (message: string): ConfigProblem[] => [{ variable: "DATABASE_READ_URL", message }];
  if ((url ?? ownerUrl) === undefined) {
    return problem("requires DATABASE_URL: the embedded database has no replica");
  }
  const [read, primary] = [addressIn(readUrl), addressIn(url ?? ownerUrl)];
  if (!read || !primary) return [];
  // How far one server has replayed says nothing about another server behind the same address.
  if (read.servers.length > 1) return problem("must name one server");
  if (read.findsPrimary) return problem("must not require the server that takes writes");
  const [first, ...others] = primary.servers.map(nameOf);
  // With several servers it may be a standby; while that is promoted, no reads go to it.
  if (others.length === 0 && read.servers.map(nameOf).includes(first ?? "")) {
    return problem("must name another server than DATABASE_URL");
  }
  const owners = addressIn(ownerUrl);
  return owners && read.url.username === owners.url.username
    ? problem("must name DATABASE_URL's login, not the owner's")
    : [];
}

/** With real money, only Stripe's own API is called. */
function stripeAddressProblems(given: Given): ConfigProblem[] {
  const { STRIPE_API_BASE: base, STRIPE_SECRET_KEY: key } = given;
  if (base === undefined || key?.startsWith("sk_test_")) return [];
  return [
    {
      variable: "STRIPE_API_BASE",
      message: "is only for test keys: STRIPE_SECRET_KEY must begin with sk_test_",
    },
  ];
}

/** Undefined if there is no address or it cannot be read; an invalid address is reported as a problem of its own. */
function addressIn(text: string | undefined): DatabaseAddress | undefined {
  const read = text === undefined ? "" : tryReadDatabaseAddress(text);
  return typeof read === "string" ? undefined : read;
}

/** Variables that are valid only together: all of them or none. */
function missingFrom(given: Given, group: readonly string[]): ConfigProblem[] {
  const missing = group.filter((name) => given[name] === undefined);
  if (missing.length === 0 || missing.length === group.length) return [];
  const present = group.filter((name) => given[name] !== undefined).join(", ");
  return missing.map((variable) => ({ variable, message: `is required with ${present}` }));
}
