/** Runs the booking form: it checks what was typed, sends it once, and reports the outcome (decisions 159, 162). */

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import type { BookingCreated, BookingSubmission } from "../../../../bff/contract/booking.ts";
import type { Room } from "../../../../bff/contract/room.ts";
import type { SeriesSubmission } from "../../../../bff/contract/series.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { currencyCode } from "../../../../core/venue/currency.ts";
import type { VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { ownAccountQuery } from "../../api/billing-account.ts";
import { bookingCreation, forgetAttempt } from "../../api/bookings.ts";
import { changeHold, heldBookingQuery } from "../../api/held-bookings.ts";
import { noAnswerMessage } from "../../api/refusal.ts";
import { roomBookingsKey } from "../../api/rooms.ts";
import { pixel } from "../../browser/pixel.ts";
import { useRefresh } from "../../form/after-change.ts";
import { currentVenue } from "../../format/venue.ts";
import type { BookingChoice, BookingSpan } from "../../session/booking-choice.ts";
import { updateDraft } from "../../session/booking-draft.ts";
import { deleteDraft } from "../../session/draft-storage.ts";
import { toast } from "../../ui/toast/toast.tsx";
import { lengthProblem } from "./length-choices.ts";
import {
  accountRefusalOf,
  describeBookingFailure,
  fieldErrorsOf,
  lostDatesOf,
  lostText,
} from "./submission/booking-failure.ts";
import {
  type BookingFields,
  type BookingFieldsInput,
  bookingFields,
  EMPTY_FIELDS,
  FIELD_ORDER,
  type FieldMessages,
  type FieldName,
  inPageOrder,
  isTypedField,
} from "./submission/booking-fields.ts";
import { MISSING_SLOT_TEXT, SLOT_TAKEN_TEXT } from "./submission/booking-texts.ts";
import { firstValues } from "./submission/first-values.ts";
import { hasHoldEnded, holdChangeOf, priceWith, type ShownPrice, useOwnHold } from "./submission/own-hold.ts";
import { sendBooking } from "./submission/send-booking.ts";
import { buildSubmission } from "./submission/submission.ts";
import { usePaymentChoice } from "./use-payment-choice.ts";
import { useVisitTimes, type VisitTimesLimits } from "./use-visit-times.ts";

export interface BookingFormProps {
  room: Room;
  /** The calendar's choice; the form changes only its duration and hours. */
  choice: BookingChoice;
  onChoice(next: Partial<BookingChoice>): void;
  /** The instants of the choice; null while no slot is chosen. */
  span: BookingSpan | null;
  /** Someone else took the chosen slot: what was typed is kept, but nothing can be sent. */
  slotLost: boolean;
  /** The page's minimum hours of an hourly booking (decision 16: 2 on the room page, 1 in the dialog). */
  minHours: number;
  onBooked(created: BookingCreated): void;
  /** Set if several dates are booked together. */
  series?: SeriesInForm | undefined;
  /** Set if the form has fields for start and end; absent if only the calendar has them. */
  times?: VisitTimesLimits;
}

/** The dates that are booked together, of which the chosen hours are the first. */
interface SeriesInForm {
  /** The sums, in integer cents. */
  price: ShownPrice;
  /** Why the dates cannot be booked now, and whether that passes by itself. */
  trouble: { words: string; passing: boolean } | null;
  /** What is sent besides the first date's booking. */
  sent: Pick<SeriesSubmission, "repeat" | "skip" | "swaps">;
  /** Called with the days that were found taken: then nothing is held. */
  onLost(days: readonly VenueDay[]): void;
  /** Moves the focus to the dates. */
  lead(): void;
}

/** Why the last attempt failed, and for which choice: with another slot or length it no longer applies. */
interface Refusal {
  choiceKey: string;
  text: string;
  lengthMessages: FieldMessages;
  others: string[];
}

export const fieldId = (name: FieldName): string => `booking-${name}`;

const choiceKeyOf = (choice: BookingChoice, series: SeriesInForm | undefined): string =>
  JSON.stringify([...Object.values(choice), series?.sent]);

export function useBookingForm(props: BookingFormProps, dialog: boolean) {
  const { room, choice, span, slotLost, minHours, onBooked, series } = props;
  const refresh = useRefresh();
  const client = useQueryClient();
  const hold = useOwnHold(room.id, span);
  const { capacity } = room;
  const schema = useMemo(() => bookingFields({ capacity, dialog }), [capacity, dialog]);
  const form = useForm<BookingFieldsInput, unknown, BookingFields>({
    resolver: zodResolver(schema),
    defaultValues: useMemo(() => firstValues(room.slug), [room.slug]),
    shouldFocusError: false,
  });
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [slotMissed, setSlotMissed] = useState(false);
  const [working, setWorking] = useState(false);
  const sending = useRef(false);

  const booking = useMutation(bookingCreation);
  const saving = useMutation({
    mutationFn: ({ id, submission }: { id: number; submission: BookingSubmission }) =>
      changeHold(id, holdChangeOf(submission)),
  });

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => updateDraft(room.slug, { fields: { ...EMPTY_FIELDS, ...values } }),
      }),
    [form, room.slug],
  );

  const price = series?.price ?? priceWith(hold, room, choice, form.watch("engineerRequired"));
  // The visitor is told if the price has changed since it was read.
  const [roomAsRead] = useState(room);
  const priceAsRead = series?.price ?? priceWith(hold, roomAsRead, choice, form.watch("engineerRequired"));
  const { choice: payment, onAccount } = usePaymentChoice({ isHeld: hold !== null, ...price });
  const choiceKey = choiceKeyOf(choice, series);
  const tooLong = lengthProblem(choice, minHours);
  const times = useVisitTimes({ choice, span, minHours, limits: props.times });
  const current = refusal?.choiceKey === choiceKey ? refusal : null;

  const messagesOf = (typed: typeof form.formState.errors): FieldMessages => {
    const messages: FieldMessages = { ...current?.lengthMessages };
    if (tooLong) messages[tooLong.field] = tooLong.message;
    Object.assign(messages, times?.messages);
    for (const name of FIELD_ORDER) {
      const message = isTypedField(name) ? typed[name]?.message : undefined;
      if (message) messages[name] = message;
    }
    return messages;
  };

  const focusFirst = (messages: FieldMessages) => {
    const first = inPageOrder(messages, fieldId)[0];
    const control = first && document.getElementById(first.id);
    // Centered, so that neither the page's header nor a notice covers it.
    control?.focus({ preventScroll: true });
    control?.scrollIntoView({ block: "center" });
  };

  const askForSlot = () => {
    setSlotMissed(true);
    toast({ title: "Missing Information", description: MISSING_SLOT_TEXT, variant: "danger" });
  };

  /** Changes the visitor's own hold of these hours; null if there is none any more. */
  const saveHold = async (submission: BookingSubmission): Promise<BookingCreated | null> => {
    if (!hold) return null;
    try {
      const saved = await saving.mutateAsync({ id: hold.id, submission });
      // What was sent before would make another booking now.
      updateDraft(room.slug, { sent: null });
      forgetAttempt(client, hold.id);
      // The payment page must not begin with the earlier email.
      client.removeQueries({ queryKey: heldBookingQuery(hold.id).queryKey });
      return saved;
    } catch (error) {
      if (hasHoldEnded(error)) return null;
      throw error;
    }
  };

  const succeed = (created: BookingCreated, title: string) => {
    const value = Number(created.totalAmount);
    if (created.paymentRequired) {
      pixel.initiateCheckout(created.roomName, value, currencyCode().toUpperCase());
      toast({
        title,
        description: `Complete the ${currentVenue().downpaymentPercent}% downpayment of ${formatMoney(created.downpaymentAmount)} to confirm your booking.`,
      });
    } else {
      pixel.purchase(created.roomId, created.roomName, value, currencyCode().toUpperCase());
      toast({ title: "Booking Confirmed!", description: `You have booked ${created.roomName}.` });
      if (created.accountId !== undefined) refresh(ownAccountQuery.queryKey);
      form.reset(EMPTY_FIELDS);
      deleteDraft(room.slug);
    }
    onBooked(created);
  };

  const fail = (error: unknown) => {
    const lost = series ? lostDatesOf(error) : [];
    const text = lost.length > 0 ? lostText(lost) : describeBookingFailure(error);
    const { fields, others } = fieldErrorsOf(error);
    const noAnswer = noAnswerMessage(error);
    if (noAnswer !== null) others.push(noAnswer);
    const lengthMessages: FieldMessages = {};
    for (const name of FIELD_ORDER) {
      const message = fields[name];
      if (message === undefined) continue;
      if (isTypedField(name)) form.setError(name, { type: "server", message });
      else lengthMessages[name] = message;
    }
    setRefusal({ choiceKey, text, lengthMessages, others });
    toast({ title: "Booking Failed", description: text, variant: "danger" });
    // What the choice says of the account is older than the refusal.
    if (accountRefusalOf(error) !== null) refresh(ownAccountQuery.queryKey);
    // The calendar next to the form may not know it yet.
    if (text === SLOT_TAKEN_TEXT || lost.length > 0) refresh(roomBookingsKey(room.id));
    if (series && lost.length > 0) {
      series.onLost(lost);
      series.lead();
    } else focusFirst(fields);
  };

  const send = async (fields: BookingFields) => {
    if (span === null) return askForSlot();
    if (tooLong) return focusFirst({ [tooLong.field]: tooLong.message });
    if (times && (times.messages.startTime || times.messages.endTime)) return focusFirst(times.messages);
    if (series?.trouble) return series.trouble.passing ? undefined : series.lead();
    const submission = {
      ...buildSubmission(room, choice, span, fields, price),
      ...(onAccount ? { payment: "account" as const } : {}),
      ...series?.sent,
    };
    const post = (body: BookingSubmission, key: string) =>
      booking.mutateAsync({ submission: body, key, onWork: () => setWorking(true) });
    try {
      const saved = await saveHold(submission);
      const created = saved ?? (await sendBooking(room.slug, submission, post));
      refresh(roomBookingsKey(room.id));
      succeed(created, saved ? "Booking Updated" : "Booking Created");
    } catch (error) {
      fail(error);
    } finally {
      setWorking(false);
    }
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // A second press can come before the button is drawn as busy.
    if (sending.current || slotLost) return;
    sending.current = true;
    setRefusal(null);
    try {
      await form.handleSubmit(send, (errors) => {
        if (span === null) askForSlot();
        focusFirst(messagesOf(errors));
      })();
    } finally {
      sending.current = false;
    }
  };

  const messages = messagesOf(form.formState.errors);
  return {
    form,
    /** The props of a field in the UI kit. */
    field: (name: keyof BookingFieldsInput) => ({
      ...form.register(name),
      id: fieldId(name),
      error: messages[name],
    }),
    times,
    submit,
    busy: booking.isPending || saving.isPending,
    /** The visitor's own hold of these hours, which the form changes. */
    hold,
    /** The browser is doing the proof of work that the server requires. */
    working,
    messages,
    /** The error summary is shown only after the first attempt. */
    summary: form.formState.isSubmitted ? inPageOrder(messages, fieldId) : [],
    /** Shown next to the button for as long as they are true. */
    alerts: [
      ...(slotMissed && span === null ? [MISSING_SLOT_TEXT] : []),
      ...(price.totalCents === priceAsRead.totalCents
        ? []
        : [
            `The price of this room has changed: this booking is now ${formatMoney(price.totalCents)} instead of ${formatMoney(priceAsRead.totalCents)}.`,
          ]),
      ...(current && !slotLost ? [current.text, ...current.others] : []),
    ],
    price,
    /** The ways to pay, if the customer has a choice. */
    payment,
    onAccount,
  };
}

export type BookingFormState = ReturnType<typeof useBookingForm>;
