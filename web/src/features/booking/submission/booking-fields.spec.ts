/** Checks the form's own rules: required fields, attendees within the room's capacity, and the two texts about the terms. */
import { describe, expect, it } from "vitest";
import { bookingFields, EMPTY_FIELDS, inPageOrder } from "./booking-fields.ts";

const page = bookingFields({ capacity: 12, dialog: false });
const dialog = bookingFields({ capacity: 12, dialog: true });

function messages(schema: typeof page, values: Partial<typeof EMPTY_FIELDS>): Record<string, string> {
  const parsed = schema.safeParse({ ...EMPTY_FIELDS, ...values });
  const issues = parsed.success ? [] : parsed.error.issues;
  // As in the form: a field shows its first message.
  return Object.fromEntries(issues.toReversed().map((issue) => [issue.path.join("."), issue.message]));
}

describe("bookingFields", () => {
  it("names every empty field", () => {
    expect(messages(page, {})).toEqual({
      firstName: "First name is required",
      lastName: "Last name is required",
      email: "Email is required",
      phone: "Phone is required",
      eventType: "Event type is required",
      terms: "You must accept the terms and conditions",
    });
    expect(messages(dialog, {})).toMatchObject({
      attendees: "Attendees must be at least 1",
      terms: "You must agree to the terms and conditions",
    });
  });

  it.each([
    ["0", "Attendees must be at least 1"],
    ["-3", "Attendees must be at least 1"],
    ["13", "Attendees must be at most 12 in this room"],
    ["2.5", "Attendees must be a whole number"],
    ["some", "Attendees must be a whole number"],
  ])("refuses %s attendees", (attendees, message) => {
    expect(messages(dialog, { attendees }).attendees).toBe(message);
    expect(messages(page, { attendees }).attendees).toBe(message);
  });

  it("accepts phone numbers with spaces and signs", () => {
    expect(messages(page, { phone: "+49 (0)30 / 123 45-67" }).phone).toBeUndefined();
    expect(messages(page, { email: "ada@" }).email).toBe("Invalid email");
  });
});

describe("inPageOrder", () => {
  it("lists messages in the page's order of fields", () => {
    const listed = inPageOrder({ terms: "t", phone: "p", hourCount: "h" }, (name) => `f-${name}`);
    expect(listed).toEqual([
      { id: "f-phone", message: "p" },
      { id: "f-hourCount", message: "h" },
      { id: "f-terms", message: "t" },
    ]);
  });
});
