/** The role matrix: every staff call, and the answer that each role gets (decision 102). */
import { type Call, type Colleague, PASSWORD, type StaffWorld } from "../testing/staff-fixture.ts";

export const CALLERS = [
  "nobody",
  "customer",
  "expired",
  "deactivated",
  "deleted",
  "staff",
  "manager",
  "admin",
  "auditor",
] as const;
export type Caller = (typeof CALLERS)[number];

/** Status and, where it is a refusal or a change, the message. */
type Expected = readonly [status: number, message?: string];

export interface StaffCall {
  /** As it reads in the report. */
  call: string;
  /** As the API's document names it. */
  route: string;
  /** Makes what the call needs afresh, and says how it is called. */
  prepare(
    world: StaffWorld,
    caller: Colleague | null,
  ): Promise<{ path: string } & Call> | ({ path: string } & Call);
  /** What active staff are answered, by role; auditors are refused where nothing is said of them. */
  answers: Record<"staff" | "manager" | "admin", Expected> & { auditor?: Expected };
  /** Where somebody from outside is answered otherwise than everywhere else. */
  outsiders?: Partial<typeof OUTSIDERS>;
}

/** Alike for every call: no session that holds, or not a colleague's. */
export const OUTSIDERS: Record<Exclude<Caller, "staff" | "manager" | "admin" | "auditor">, Expected> = {
  nobody: [401, "Please log in first"],
  customer: [403, "This is for staff only"],
  expired: [401, "Your session has ended. Please log in again"],
  deactivated: [401, "This account has been deactivated"],
  deleted: [401, "Your session has ended. Please log in again"],
};

const everybody = (expected: Expected) => ({ staff: expected, manager: expected, admin: expected });
const anybody = (expected: Expected) => ({ ...everybody(expected), auditor: expected });
export const ROLE: Expected = [403, "Your role does not allow this"];
const ADMIN_ACCOUNT: Expected = [403, "Only an admin can create, change or remove an admin account"];
const OWN_SECOND_FACTOR: Expected = [
  403,
  "Turn your own second factor off with a code, on the page Security",
];
const REMOVED: Expected = [200, "Second factor removed"];
const NO_SECOND_FACTOR: Expected = [409, "Your account has no second factor"];
const OWN_ACCOUNT: Expected = [403, "You cannot deactivate or delete your own account"];
const CREATED: Expected = [201, "Staff account created"];
const DEACTIVATED: Expected = [200, "Staff account deactivated"];
const REACTIVATED: Expected = [200, "Staff account reactivated"];
const DELETED: Expected = [200, "Staff account permanently deleted"];
const NO_ACCOUNT: Expected = [404, "Staff account not found"];

let created = 0;
const creating = (role: string) => () => {
  created += 1;
  const username = `made-${created}`;
  const person = { firstName: "Joan", lastName: "Clarke", email: `${username}@hub.example.test` };
  return {
    method: "POST",
    path: "/api/staff/create",
    body: { username, password: "secret1", role, ...person },
  };
};

type Role = "staff" | "manager" | "admin";
const changing = (method: string, action: string, role: Role) => async (world: StaffWorld) => {
  const { id } = await world.hire(role);
  return { method, path: `/api/staff/${id}${action}` };
};
const changingOneself = (method: string, action: string) => (_: StaffWorld, caller: Colleague | null) => ({
  method,
  path: `/api/staff/${caller?.id ?? 1}${action}`,
});
const reactivating = (role: Role) => async (world: StaffWorld) => {
  const colleague = await world.hire(role);
  await world.change("DeactivateStaffAccount", colleague);
  return { method: "PATCH", path: `/api/staff/${colleague.id}/reactivate` };
};
const unknown = (method: string, action: string) => () => ({ method, path: `/api/staff/999999${action}` });

const reading = (path: string) => () => ({ path });
const readingBooking = (rest: string) => async (world: StaffWorld) => ({
  path: `/api/bookings/${await world.book()}${rest}`,
});
const changingBooking = (body: unknown) => async (world: StaffWorld) => ({
  method: "PATCH",
  path: `/api/bookings/${await world.book()}`,
  body,
});

let rooms = 0;
const addingRoom = () => {
  rooms += 1;
  const rates = { hourlyRate: "10.00", halfDayRate: "35.00", fullDayRate: "60.00" };
  return {
    method: "POST",
    path: "/api/rooms",
    body: { name: `Room ${rooms}`, description: "A room", capacity: 4, ...rates },
  };
};
const NO_HOUSE_CHANGE: Expected = [404, "The house has no such change, or it was withdrawn already"];
const NO_BLOCK: Expected = [404, "Block not found"];
let bookedForSomebody = 0;
const bookingForSomebody = () => {
  bookedForSomebody += 1;
  const day = `2027-09-${String((bookedForSomebody % 4) + 13)}`;
  const hour = 9 + Math.floor(bookedForSomebody / 4);
  return {
    method: "POST",
    path: "/api/staff/bookings",
    body: {
      roomId: 3,
      firstName: "Ida",
      lastName: "Rhodes",
      email: "caller@example.test",
      phone: "+1 212 555 0101",
      startDate: day,
      startTime: `${hour}:00`,
      endTime: `${hour + 1}:00`,
      eventType: "Meeting",
      payment: "desk",
    },
  };
};
const NOBODYS = "00000000-0000-4000-8000-000000000000";
const NO_NOTE: Expected = [404, "Note not found"];
/** Of whoever has made a booking. */
const guest =
  (rest: string, call: { method?: string; body?: unknown } = {}) =>
  async (world: StaffWorld) => {
    const id = await world.book();
    const [made] = await world.sql<{ personId: string }[]>`
      select data ->> 'personId' as "personId" from events where stream = ${`booking-${id}`} and version = 1`;
    return { path: `/api/staff/guests/${made?.personId}${rest}`, ...call };
  };
const NO_ROOM: Expected = [404, "Room not found"];
const NO_MESSAGE: Expected = [404, "Message not found"];

/** A call that the API gains for staff belongs here: `role-matrix.test.ts` says which are missing. */
export const CALLS: readonly StaffCall[] = [
  {
    call: "read how the rooms are set",
    route: "GET /api/staff/rooms",
    prepare: reading("/api/staff/rooms"),
    answers: everybody([200]),
  },
  {
    call: "add a room",
    route: "POST /api/rooms",
    prepare: addingRoom,
    answers: { staff: ROLE, manager: [201], admin: [201] },
  },
  {
    call: "change no room",
    route: "PATCH /api/rooms/{id}",
    prepare: () => ({ method: "PATCH", path: "/api/rooms/999999", body: { hourlyRate: "11.00" } }),
    answers: { staff: ROLE, manager: NO_ROOM, admin: NO_ROOM },
  },
  {
    call: "add a photo to no room",
    route: "POST /api/rooms/{id}/photos",
    prepare: () => ({
      method: "POST",
      path: "/api/rooms/999999/photos",
      headers: { "Content-Type": "multipart/form-data; boundary=b" },
      raw: '--b\r\nContent-Disposition: form-data; name="alt"\r\n\r\nA room\r\n--b\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\nx\r\n--b--\r\n',
    }),
    answers: { staff: ROLE, manager: NO_ROOM, admin: NO_ROOM },
  },
  {
    call: "describe a photo of no room",
    route: "PATCH /api/rooms/{id}/photos/{photoId}",
    prepare: () => ({ method: "PATCH", path: "/api/rooms/999999/photos/none", body: { alt: "A room" } }),
    answers: { staff: ROLE, manager: NO_ROOM, admin: NO_ROOM },
  },
  {
    call: "remove a photo of no room",
    route: "DELETE /api/rooms/{id}/photos/{photoId}",
    prepare: () => ({ method: "DELETE", path: "/api/rooms/999999/photos/none" }),
    answers: { staff: ROLE, manager: NO_ROOM, admin: NO_ROOM },
  },
  {
    call: "change the house",
    route: "PATCH /api/house",
    prepare: () => ({ method: "PATCH", path: "/api/house", body: { taxPercent: 0 } }),
    answers: { staff: ROLE, manager: [200], admin: [200] },
  },
  {
    call: "withdraw no coming change of the house",
    route: "DELETE /api/house/changes/{id}",
    prepare: () => ({ method: "DELETE", path: "/api/house/changes/999999" }),
    answers: { staff: ROLE, manager: NO_HOUSE_CHANGE, admin: NO_HOUSE_CHANGE },
  },
  {
    call: "read how the house is set",
    route: "GET /api/staff/house",
    prepare: reading("/api/staff/house"),
    answers: { staff: ROLE, manager: [200], admin: [200] },
  },
  {
    call: "see public holidays",
    route: "GET /api/holidays",
    prepare: reading("/api/holidays?year=2026"),
    answers: { staff: ROLE, manager: [200], admin: [200] },
  },
  {
    call: "see which places have public holidays",
    route: "GET /api/holidays/places",
    prepare: reading("/api/holidays/places"),
    answers: { staff: ROLE, manager: [200], admin: [200] },
  },
  {
    call: "close hours",
    route: "POST /api/blocks",
    prepare: () => ({
      method: "POST",
      path: "/api/blocks",
      body: {
        roomIds: [2],
        startTime: "2027-03-06T05:00:00Z",
        endTime: "2027-03-07T05:00:00Z",
        reason: "Repairs",
      },
    }),
    answers: { staff: ROLE, manager: [201], admin: [201] },
  },
  {
    call: "list what is closed",
    route: "GET /api/blocks",
    prepare: reading("/api/blocks?from=2026-12-01&to=2026-12-31"),
    answers: { staff: ROLE, manager: [200], admin: [200] },
  },
  {
    call: "say otherwise why no block is there",
    route: "PATCH /api/blocks/{id}",
    prepare: () => ({ method: "PATCH", path: "/api/blocks/999999", body: { reason: null } }),
    answers: { staff: ROLE, manager: NO_BLOCK, admin: NO_BLOCK },
  },
  {
    call: "lift no block",
    route: "DELETE /api/blocks/{id}",
    prepare: () => ({ method: "DELETE", path: "/api/blocks/999999" }),
    answers: { staff: ROLE, manager: NO_BLOCK, admin: NO_BLOCK },
  },
  {
    call: "list staff",
    route: "GET /api/staff",
    prepare: () => ({ path: "/api/staff" }),
    answers: everybody([200]),
  },
  {
    call: "create a staff account",
    route: "POST /api/staff/create",
    prepare: creating("staff"),
    answers: { staff: ROLE, manager: CREATED, admin: CREATED },
  },
  {
    call: "create a manager",
    route: "POST /api/staff/create",
    prepare: creating("manager"),
    answers: { staff: ROLE, manager: CREATED, admin: CREATED },
  },
  {
    call: "create an admin",
    route: "POST /api/staff/create",
    prepare: creating("admin"),
    answers: { staff: ROLE, manager: ADMIN_ACCOUNT, admin: CREATED },
  },
  {
    call: "deactivate a colleague",
    route: "PATCH /api/staff/{id}/deactivate",
    prepare: changing("PATCH", "/deactivate", "staff"),
    answers: { staff: ROLE, manager: DEACTIVATED, admin: DEACTIVATED },
  },
  {
    call: "deactivate a manager",
    route: "PATCH /api/staff/{id}/deactivate",
    prepare: changing("PATCH", "/deactivate", "manager"),
    answers: { staff: ROLE, manager: DEACTIVATED, admin: DEACTIVATED },
  },
  {
    call: "deactivate an admin",
    route: "PATCH /api/staff/{id}/deactivate",
    prepare: changing("PATCH", "/deactivate", "admin"),
    answers: { staff: ROLE, manager: ADMIN_ACCOUNT, admin: DEACTIVATED },
  },
  {
    call: "deactivate oneself",
    route: "PATCH /api/staff/{id}/deactivate",
    prepare: changingOneself("PATCH", "/deactivate"),
    answers: { staff: ROLE, manager: OWN_ACCOUNT, admin: OWN_ACCOUNT },
  },
  {
    call: "deactivate nobody",
    route: "PATCH /api/staff/{id}/deactivate",
    prepare: unknown("PATCH", "/deactivate"),
    answers: { staff: ROLE, manager: NO_ACCOUNT, admin: NO_ACCOUNT },
  },
  {
    call: "reactivate a colleague",
    route: "PATCH /api/staff/{id}/reactivate",
    prepare: reactivating("staff"),
    answers: { staff: ROLE, manager: REACTIVATED, admin: REACTIVATED },
  },
  {
    call: "reactivate an admin",
    route: "PATCH /api/staff/{id}/reactivate",
    prepare: reactivating("admin"),
    answers: { staff: ROLE, manager: ADMIN_ACCOUNT, admin: REACTIVATED },
  },
  {
    call: "delete a colleague",
    route: "DELETE /api/staff/{id}",
    prepare: changing("DELETE", "", "staff"),
    answers: { staff: ROLE, manager: ROLE, admin: DELETED },
  },
  {
    call: "delete an admin",
    route: "DELETE /api/staff/{id}",
    prepare: changing("DELETE", "", "admin"),
    answers: { staff: ROLE, manager: ROLE, admin: DELETED },
  },
  {
    call: "delete oneself",
    route: "DELETE /api/staff/{id}",
    prepare: changingOneself("DELETE", ""),
    answers: { staff: ROLE, manager: ROLE, admin: OWN_ACCOUNT },
  },
  {
    call: "delete nobody",
    route: "DELETE /api/staff/{id}",
    prepare: unknown("DELETE", ""),
    answers: { staff: ROLE, manager: ROLE, admin: NO_ACCOUNT },
  },
  {
    call: "remove a colleague's second factor",
    route: "DELETE /api/staff/{id}/second-factor",
    prepare: changing("DELETE", "/second-factor", "manager"),
    answers: { staff: ROLE, manager: REMOVED, admin: REMOVED },
  },
  {
    call: "remove an admin's second factor",
    route: "DELETE /api/staff/{id}/second-factor",
    prepare: changing("DELETE", "/second-factor", "admin"),
    answers: { staff: ROLE, manager: ADMIN_ACCOUNT, admin: REMOVED },
  },
  {
    call: "remove one's own second factor without a code",
    route: "DELETE /api/staff/{id}/second-factor",
    prepare: changingOneself("DELETE", "/second-factor"),
    answers: { staff: ROLE, manager: OWN_SECOND_FACTOR, admin: OWN_SECOND_FACTOR },
  },
  {
    call: "remove nobody's second factor",
    route: "DELETE /api/staff/{id}/second-factor",
    prepare: unknown("DELETE", "/second-factor"),
    answers: { staff: ROLE, manager: NO_ACCOUNT, admin: NO_ACCOUNT },
  },
  {
    call: "see how one's own second factor stands",
    route: "GET /api/staff/second-factor",
    prepare: reading("/api/staff/second-factor"),
    answers: anybody([200]),
  },
  {
    call: "begin to set one up",
    route: "POST /api/staff/second-factor/enrolment",
    prepare: () => ({
      method: "POST",
      path: "/api/staff/second-factor/enrolment",
      body: { currentPassword: PASSWORD },
    }),
    answers: anybody([200]),
  },
  {
    call: "begin to set one up without the password",
    route: "POST /api/staff/second-factor/enrolment",
    prepare: () => ({
      method: "POST",
      path: "/api/staff/second-factor/enrolment",
      body: { currentPassword: "a guess" },
    }),
    answers: anybody([403, "This is not your current password"]),
  },
  {
    call: "set one up with an enrolment that is none",
    route: "POST /api/staff/second-factor",
    prepare: () => ({
      method: "POST",
      path: "/api/staff/second-factor",
      body: { enrolment: "none", code: "123456" },
    }),
    answers: anybody([400, "Setting up took too long. Please begin again with a new QR code"]),
  },
  ...["recovery-codes", "turn-off"].map((change) => ({
    call: `${change} where there is no second factor`,
    route: `POST /api/staff/second-factor/${change}`,
    prepare: () => ({
      method: "POST",
      path: `/api/staff/second-factor/${change}`,
      body: { currentPassword: PASSWORD, code: "123456" },
    }),
    answers: anybody(NO_SECOND_FACTOR),
  })),
  {
    call: "read of which roles a second factor is demanded",
    route: "GET /api/staff/second-factor-policy",
    prepare: reading("/api/staff/second-factor-policy"),
    answers: everybody([200]),
  },
  {
    call: "demand a second factor of no role",
    route: "PUT /api/staff/second-factor-policy",
    prepare: () => ({ method: "PUT", path: "/api/staff/second-factor-policy", body: { roles: [] } }),
    answers: { staff: ROLE, manager: ROLE, admin: [200] },
  },
  ...["/api/bookings", "/api/bookings/summary", "/api/contact", "/api/analytics", "/api/feedback"].map(
    (path) => ({
      call: `read ${path}`,
      route: `GET ${path}`,
      prepare: reading(path),
      answers: path === "/api/analytics" ? anybody([200]) : everybody([200]),
    }),
  ),
  {
    call: "count contact messages",
    route: "GET /api/contact/summary",
    prepare: reading("/api/contact/summary"),
    answers: everybody([200]),
  },
  ...(
    [
      ["POST", "/answers", { text: "We have a piano" }],
      ["PATCH", "", { done: true }],
    ] as const
  ).map(([method, action, body]) => ({
    call: `change no contact message: ${method} ${action}`,
    route: `${method} /api/contact/{id}${action}`,
    prepare: () => ({ method, path: `/api/contact/999999${action}`, body }),
    answers: everybody(NO_MESSAGE),
  })),
  {
    call: "say which booking a contact message became, which is not there",
    route: "POST /api/contact/{id}/booking",
    prepare: async (world) => ({
      method: "POST",
      path: "/api/contact/999999/booking",
      body: { bookingId: await world.book() },
    }),
    answers: everybody(NO_MESSAGE),
  },
  {
    call: "read a booking",
    route: "GET /api/bookings/{id}",
    prepare: readingBooking(""),
    answers: everybody([200]),
  },
  {
    call: "read a booking's history",
    route: "GET /api/bookings/{id}/history",
    prepare: readingBooking("/history"),
    answers: everybody([200]),
  },
  {
    call: "ask what cancelling would refund",
    route: "GET /api/bookings/{id}/refund-preview",
    prepare: readingBooking("/refund-preview?cancelledBy=venue"),
    answers: everybody([200]),
  },
  ...[
    { status: "confirmed" },
    { status: "completed" },
    { status: "cancelled", cancelledBy: "customer" },
    { paymentStatus: "downpaid" },
    { paymentStatus: "paid" },
    { paymentStatus: "failed" },
  ].map((change) => ({
    call: `change a booking: ${JSON.stringify(change)}`,
    route: "PATCH /api/bookings/{id}",
    prepare: changingBooking(change),
    answers: everybody([200]),
  })),
  {
    call: "book for somebody",
    route: "POST /api/staff/bookings",
    prepare: bookingForSomebody,
    answers: everybody([201]),
  },
  {
    call: "move a booking",
    route: "POST /api/bookings/{id}/move",
    prepare: async (world) => ({
      method: "POST",
      path: `/api/bookings/${await world.book()}/move?dryRun=1`,
      body: { roomId: 2, startTime: "2027-10-04T18:00:00Z" },
    }),
    answers: everybody([200]),
  },
  {
    call: "find a guest",
    route: "GET /api/staff/guests",
    prepare: reading("/api/staff/guests?search=nobody"),
    answers: everybody([200]),
  },
  {
    call: "read of a guest",
    route: "GET /api/staff/guests/{id}",
    prepare: guest(""),
    answers: everybody([200]),
  },
  {
    call: "note something of a guest",
    route: "POST /api/staff/guests/{id}/notes",
    prepare: guest("/notes", { method: "POST", body: { text: "Prefers the piano tuned" } }),
    answers: everybody([201]),
  },
  {
    call: "remove a note on a guest that is not there",
    route: "DELETE /api/staff/guests/{id}/notes/{noteId}",
    prepare: guest(`/notes/${NOBODYS}`, { method: "DELETE" }),
    answers: everybody(NO_NOTE),
  },
  {
    call: "read the notes on a booking",
    route: "GET /api/bookings/{id}/notes",
    prepare: readingBooking("/notes"),
    answers: everybody([200]),
  },
  {
    call: "note something of a booking",
    route: "POST /api/bookings/{id}/notes",
    prepare: async (world) => ({
      method: "POST",
      path: `/api/bookings/${await world.book()}/notes`,
      body: { text: "Comes by the back door" },
    }),
    answers: everybody([201]),
  },
  {
    call: "remove a note on a booking that is not there",
    route: "DELETE /api/bookings/{id}/notes/{noteId}",
    prepare: async (world) => ({
      method: "DELETE",
      path: `/api/bookings/${await world.book()}/notes/${NOBODYS}`,
    }),
    answers: everybody(NO_NOTE),
  },
  {
    call: "read a customer's loyalty, which that customer may as well",
    route: "GET /api/customer/{email}/loyalty",
    prepare: reading("/api/customer/somebody@example.test/loyalty"),
    answers: everybody([200]),
    outsiders: { customer: [403, "You can see your own loyalty record only"] },
  },
  ...["arrived", "left", "no-show"].map((note) => ({
    call: `note long before a visit: ${note}`,
    route: `POST /api/bookings/{id}/${note}`,
    prepare: async (world: StaffWorld) => ({
      method: "POST",
      path: `/api/bookings/${await world.book()}/${note}`,
    }),
    answers: everybody([409]),
  })),
  {
    call: "take money at the desk",
    route: "POST /api/bookings/{id}/money",
    prepare: async (world: StaffWorld) => ({
      method: "POST",
      path: `/api/bookings/${await world.book()}/money`,
      body: { kind: "received", method: "cash", amount: "10.00" },
    }),
    answers: everybody([200]),
  },
  {
    call: "refund a card that has paid nothing",
    route: "POST /api/bookings/{id}/refunds",
    prepare: async (world: StaffWorld) => ({
      method: "POST",
      path: `/api/bookings/${await world.book()}/refunds`,
      body: { amount: "10.00", reason: "The heating failed" },
    }),
    answers: everybody([409]),
  },
  {
    call: "read a receipt",
    route: "GET /api/bookings/{id}/receipt",
    prepare: readingBooking("/receipt"),
    answers: everybody([200]),
  },
  ...["bookings", "figures", "rooms", "hours", "lead-times", "sources", "cancellations", "takings"].map(
    (table) => ({
      call: `take along ${table}.csv`,
      route: `GET /api/analytics/${table}.csv`,
      prepare: reading(`/api/analytics/${table}.csv?from=2026-11-01&to=2026-11-30`),
      answers: anybody([200]),
    }),
  ),
  {
    call: "mail a receipt",
    route: "POST /api/bookings/{id}/receipt/mail",
    prepare: async (world: StaffWorld) => ({
      method: "POST",
      path: `/api/bookings/${await world.book()}/receipt/mail`,
    }),
    answers: everybody([200]),
  },
  {
    call: "close a day against a figure that nobody saw",
    route: "POST /api/takings/close",
    prepare: () => ({
      method: "POST",
      path: "/api/takings/close",
      body: { day: "2026-11-02", countedAmount: "10.00", expectedAmount: "99.99" },
    }),
    answers: everybody([409]),
  },
  {
    call: "read a day's takings",
    route: "GET /api/takings",
    prepare: reading("/api/takings?day=2026-12-01"),
    answers: everybody([200]),
  },
  {
    call: "see a day on the board",
    route: "GET /api/board",
    prepare: reading("/api/board?day=2026-12-01"),
    answers: everybody([200]),
  },
  {
    call: "ask again for a refund that there is not",
    route: "POST /api/bookings/{id}/refunds/{refundId}/retry",
    prepare: async (world: StaffWorld) => ({
      method: "POST",
      path: `/api/bookings/${await world.book()}/refunds/none/retry`,
    }),
    answers: everybody([404, "This booking has no such refund"]),
  },
  {
    call: "change one's password without the current one",
    route: "POST /api/auth/password",
    prepare: () => ({
      method: "POST",
      path: "/api/auth/password",
      body: { currentPassword: "not it", password: "a longer one" },
    }),
    answers: anybody([403, "This is not your current password"]),
  },
  {
    call: "pay with a test token, which the booking's own customer may as well",
    route: "POST /api/bookings/{id}/payment",
    prepare: async (world: StaffWorld) => ({
      method: "POST",
      path: `/api/bookings/${await world.book()}/payment`,
      body: { stripeToken: "tok_visa" },
    }),
    answers: everybody([200, "Payment successful! Your booking is confirmed."]),
    outsiders: { customer: [404, "Booking not found"] },
  },
  {
    call: "try out the connection to Microsoft Graph",
    route: "GET /api/test-outlook-graph",
    prepare: reading("/api/test-outlook-graph"),
    answers: everybody([200]),
  },
  {
    call: "send a test email",
    route: "POST /api/test-email",
    prepare: () => ({ method: "POST", path: "/api/test-email" }),
    answers: everybody([200]),
  },
  {
    call: "read a bundle of the log's entries that there is not",
    route: "GET /log/tile/entries/{tile}",
    prepare: reading("/log/tile/entries/999"),
    answers: { ...anybody([404, "There is nothing at this address"]), staff: ROLE },
  },
  {
    call: "see who asks to be erased",
    route: "GET /api/erasures",
    prepare: reading("/api/erasures"),
    answers: { staff: ROLE, manager: ROLE, admin: [200] },
  },
  {
    call: "erase somebody of whom nothing is kept",
    route: "POST /api/erasures",
    prepare: () => ({
      method: "POST",
      path: "/api/erasures",
      body: { email: "nobody@nowhere.example.test", confirm: "nobody@nowhere.example.test" },
    }),
    answers: { staff: ROLE, manager: ROLE, admin: [200, "Nothing is kept under this email"] },
  },
  {
    call: "read the log in plain words",
    route: "GET /api/audit/events",
    prepare: reading("/api/audit/events?type=BookingRequested&limit=1"),
    answers: { ...anybody([200]), staff: ROLE },
  },
  {
    call: "read a booking as of now",
    route: "GET /api/audit/bookings/{id}",
    prepare: async (world: StaffWorld) => ({ path: `/api/audit/bookings/${await world.book()}` }),
    answers: { ...anybody([200]), staff: ROLE },
  },
  {
    call: "read a room's day as of now",
    route: "GET /api/audit/rooms/{id}",
    prepare: reading("/api/audit/rooms/1?day=2026-12-12"),
    answers: { ...anybody([200]), staff: ROLE },
  },
  {
    call: "take the proofs of a stream that there is not",
    route: "GET /api/audit/proofs",
    prepare: reading("/api/audit/proofs?stream=booking-999999"),
    answers: { ...anybody([404, "There is no event of this stream"]), staff: ROLE },
  },
  {
    call: "take the proof of an event that there is not",
    route: "GET /log/proof/{index}",
    prepare: reading("/log/proof/999999"),
    answers: { ...anybody([404, "There is nothing at this address"]), staff: ROLE },
  },
  {
    call: "export the log under a head that there is not",
    route: "GET /log/export",
    prepare: reading("/log/export?size=999999"),
    answers: { ...anybody([404, "This log has not signed this checkpoint"]), staff: ROLE },
  },
  // The last of the table: it takes each caller's session.
  {
    call: "log out everywhere",
    route: "POST /api/auth/logout-everywhere",
    prepare: () => ({ method: "POST", path: "/api/auth/logout-everywhere" }),
    answers: anybody([200, "You have been logged out on every device."]),
  },
];
