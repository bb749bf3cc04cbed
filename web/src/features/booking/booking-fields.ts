/** The booking form's fields: their rules (decision 27), their order on the page, and where a message about one leads. */
import { z } from "zod";
import { BookingSubmission, type TERMS_MESSAGE } from "../../../../bff/contract/booking.ts";

/** The dialog's text where the room page has {@link TERMS_MESSAGE}. */
export const DIALOG_TERMS_MESSAGE = "You must agree to the terms and conditions";

export interface FieldRules {
  /** People the room takes at most. */
  capacity: number;
  attendeesRequired: boolean;
  termsMessage: typeof TERMS_MESSAGE | typeof DIALOG_TERMS_MESSAGE;
}

const attendeesText = ({ capacity, attendeesRequired }: FieldRules) =>
  z
    .string()
    .trim()
    .transform((text, context) => {
      const refuse = (message: string) => {
        context.addIssue({ code: "custom", message });
        return z.NEVER;
      };
      if (text === "") return attendeesRequired ? refuse("Attendees must be at least 1") : null;
      if (!/^-?\d{1,9}$/.test(text)) return refuse("Attendees must be a whole number");
      if (Number(text) < 1) return refuse("Attendees must be at least 1");
      if (Number(text) > capacity) return refuse(`Attendees must be at most ${capacity} in this room`);
      return Number(text);
    });

/** What a person types. Day, start and length are the calendar's choice and live in the address, so they are not here. */
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
    terms: z.boolean().refine((accepted) => accepted, rules.termsMessage),
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

/** Every place a message can belong to, in the order in which the page shows them. */
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

/** Of the server's complaints: those about the times stand beside the button, which every form has. */
export const isFieldName = (path: string): path is FieldName =>
  path !== "startTime" && path !== "endTime" && FIELD_ORDER.some((name) => name === path);

/** Fields that hold what was typed, as against the length, which is part of the choice in the address. */
export const isTypedField = (name: FieldName): name is FieldName & keyof BookingFieldsInput =>
  name in EMPTY_FIELDS;

export type FieldMessages = Partial<Record<FieldName, string>>;

/** The messages in the order of the page, each with the id of the control it is about. */
export function inPageOrder(messages: FieldMessages, idOf: (name: FieldName) => string) {
  return FIELD_ORDER.flatMap((name) => {
    const message = messages[name];
    return message === undefined ? [] : [{ id: idOf(name), message }];
  });
}
