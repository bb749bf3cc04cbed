/** Draws the whole element: its heading, calendar, hours and choice, or why there is nothing to choose. */
import { html, nothing } from "lit";
import type { ConnectionState } from "../../src/live/live-connection.ts";
import { roomAddress } from "../addresses.ts";
import type { ReadTrouble } from "../room-data.ts";
import { dayHours } from "./day-hours.ts";
import type { Model, Shown } from "./model.ts";
import { monthGrid } from "./month-grid.ts";
import { lengths, summary, trouble } from "./visit.ts";

const TROUBLE_WORDS: Record<ReadTrouble, string> = {
  "unknown room": "There is no such room.",
  refused: "The free hours cannot be shown on this site.",
  unreachable: "The free hours could not be loaded. Please check your connection.",
  unwell: "The free hours could not be loaded. Please try again later.",
};

const LOST = "Connection lost";
const LIVE_WORDS: Record<ConnectionState, string> = {
  connected: "Live",
  connecting: "Connecting…",
  disconnected: LOST,
  error: LOST,
};

export function widget(model: Model) {
  const { view, trouble: failed, slug } = model;
  const name = view?.room.name ?? slug;
  return html`<section data-root part="container" class="container" aria-label=${`Book ${name}`}>
    ${returnedNote(model)}
    ${view !== null ? picker({ ...model, view }) : failed !== null ? failure(model, failed) : loading(model)}
  </section>`;
}

function picker(shown: Shown) {
  const { view, live, news, trouble: failed } = shown;
  return html`<div class="head">
      <h2 part="title">${view.room.name}</h2>
      <span role="status" part="live" class="live ${live}">${LIVE_WORDS[live]}</span>
    </div>
    ${failed !== null ? failure(shown, failed) : nothing}
    ${
      view.room.bookable
        ? html`<div class="parts">
            <div class="part">
              ${monthGrid(shown)}
              <p role="status" part="news" class="news">${news}</p>
              ${lengths(shown)}
            </div>
            ${dayHours(shown)}
            <div class="part">${trouble(shown)} ${summary(shown)}</div>
          </div>`
        : html`<p part="notice" class="notice">This room takes no bookings at the moment.</p>
            ${summary(shown)}`
    }`;
}

function failure({ base, slug, back, act }: Model, why: ReadTrouble) {
  return html`<div role="alert" part="notice" class="notice">
    <p>${TROUBLE_WORDS[why]}</p>
    <div class="offers">
      ${
        why === "unreachable" || why === "unwell"
          ? html`<button type="button" part="retry" @click=${act.retry}>Try again</button>`
          : nothing
      }
      <a part="link" class="plain" target="_top" href=${why === "unknown room" ? base : roomAddress(base, slug, { back })}
        >${why === "unknown room" ? "See all rooms" : "See the room on our site"}</a
      >
    </div>
  </div>`;
}

const loading = ({ slug }: Model) =>
  html`<p part="notice" class=${slug === "" ? "" : "loading"} role="status">
    ${slug === "" ? "This element needs a room." : "Loading the free times…"}
  </p>`;

/** What the visitor has booked on our pages, once they are back. */
function returnedNote({ returned }: Model) {
  if (returned === null) return nothing;
  return html`<p role="status" part="returned" class="returned">
    Your booking ${returned.id} is <strong>${returned.state}</strong>. The details are in our mail to you.
  </p>`;
}
