/** The part of the role matrix about the rooms, the venue and closures: each call, and what staff of each role are answered. */
import {
  type Expected,
  ROLE_REFUSED,
  reading,
  type StaffCall,
  workingStaff,
} from "./role-matrix-parts-fixture.ts";

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
const NO_HOUSE_CHANGE: Expected = [404, "There is no such scheduled change, or it was withdrawn already"];
const NO_CLOSURE: Expected = [404, "Closure not found"];
const NO_ROOM: Expected = [404, "Room not found"];
export const VENUE_CALLS: readonly StaffCall[] = [
  {
    call: "read how the rooms are set",
    route: "GET /api/staff/rooms",
    prepare: reading("/api/staff/rooms"),
    answers: workingStaff([200]),
  },
  {
    call: "add a room",
    route: "POST /api/rooms",
    prepare: addingRoom,
    answers: { staff: ROLE_REFUSED, manager: [201], admin: [201] },
  },
  {
    call: "change no room",
    route: "PATCH /api/rooms/{id}",
    prepare: () => ({ method: "PATCH", path: "/api/rooms/999999", body: { hourlyRate: "11.00" } }),
    answers: { staff: ROLE_REFUSED, manager: NO_ROOM, admin: NO_ROOM },
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
    answers: { staff: ROLE_REFUSED, manager: NO_ROOM, admin: NO_ROOM },
  },
  {
    call: "describe a photo of no room",
    route: "PATCH /api/rooms/{id}/photos/{photoId}",
    prepare: () => ({ method: "PATCH", path: "/api/rooms/999999/photos/none", body: { alt: "A room" } }),
    answers: { staff: ROLE_REFUSED, manager: NO_ROOM, admin: NO_ROOM },
  },
  {
    call: "remove a photo of no room",
    route: "DELETE /api/rooms/{id}/photos/{photoId}",
    prepare: () => ({ method: "DELETE", path: "/api/rooms/999999/photos/none" }),
    answers: { staff: ROLE_REFUSED, manager: NO_ROOM, admin: NO_ROOM },
  },
  {
    call: "schedule prices of no room",
    route: "POST /api/rooms/{id}/prices",
    prepare: () => ({
      method: "POST",
      path: "/api/rooms/999999/prices",
      body: { from: "2027-12-01", hourlyRate: "10.00", halfDayRate: "35.00", fullDayRate: "60.00" },
    }),
    answers: { staff: ROLE_REFUSED, manager: NO_ROOM, admin: NO_ROOM },
  },
  {
    call: "withdraw prices of no room",
    route: "DELETE /api/rooms/{id}/prices/{from}",
    prepare: () => ({ method: "DELETE", path: "/api/rooms/999999/prices/2027-12-01" }),
    answers: { staff: ROLE_REFUSED, manager: NO_ROOM, admin: NO_ROOM },
  },
  {
    call: "change the settings",
    route: "PATCH /api/house",
    prepare: () => ({ method: "PATCH", path: "/api/house", body: { taxPercent: 0 } }),
    answers: { staff: ROLE_REFUSED, manager: [200], admin: [200] },
  },
  {
    call: "withdraw an unknown scheduled change",
    route: "DELETE /api/house/changes/{id}",
    prepare: () => ({ method: "DELETE", path: "/api/house/changes/999999" }),
    answers: { staff: ROLE_REFUSED, manager: NO_HOUSE_CHANGE, admin: NO_HOUSE_CHANGE },
  },
  {
    call: "read the settings",
    route: "GET /api/staff/house",
    prepare: reading("/api/staff/house"),
    answers: { staff: ROLE_REFUSED, manager: [200], admin: [200] },
  },
  {
    call: "read the setup",
    route: "GET /api/staff/setup",
    prepare: reading("/api/staff/setup"),
    answers: { staff: ROLE_REFUSED, manager: [200], admin: [200] },
  },
  {
    call: "call a step of the setup done",
    route: "PUT /api/staff/setup/step",
    prepare: () => ({ method: "PUT", path: "/api/staff/setup/step", body: { step: "team", done: true } }),
    answers: { staff: ROLE_REFUSED, manager: [200], admin: [200] },
  },
  {
    call: "set the currency",
    route: "PUT /api/house/currency",
    prepare: () => ({
      method: "PUT",
      path: "/api/house/currency",
      body: { currency: "usd", moneyStyle: "en-US" },
    }),
    answers: { staff: ROLE_REFUSED, manager: [200], admin: [200] },
  },
  {
    call: "set the logo without a picture",
    route: "POST /api/house/logo",
    prepare: () => ({ method: "POST", path: "/api/house/logo", body: {} }),
    answers: { staff: ROLE_REFUSED, manager: [415], admin: [415] },
  },
  {
    call: "remove the logo",
    route: "DELETE /api/house/logo",
    prepare: () => ({ method: "DELETE", path: "/api/house/logo" }),
    answers: { staff: ROLE_REFUSED, manager: [200], admin: [200] },
  },
  {
    call: "retire the sample's rooms, of which this venue has none",
    route: "DELETE /api/staff/setup/sample-rooms",
    prepare: () => ({ method: "DELETE", path: "/api/staff/setup/sample-rooms" }),
    answers: { staff: ROLE_REFUSED, manager: [200], admin: [200] },
  },
  {
    call: "send a test mail to an address",
    route: "POST /api/staff/setup/mail-trial",
    prepare: () => ({
      method: "POST",
      path: "/api/staff/setup/mail-trial",
      body: { to: "owner@example.test" },
    }),
    answers: { staff: ROLE_REFUSED, manager: [200], admin: [200] },
  },
  {
    call: "try the payment provider's keys",
    route: "POST /api/staff/setup/payment-trial",
    prepare: () => ({ method: "POST", path: "/api/staff/setup/payment-trial" }),
    answers: { staff: ROLE_REFUSED, manager: [200], admin: [200] },
  },
  {
    call: "see public holidays",
    route: "GET /api/holidays",
    prepare: reading("/api/holidays?year=2026"),
    answers: { staff: ROLE_REFUSED, manager: [200], admin: [200] },
  },
  {
    call: "see which places have public holidays",
    route: "GET /api/holidays/places",
    prepare: reading("/api/holidays/places"),
    answers: { staff: ROLE_REFUSED, manager: [200], admin: [200] },
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
    answers: { staff: ROLE_REFUSED, manager: [201], admin: [201] },
  },
  {
    call: "list what is closed",
    route: "GET /api/blocks",
    prepare: reading("/api/blocks?from=2026-12-01&to=2026-12-31"),
    answers: { staff: ROLE_REFUSED, manager: [200], admin: [200] },
  },
  {
    call: "change the reason of no closure",
    route: "PATCH /api/blocks/{id}",
    prepare: () => ({ method: "PATCH", path: "/api/blocks/999999", body: { reason: null } }),
    answers: { staff: ROLE_REFUSED, manager: NO_CLOSURE, admin: NO_CLOSURE },
  },
  {
    call: "reopen no closure",
    route: "DELETE /api/blocks/{id}",
    prepare: () => ({ method: "DELETE", path: "/api/blocks/999999" }),
    answers: { staff: ROLE_REFUSED, manager: NO_CLOSURE, admin: NO_CLOSURE },
  },
];
