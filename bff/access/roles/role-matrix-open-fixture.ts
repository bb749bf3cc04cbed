/** The part of the role matrix about what is open to others: feeds, imports, tokens, events and webhooks. */
import {
  type Expected,
  ROLE_REFUSED,
  reading,
  type StaffCall,
  workingStaff,
} from "./role-matrix-parts-fixture.ts";

const admins = (expected: Expected) => ({ staff: ROLE_REFUSED, manager: ROLE_REFUSED, admin: expected });

const NO_FEED: Expected = [404, "Calendar feed not found"];
const NO_IMPORT: Expected = [404, "Import not found"];
const EMPTY_FILE: Expected = [400, "The file has no line below its header"];
const NO_TOKEN: Expected = [404, "Token not found"];
const NO_WEBHOOK: Expected = [404, "Webhook not found"];

const NOT_THERE = 999_999;

const asking = (method: string, path: string, body?: unknown) => () => ({ method, path, body });

/** A form with a file that has a header and no line. */
const uploading = (path: string) => () => {
  const raw = new FormData();
  raw.set("kind", "bookings");
  raw.set("file", new File(["room,date"], "empty.csv"));
  return { method: "POST", path, raw };
};

const FEED_CALLS: readonly StaffCall[] = [
  {
    call: "make a calendar feed of all rooms",
    route: "POST /api/feeds",
    prepare: asking("POST", "/api/feeds", { scope: "house" }),
    answers: workingStaff([201]),
    outsiders: { customer: [403, "A customer's calendar feed shows their own bookings"] },
  },
  {
    call: "list one's own calendar feeds",
    route: "GET /api/feeds",
    prepare: reading("/api/feeds"),
    answers: workingStaff([200]),
    outsiders: { customer: [200] },
  },
  {
    call: "end a calendar feed that there is not",
    route: "DELETE /api/feeds/{id}",
    prepare: asking("DELETE", `/api/feeds/${NOT_THERE}`),
    answers: workingStaff(NO_FEED),
    outsiders: { customer: NO_FEED },
  },
];

const IMPORT_CALLS: readonly StaffCall[] = [
  {
    call: "check a file of bookings",
    route: "POST /api/imports/dry-run",
    prepare: uploading("/api/imports/dry-run"),
    answers: admins(EMPTY_FILE),
  },
  {
    call: "import a file of bookings",
    route: "POST /api/imports",
    prepare: uploading("/api/imports"),
    answers: admins(EMPTY_FILE),
  },
  {
    call: "list the imports",
    route: "GET /api/imports",
    prepare: reading("/api/imports"),
    answers: admins([200]),
  },
  {
    call: "see an import that there is not",
    route: "GET /api/imports/{id}",
    prepare: reading(`/api/imports/${NOT_THERE}`),
    answers: admins(NO_IMPORT),
  },
  {
    call: "undo an import that there is not",
    route: "POST /api/imports/{id}/undo",
    prepare: asking("POST", `/api/imports/${NOT_THERE}/undo`),
    answers: admins(NO_IMPORT),
  },
];

const TOKEN_CALLS: readonly StaffCall[] = [
  {
    call: "make a token",
    route: "POST /api/tokens",
    prepare: asking("POST", "/api/tokens", {
      name: "Bookkeeper",
      scopes: ["bookings:read"],
      expiresOn: "2027-12-31",
    }),
    answers: admins([201]),
  },
  {
    call: "list the tokens",
    route: "GET /api/tokens",
    prepare: reading("/api/tokens"),
    answers: admins([200]),
  },
  {
    call: "end a token that there is not",
    route: "DELETE /api/tokens/{id}",
    prepare: asking("DELETE", `/api/tokens/${NOT_THERE}`),
    answers: admins(NO_TOKEN),
  },
];

/** A name that no name server resolves: nothing is sent. */
const NO_RECEIVER = { url: "https://receiver.invalid/hook", events: ["booking.completed"] };

const webhookPath = (action = "") => `/api/webhooks/${NOT_THERE}${action}`;

const WEBHOOK_CALLS: readonly StaffCall[] = [
  {
    call: "read what happened to bookings",
    route: "GET /api/events",
    prepare: reading("/api/events"),
    answers: admins([200]),
  },
  {
    call: "make a webhook",
    route: "POST /api/webhooks",
    prepare: asking("POST", "/api/webhooks", NO_RECEIVER),
    answers: admins([201]),
  },
  {
    call: "list the webhooks",
    route: "GET /api/webhooks",
    prepare: reading("/api/webhooks"),
    answers: admins([200]),
  },
  {
    call: "see a webhook that there is not",
    route: "GET /api/webhooks/{id}",
    prepare: reading(webhookPath()),
    answers: admins(NO_WEBHOOK),
  },
  {
    call: "change a webhook that there is not",
    route: "PATCH /api/webhooks/{id}",
    prepare: asking("PATCH", webhookPath(), { active: false }),
    answers: admins(NO_WEBHOOK),
  },
  {
    call: "rotate the secret of a webhook that there is not",
    route: "POST /api/webhooks/{id}/rotate",
    prepare: asking("POST", webhookPath("/rotate")),
    answers: admins(NO_WEBHOOK),
  },
  {
    call: "try a webhook that there is not",
    route: "POST /api/webhooks/{id}/test",
    prepare: asking("POST", webhookPath("/test")),
    answers: admins(NO_WEBHOOK),
  },
  {
    call: "read the deliveries of a webhook that there is not",
    route: "GET /api/webhooks/{id}/deliveries",
    prepare: reading(webhookPath("/deliveries")),
    answers: admins(NO_WEBHOOK),
  },
  {
    call: "replay a webhook that there is not",
    route: "POST /api/webhooks/{id}/replay",
    prepare: asking("POST", webhookPath("/replay"), { from: 1 }),
    answers: admins(NO_WEBHOOK),
  },
  {
    call: "end a webhook that there is not",
    route: "DELETE /api/webhooks/{id}",
    prepare: asking("DELETE", webhookPath()),
    answers: admins(NO_WEBHOOK),
  },
];

export const OPEN_CALLS: readonly StaffCall[] = [
  ...FEED_CALLS,
  ...IMPORT_CALLS,
  ...TOKEN_CALLS,
  ...WEBHOOK_CALLS,
];
