/** The booking form's fields: their rules (decision 27), their order on the page, and the control that a message belongs to. */
import { z } from "zod";
import { BookingSubmission, TERMS_MESSAGE } from "../../../../../bff/contract/booking.ts";

interface FieldRules {
  /** The maximum number of people in the room. */
  capacity: number;
  /** Whether the fields are those of the booking page's dialog: attendees are required, and terms are agreed to instead of accepted. */
  dialog: boolean;
}

const attendeesText = ({ capacity, dialog }: FieldRules) =>
  z
    .string()
    .trim()
    .transform((text, context) => {
      const refuse = (message: string) => {
        context.addIssue({ code: "custom", message });
        return z.NEVER;
      };
      if (text === "") return dialog ? refuse("Attendees must be at least 1") : null;
      if (!/^-?\d{1,9}$/.test(text)) return refuse("Attendees must be a whole number");
      if (Number(text) < 1) return refuse("Attendees must be at least 1");
      if (Number(text) > capacity) return refuse(`Attendees must be at most ${capacity} in this room`);
      return Number(text);
    });

/** What a person types. Day, start and length are chosen in the calendar and kept in the URL, so they are not here. */
export const bookingFields = (rules: FieldRules) =>
  BookingSubmission.pick({
    firstName: true,
    lastName: true,
    email: true,
    phone: true,
    eventType: true,
  }).extend({
    engineerRequired: z.boolean(),
    attendees: attendeesText(rules),
    specialRequirements: z.string().trim().max(2_000, "Special requirements must be at most 2000 characters"),
    terms: z
      .boolean()
      .refine(
        (accepted) => accepted,
        rules.dialog ? "You must agree to the terms and conditions" : TERMS_MESSAGE,
      ),
  });

export type BookingFieldsInput = z.input<ReturnType<typeof bookingFields>>;
export type BookingFields = z.output<ReturnType<typeof bookingFields>>;

export const EMPTY_FIELDS: BookingFieldsInput = {
  firstName: "",
  lastName: "",
  email: "",
  phone: "",
  eventType: "",
  engineerRequired: false,
  attendees: "",
  specialRequirements: "",
  terms: false,
};

/** Every place that a message can belong to, in the page's order. */
export const FIELD_ORDER = [
  "startTime",
  "endTime",
  "firstName",
  "lastName",
  "email",
  "phone",
  "eventType",
  "bookingDuration",
  "hourCount",
  "attendees",
  "engineerRequired",
  "specialRequirements",
  "terms",
] as const;
export type FieldName = (typeof FIELD_ORDER)[number];

/** True for fields of the server's errors, except the times: those are shown at the button, because not every form has their fields. */
export const isFieldName = (path: string): path is FieldName =>
  path !== "startTime" && path !== "endTime" && FIELD_ORDER.some((name) => name === path);

/** True for typed fields; the length is not one, because it is part of the choice in the URL. */
export const isTypedField = (name: FieldName): name is FieldName & keyof BookingFieldsInput =>
  name in EMPTY_FIELDS;

export type FieldMessages = Partial<Record<FieldName, string>>;

/** The messages in the page's order, each with the id of its control. */
export function inPageOrder(messages: FieldMessages, idOf: (name: FieldName) => string) {
  return FIELD_ORDER.flatMap((name) => {
    const message = messages[name];
    return message === undefined ? [] : [{ id: idOf(name), message }];
  });
}
