/** Handles presses, mouse drags and arrow keys on the ruler; each makes one change of the visit. */
import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useState } from "react";
import type { RoomHour } from "../../../../core/calendar/room-hours.ts";
import { type BookingChoice, hoursOf } from "../../session/booking-choice.ts";
import { type ChoiceNote, isAbout, noteOf, START_INSTEAD } from "./choice-note.ts";
import {
  changeByDrag,
  changeByKey,
  changeByPress,
  hoursUnderDrag,
  type RangeChange,
  startAt,
} from "./range-choice.ts";

interface RulerInputProps {
  choice: BookingChoice;
  slots: readonly RoomHour[] | null;
  minHours: number;
  /** The visit's length is fixed: every press chooses a start. */
  fixedLength: boolean;
  onChange(next: Partial<BookingChoice>): void;
}

const onPage = (hour: number): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-slot-hour="${hour}"]`);

export function useRulerInput({ choice, slots, minHours, fixedLength, onChange }: RulerInputProps) {
  const [note, setNote] = useState<ChoiceNote | null>(null);
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const standing = note !== null && isAbout(note, choice) ? note : null;

  const make = (change: RangeChange, hour: number, hint = "") => {
    setNote(noteOf(change, { choice, hour, slots: slots ?? [], hint }));
    if (change.next) onChange(change.next);
  };

  const press = (hour: number) => {
    if (slots === null) return;
    if (fixedLength) return make(startAt(choice, hour, { slots, least: hoursOf(choice) }), hour);
    const repeated = standing?.hour === hour;
    const change = changeByPress(choice, { hour, slots, minHours, repeated });
    make(change, hour, START_INSTEAD);
  };

  /** Chooses a start that was offered instead, and puts the focus there. */
  const takeInstead = (startHour: number) => {
    const length =
      choice.duration === "hourly" && !fixedLength ? { hourCount: note?.instead?.hours ?? minHours } : {};
    setNote(null);
    onChange({ startHour, ...length });
    onPage(startHour)?.focus();
  };

  const drop = useEffectEvent(() => {
    if (drag !== null && slots !== null && drag.from !== drag.to) {
      make(changeByDrag(choice, { ...drag, slots, minHours }), drag.to);
    }
    setDrag(null);
  });
  const dragging = drag !== null;
  useEffect(() => {
    if (!dragging) return;
    // The mouse can be released anywhere, also outside of the ruler.
    window.addEventListener("pointerup", drop);
    return () => window.removeEventListener("pointerup", drop);
  }, [dragging]);

  const step = (event: KeyboardEvent, hour: number, by: 1 | -1) => {
    event.preventDefault();
    if (slots === null) return;
    if (!event.shiftKey || fixedLength) {
      const ahead = by > 0 ? slots : slots.toReversed();
      const next = ahead.find((slot) => slot.state === "free" && (slot.hour - hour) * by > 0);
      if (next) onPage(next.hour)?.focus();
    } else if (choice.startHour === null) press(hour);
    else make(changeByKey(choice, by, { slots, minHours }), hour);
  };

  return {
    press,
    takeInstead,
    /** The hours under the mouse, while its button is down. */
    dragged:
      drag === null || slots === null || drag.from === drag.to
        ? null
        : hoursUnderDrag(slots, drag.from, drag.to),
    note: standing,
    onKeyDown(event: KeyboardEvent): void {
      const hour = Number((event.target as HTMLElement).dataset.slotHour);
      if (Number.isNaN(hour) || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === "ArrowDown" || event.key === "ArrowRight") step(event, hour, 1);
      if (event.key === "ArrowUp" || event.key === "ArrowLeft") step(event, hour, -1);
    },
    onPointerDown(event: PointerEvent, hour: number): void {
      // A drag with a finger scrolls the page.
      if (event.pointerType === "mouse" && event.button === 0 && !fixedLength)
        setDrag({ from: hour, to: hour });
    },
    onPointerEnter(event: PointerEvent, hour: number): void {
      if (drag !== null && event.buttons === 1) setDrag({ from: drag.from, to: hour });
    },
  };
}
