/** Draws the rest of the choice: its kind, what it costs, why it cannot be booked, and the link on which it continues on our site. */
import { html, nothing } from "lit";
import { formatMoney } from "../../../core/booking/rules/money.ts";
import { openingOn } from "../../../core/venue/time/opening-hours.ts";
import { clockTime, dayAndTime, dayName, timeRange } from "../../../core/venue/time/time-format.ts";
import { HOUR_MS, venueDayOf } from "../../../core/venue/time/venue-time.ts";
import { describeCause, describeTrouble } from "../../src/features/availability/trouble-words.ts";
import { hoursText } from "../../src/format/counts.ts";
import { hoursOf, spanOf } from "../../src/session/booking-choice.ts";
import { roomAddress } from "../addresses.ts";
import { costOf, lengthsOf, type View } from "../view.ts";
import type { Shown } from "./model.ts";
import { isFull } from "./month-grid.ts";

export function lengths({ view, act }: Shown) {
  return html`<fieldset part="lengths" class="lengths">
    <legend>Duration</legend>
    ${lengthsOf(view).map(
      ({ duration, name, cents }) => html`<label part="length" class="length">
        <input
          type="radio"
          name="duration"
          .checked=${duration === view.choice.duration}
          @change=${() => act.choose({ duration })}
        />
        <span>
          <span class="strong">${name}</span>
          <span class="muted figures">${formatMoney(cents)}${duration === "hourly" ? " an hour" : nothing}</span>
        </span>
      </label>`,
    )}
  </fieldset>`;
}

/** Stays in place and empty while there is no trouble, so that it is announced when it appears. */
export function trouble({ view, act }: Shown) {
  const span = spanOf(view.choice, view.room.timeZone);
  const { day } = view.choice;
  const full = view.choice.startHour === null && isFull(view);
  return html`<div role="alert" part="trouble" class="trouble">
    ${
      view.trouble !== null && span !== null && day !== null
        ? html`<p class="strong">
              ${describeTrouble(
                view.trouble,
                clockTime(span.startsAt, view.room.timeZone),
                hoursOf(view.choice),
                openingOn(view.venue.schedule, day)?.close ?? 24,
              )}
            </p>
            <p>${describeCause(view.trouble, view.room)}</p>`
        : full
          ? html`<p>
              This day has no free ${view.leastHours === 1 ? "slot" : `${hoursText(view.leastHours)} in a row`}
              left.
            </p>`
          : nothing
    }
    ${
      view.offers.length > 0
        ? html`<p>The nearest free times:</p>
            <div class="offers">
              ${view.offers.map(({ day, startHour, startsAt }) => {
                const endsAt = new Date(startsAt.getTime() + hoursOf(view.choice) * HOUR_MS);
                const time = timeRange(startsAt, endsAt, view.room.timeZone);
                return html`<button type="button" part="offer" @click=${() => act.choose({ day, startHour })}>
                  ${day === view.choice.day ? time : `${dayName(day)}, ${time}`}
                </button>`;
              })}
            </div>`
        : nothing
    }
  </div>`;
}

/** What is chosen with its price, and the link that continues at the top level, out of any frame. */
export function summary(shown: Shown) {
  const { view, base, slug, back } = shown;
  const { choice, room } = view;
  const span = spanOf(choice, room.timeZone);
  const bookable = span !== null && view.trouble === null;
  return html`<div part="summary" class="summary">
    <div role="status">
      ${
        bookable
          ? html`<p class="muted">${dayAndTime(span.startsAt, span.endsAt, room.timeZone)}</p>
              <p part="price" class="price">
                ${formatMoney(costOf(view))}
                <span class="muted"> for ${hoursText(hoursOf(choice))}</span>
              </p>`
          : nothing
      }
    </div>
    ${
      bookable
        ? html`<a part="continue" class="continue" target="_top" href=${roomAddress(base, slug, { visit: visitOf(view), back })}
            >Continue to book</a
          >`
        : html`<a part="link" class="plain" target="_top" href=${roomAddress(base, slug, { back })}
            >See the room on ${view.venue.name}</a
          >`
    }
  </div>`;
}

/** The visit as our pages take it; called only while one is chosen. */
function visitOf({ choice, today, room }: View) {
  const startsAt = spanOf(choice, room.timeZone)?.startsAt;
  return {
    day: choice.day ?? (startsAt ? venueDayOf(startsAt, room.timeZone) : today),
    startHour: choice.startHour ?? 0,
    hours: hoursOf(choice),
    duration: choice.duration,
    people: 1,
    activity: undefined,
  };
}
