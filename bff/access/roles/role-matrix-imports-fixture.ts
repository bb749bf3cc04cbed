/** The part of the role matrix about imports: each call, and what staff of each role are answered. */
import { type Expected, ROLE_REFUSED, reading, type StaffCall } from "./role-matrix-parts-fixture.ts";

const admins = (expected: Expected) => ({ staff: ROLE_REFUSED, manager: ROLE_REFUSED, admin: expected });

const NOT_FOUND: Expected = [404, "Import not found"];
const EMPTY: Expected = [400, "The file has no line below its header"];

/** A form with a file that has a header and no line. */
const uploading = (path: string) => () => {
  const raw = new FormData();
  raw.set("kind", "bookings");
  raw.set("file", new File(["room,date"], "empty.csv"));
  return { method: "POST", path, raw };
};

export const IMPORT_CALLS: readonly StaffCall[] = [
  {
    call: "check a file of bookings",
    route: "POST /api/imports/dry-run",
    prepare: uploading("/api/imports/dry-run"),
    answers: admins(EMPTY),
  },
  {
    call: "import a file of bookings",
    route: "POST /api/imports",
    prepare: uploading("/api/imports"),
    answers: admins(EMPTY),
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
    prepare: reading("/api/imports/999999"),
    answers: admins(NOT_FOUND),
  },
  {
    call: "undo an import that there is not",
    route: "POST /api/imports/{id}/undo",
    prepare: () => ({ method: "POST", path: "/api/imports/999999/undo" }),
    answers: admins(NOT_FOUND),
  },
];
