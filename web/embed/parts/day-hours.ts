/** Draws the day's hours as buttons, as the room's page has them: free ones tinted, taken ones hatched and named, the chosen ones in full color. */
import { html, nothing } from "lit";
import { formatMoney } from "../../../core/booking/rules/money.ts";
import { dayRestOf, freeRun, type RoomHour } from "../../../core/calendar/room-hours.ts";
import {
  clocksDiffer,
  dayName,
  timeRange,
  timeRangeElsewhere,
  zoneName,
} from "../../../core/venue/time/time-format.ts";
import { describeDay } from "../../src/features/availability/calendar-days.ts";
import { clockHour } from "../../src/format/clock-hour.ts";
import { hoursText } from "../../src/format/counts.ts";
import { hoursOf } from "../../src/session/booking-choice.ts";
import { costOf, type View } from "../view.ts";
import type { Actions, Shown } from "./model.ts";

const STATE_WORDS: Record<Exclude<RoomHour["state"], "free">, string> = {
  booked: "Booked",
  held: "Held",
  own: "Yours",
  closed: "Closed",
  past: "Past",
};

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The hour of a button; null for anything else. */
function hourOf(target: EventTarget | null): number | null {
  const { slotHour } = (target as HTMLElement).dataset;
  return slotHour === undefined ? null : Number(slotHour);
}

/** Arrow keys go to the next free hour; with Shift they make the visit longer or shorter. */
function stepBy(event: KeyboardEvent, slots: readonly RoomHour[], act: Actions): void {
  const hour = hourOf(event.target);
  if (hour === null || event.altKey || event.ctrlKey || event.metaKey) return;
  const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key] as 1 | -1 | undefined;
  if (by === undefined) return;
  event.preventDefault();
  if (event.shiftKey) {
    act.stretch(by, hour);
    return;
  }
  const ahead = by > 0 ? slots : slots.toReversed();
  const next = ahead.find((slot) => slot.state === "free" && (slot.hour - hour) * by > 0);
  if (next) act.focusHour(next.hour);
}

export function dayHours(shown: Shown) {
  const { view, act } = shown;
  const { choice, slots, today, leastHours } = view;
  const rest = slots === null ? null : dayRestOf(slots, leastHours);
  const words = describeDay({ rule: "open", remaining: rest, leastHours });
  return html`<section part="hours" class="hours" aria-labelledby="hours-heading">
    <h3 id="hours-heading" part="day-name" data-hours tabindex="-1">
      ${choice.day === null ? "The next free day" : dayName(choice.day, Number(today.slice(0, 4)))}
    </h3>
    <p role="status" class="muted">
      ${slots === null ? "Loading the free times…" : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`}
      ${rest?.fits ? html`<span class="strong">Press your first hour, then your last.</span>` : nothing}
    </p>
    ${zoneNote(view)}
    <ol @keydown=${(event: KeyboardEvent) => stepBy(event, slots ?? [], act)}>
      ${slots?.map((slot) => html`<li>${hourButton(slot, view, act)} ${noteAt(slot.hour, shown)}</li>`)}
    </ol>
  </section>`;
}

/** The venue's clock counts; a visitor in another zone sees both times. */
function zoneNote({ room, slots }: View) {
  const at = slots?.[0]?.startsAt ?? new Date();
  const own = ownZone();
  return html`<p class="muted">
    Times in ${zoneName(room.timeZone, at)}.
    ${
      clocksDiffer(at, room.timeZone, own)
        ? `Below each, the same time where you are: ${zoneName(own, at)}.`
        : nothing
    }
  </p>`;
}

/** How an hour is related to the chosen visit. */
function placeOf(slot: RoomHour, { choice, trouble }: View): "start" | "within" | "outside" {
  const { startHour } = choice;
  if (startHour === null || slot.state !== "free") return "outside";
  if (slot.hour === startHour) return "start";
  const inVisit = slot.hour > startHour && slot.hour < startHour + hoursOf(choice);
  return inVisit && trouble === null ? "within" : "outside";
}

function hourButton(slot: RoomHour, view: View, act: Actions) {
  const { room, choice } = view;
  const { hour, startsAt, endsAt, state } = slot;
  const free = state === "free";
  const place = placeOf(slot, view);
  const look = place !== "outside" ? "chosen" : free ? "free" : state === "past" ? "past" : "taken";
  const own = ownZone();
  return html`<button
    type="button"
    part="hour ${look}"
    class="hour ${look} ${place}"
    data-slot-hour=${hour}
    data-slot-state=${state}
    ?disabled=${!free}
    aria-pressed=${free ? String(place === "start") : nothing}
    @click=${() => act.press(hour)}
  >
    <span class="time">
      <time datetime=${startsAt.toISOString()}>${timeRange(startsAt, endsAt, room.timeZone)}</time>
      ${
        clocksDiffer(startsAt, room.timeZone, own)
          ? html`<span class="elsewhere"
              >${timeRangeElsewhere(startsAt, endsAt, room.timeZone, own)}<span class="sr">
                where you are</span
              ></span
            >`
          : nothing
      }
    </span>
    ${free ? freeWords(slot, view, place) : html`<span class="state">${slot.reason ?? STATE_WORDS[state]}</span>`}
    ${free && place === "start" ? html`<span aria-hidden="true">✓ ${hoursText(hoursOf(choice))}</span>` : nothing}
  </button>`;
}

/** The price is read out, and drawn only where it differs from the usual one. */
function freeWords({ hour }: RoomHour, view: View, place: ReturnType<typeof placeOf>) {
  const { choice, slots, leastHours } = view;
  const cents = costOf(view, { duration: "hourly", hourCount: 1, startHour: hour });
  const usual = costOf(
    { ...view, choice: { ...choice, startHour: null } },
    { duration: "hourly", hourCount: 1 },
  );
  const price = formatMoney(cents);
  const needed = choice.duration === "hourly" ? leastHours : hoursOf(choice);
  const tooLate = choice.startHour === null && freeRun(slots ?? [], hour, needed) < needed;
  const words = [
    price,
    ...(place === "start" ? ["your start", hoursText(hoursOf(choice))] : []),
    ...(place === "within" ? ["part of your booking"] : []),
    ...(tooLate ? [`too late for a visit of ${hoursText(needed)}`] : []),
  ];
  return html`<span class="sr">${words.join(", ")}</span>
    ${cents === usual ? nothing : html`<span aria-hidden="true">${price}</span>`}`;
}

/** Why the last press did less than was wished, at its hour. */
function noteAt(hour: number, { note, view, act }: Shown) {
  if (note?.hour !== hour) return nothing;
  const { instead } = note;
  return html`<div part="note" class="note">
    <p role="alert">${note.words}</p>
    ${
      instead && instead.starts.length > 0
        ? html`<ul aria-label="Choose instead">
            ${instead.starts.map(
              (start) => html`<li>
                <button type="button" @click=${() => takeInstead(start, instead.hours, view, act)}>
                  ${clockHour(start)} – ${clockHour(start + instead.hours)}
                </button>
              </li>`,
            )}
          </ul>`
        : nothing
    }
  </div>`;
}

function takeInstead(startHour: number, hours: number, { choice }: View, act: Actions): void {
  act.choose({ startHour, ...(choice.duration === "hourly" ? { hourCount: hours } : {}) });
  act.focusHour(startHour);
}
