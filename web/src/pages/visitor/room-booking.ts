/**
 * What both booking pages do with a room: its choice, its live availability,
 * where booking leads, and the toasts about other visitors' bookings.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { BookingCreated } from "../../../../bff/contract/booking.ts";
import type { LiveMessage } from "../../../../bff/contract/live.ts";
import type { Room } from "../../../../bff/contract/room.ts";
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { HELD_KEY } from "../../api/held-bookings.ts";
import { ROOMS_KEY } from "../../api/rooms.ts";
import { goTo } from "../../browser/navigation.ts";
import { useAvailability } from "../../features/availability/use-availability.ts";
import { MISSING_SLOT_TEXT } from "../../features/booking/submission/booking-texts.ts";
import { isOnAccount } from "../../format/on-account.ts";
import { refreshShown } from "../../live/refresh.ts";
import { useLiveRoom, useReadyToRead } from "../../live/use-live-room.ts";
import type { BookingChoice } from "../../session/booking-choice.ts";
import { readDraft, updateDraft } from "../../session/booking-draft.ts";
import { rememberHold } from "../../session/hold-marker.ts";
import { rememberWayBack } from "../../session/way-back.ts";
import { type ToastMessage, toast } from "../../ui/toast/toast.tsx";
import { choiceSearch, useChoice } from "../choice-search.ts";
import { holderAddresses, payAddress } from "../own-booking/booking-addresses.ts";
import { fetchFormAhead, fetchPaymentAhead } from "./lazy-steps.tsx";

/** Keeps the choice beyond the address: a visitor who returns by a link finds the day and slot that they left. */
function useKeptChoice(room: Room, choice: BookingChoice, restore: (kept: BookingChoice) => void): void {
  const recall = useEffectEvent(() => {
    const { choice: kept } = readDraft(room.slug);
    const ahead = kept?.day != null && kept.day >= venueDayOf(new Date(), room.timeZone);
    if (choice.day === null && ahead) restore(kept);
  });
  useEffect(() => recall(), []);

  const { day, startHour, duration, hourCount } = choice;
  useEffect(() => {
    if (day !== null) updateDraft(room.slug, { choice: { day, startHour, duration, hourCount } });
  }, [room.slug, day, startHour, duration, hourCount]);
}

/** Remembers the page that the address names as the one from which the visitor came. Before anything is drawn, since the page shows it. */
function useWayBack(): void {
  const { back } = choiceSearch.parse(useSearch({ strict: false }));
  useState(() => back !== undefined && rememberWayBack(back));
}

/** Live alerts show for 4 s and 3 s (decision 146); a freed slot needs no toast. */
function liveToast({ type, data }: LiveMessage): ToastMessage | null {
  switch (type) {
    case "booking_created":
      return {
        title: "Availability Updated",
        description: `Someone is booking a time in ${data.roomName}. The calendar shows the hours that are still free.`,
        durationMs: 4_000,
      };
    case "booking_payment_confirmed":
      return {
        title: "Availability Updated",
        description: `A booking in ${data.roomName} has just been confirmed.`,
        durationMs: 3_000,
      };
    case "booking_cancelled":
    case "room_changed":
    case "waitlist_changed":
      return null;
  }
}

export function useRoomBooking(room: Room, minHours: number) {
  const client = useQueryClient();
  const { choice, change, move, forget } = useChoice(minHours);
  useWayBack();
  useKeptChoice(room, choice, move);
  const leaving = useRef(false);
  const live = useLiveRoom(room.id, {
    onEvent(message) {
      // The visitor's own booking has its own toasts.
      if (availability.booking || leaving.current) return;
      const told = liveToast(message);
      if (told) toast(told);
    },
  });
  const ready = useReadyToRead(live);
  const availability = useAvailability(room, choice, { leastHours: minHours, ready });
  const looksAtSlots = choice.day !== null;
  useEffect(() => {
    if (looksAtSlots) fetchFormAhead();
  }, [looksAtSlots]);
  const hasChosen = choice.startHour !== null;
  useEffect(() => {
    if (hasChosen) fetchPaymentAhead();
  }, [hasChosen]);
  const { trouble } = availability;
  return {
    choice,
    change,
    move,
    availability,
    live,
    /**
     * Goes to the payment page, or on account to the confirmation. If there is nothing to pay at all, the booking is done, and the next
     * one may be chosen.
     */
    booked(booking: BookingCreated): void {
      if (booking.paymentRequired) {
        leaving.current = true;
        rememberHold(booking.holdUntil);
        void client.invalidateQueries({ queryKey: HELD_KEY });
        void goTo(payAddress(booking.id));
        return;
      }
      forget();
      void refreshShown(client, ROOMS_KEY);
      if (!isOnAccount(booking)) return;
      leaving.current = true;
      void goTo(holderAddresses(booking.id).confirmed);
    },
    /** The hours are taken or have begun, so nothing can be sent. The form itself explains an end after closing. */
    slotLost: trouble !== null && trouble.kind !== "closing",
    askForSlot(): void {
      toast({ title: "Missing Information", description: MISSING_SLOT_TEXT, variant: "danger" });
    },
  };
}
