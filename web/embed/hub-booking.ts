/**
 * The element `<hub-booking room="…">` for a venue's own site: one room's free hours, live, and a choice that continues at the top level of
 * our site (decision 313).
 */
import { LitElement, type PropertyDeclarations, unsafeCSS } from "lit";
import type { LiveMessage } from "../../bff/contract/live.ts";
import { shadesOf } from "../../core/venue/look/colors.ts";
import {
  isVenueDay,
  monthOf,
  type VenueDay,
  type VenueMonth,
  venueDayOf,
} from "../../core/venue/time/venue-time.ts";
import { type ChoiceNote, isAbout, noteOf, START_INSTEAD } from "../src/features/availability/choice-note.ts";
import { changeByKey, changeByPress, type RangeChange } from "../src/features/availability/range-choice.ts";
import type { BookingChoice } from "../src/session/booking-choice.ts";
import { backFrom, type Returned, returnedFrom } from "./addresses.ts";
import { dayInGrid } from "./parts/month-grid.ts";
import { widget } from "./parts/widget.ts";
import { RoomFeed } from "./room-feed.ts";
import calendar from "./styles/calendar.css?inline";
import element from "./styles/element.css?inline";
import hours from "./styles/hours.css?inline";
import visit from "./styles/visit.css?inline";
import { firstFitting, leastHoursOf, nextMonthOf, todayAt, type View, viewOf } from "./view.ts";

/** How often hours that begin and holds that end are drawn again, in milliseconds. */
const REDRAW_MS = 30_000;

/** From this width on, calendar and hours are side by side; the styles have the same limit. */
const SIDE_BY_SIDE_PX = 640;

const NOTHING_CHOSEN: BookingChoice = { day: null, startHour: null, duration: "hourly", hourCount: 1 };

const SOMEONE_BOOKS = "Someone is booking a time here. The calendar shows the hours that are still free.";

export class HubBooking extends LitElement {
  static override properties: PropertyDeclarations = { room: {}, day: {}, back: {} };
  static override styles = [element, calendar, hours, visit].map((part) => unsafeCSS(part));
  /** Where our server is: from there came the script. */
  static base = "";

  /** The room's slug. */
  declare room?: string | null;
  /** The day on which it opens; by default the next one with free hours. */
  declare day?: VenueDay | null;
  /** The page to which the visitor returns; by default the one that has the element. */
  declare back?: string | null;

  #feed: RoomFeed | null = null;
  #choice = NOTHING_CHOSEN;
  #month: VenueMonth | null = null;
  /** The day of the grid that is in the tab order. */
  #gridDay: VenueDay | null = null;
  #focusNext: string | null = null;
  #note: ChoiceNote | null = null;
  #news = "";
  #redraw: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#redraw = setInterval(() => this.requestUpdate(), REDRAW_MS);
    // An element that was moved has its attributes already.
    if (this.hasUpdated) this.#open();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#redraw);
    this.#feed?.stop();
  }

  protected override willUpdate(changed: ReadonlyMap<PropertyKey, unknown>): void {
    if (changed.has("room")) this.#open();
  }

  protected override updated(): void {
    const { facts } = this.#feed ?? {};
    const root = this.shadowRoot?.querySelector<HTMLElement>("[data-root]");
    // By script, since a site's policy may forbid styles in attributes.
    if (root && facts) {
      const shades = shadesOf(facts.venue.colors);
      root.style.setProperty("--_venue", shades["--color-action"] ?? null);
      root.style.setProperty("--_on-venue", shades["--color-on-action"] ?? null);
    }
    if (this.#focusNext === null) return;
    this.#focus(this.#focusNext);
    this.#focusNext = null;
  }

  protected override render() {
    const { facts = null, trouble = null, live = "connecting" } = this.#feed ?? {};
    return widget({
      base: HubBooking.base,
      slug: this.room ?? "",
      back: this.#back(),
      returned: this.#returned(),
      trouble,
      live,
      news: this.#news,
      view: facts && this.#month !== null ? viewOf(facts, this.#choice, new Date()) : null,
      month: this.#month ?? "",
      gridDay: this.#gridDay,
      note: this.#note !== null && isAbout(this.#note, this.#choice) ? this.#note : null,
      act: {
        retry: () => this.#open(),
        showMonth: (month) => this.#showMonth(month),
        goToDay: (day) => this.#goToDay(day),
        chooseDay: (day) => this.#chooseDay(day),
        press: (hour) => this.#press(hour),
        stretch: (by, hour) => this.#stretch(by, hour),
        focusHour: (hour) => this.#focus(`[data-slot-hour="${hour}"]`),
        choose: (next) => this.#choose(next),
      },
    });
  }

  /** Starts over: with another room, after a failure, or when the element is put into a page again. */
  #open(): void {
    this.#feed?.stop();
    this.#choice = NOTHING_CHOSEN;
    this.#month = null;
    const { room } = this;
    if (!room || !this.isConnected) return;
    const feed = new RoomFeed(HubBooking.base, room, {
      changed: () => this.requestUpdate(),
      happened: (message) => this.#tell(message),
    });
    this.#feed = feed;
    this.requestUpdate();
    void feed.start().then(() => this.#openFirstDay(feed));
  }

  /** Opens on the day asked for if it can be chosen, else on the next one that has room for a visit; two months are searched. */
  async #openFirstDay(feed: RoomFeed): Promise<void> {
    if (feed.facts === null) return;
    const { room } = feed.facts;
    const now = new Date();
    const today = todayAt(room, now);
    const free = room.nextFreeAt === null ? today : venueDayOf(new Date(room.nextFreeAt), room.timeZone);
    const first = free < today ? today : free;
    const asked = this.day && isVenueDay(this.day) ? this.day : null;
    const wanted = asked !== null && viewOf(feed.facts, NOTHING_CHOSEN, now).dayOf(asked).rule === "open";
    let found: VenueDay | null = wanted ? asked : null;
    await feed.show(monthOf(found ?? first));
    for (const from of [first, nextMonthOf(monthOf(first))]) {
      if (found !== null) break;
      await feed.show(monthOf(from));
      found = firstFitting(feed.facts, from, now);
    }
    if (this.#feed !== feed || feed.trouble !== null) return;
    const day = found ?? first;
    this.#choice = { ...NOTHING_CHOSEN, day, hourCount: leastHoursOf(room) };
    this.#month = monthOf(day);
    this.#gridDay = day;
    this.requestUpdate();
  }

  #view(): View | null {
    const { facts } = this.#feed ?? {};
    return facts ? viewOf(facts, this.#choice, new Date()) : null;
  }

  #showMonth(month: VenueMonth): void {
    this.#month = month;
    const view = this.#view();
    if (view !== null) this.#gridDay = dayInGrid(view, month);
    this.requestUpdate();
    void this.#feed?.show(month);
  }

  #goToDay(day: VenueDay): void {
    if (monthOf(day) !== this.#month) this.#showMonth(monthOf(day));
    this.#gridDay = day;
    this.#focusAfterUpdate(`[data-day="${day}"]`);
  }

  #chooseDay(day: VenueDay): void {
    this.#gridDay = day;
    this.#choose({ day, startHour: null });
    // On a phone the hours are below the fold.
    if (this.clientWidth < SIDE_BY_SIDE_PX) this.#focusAfterUpdate("[data-hours]");
  }

  #choose(next: Partial<BookingChoice>): void {
    this.#choice = { ...this.#choice, ...next };
    this.#news = "";
    const { day } = this.#choice;
    if (day !== null && monthOf(day) !== this.#month) this.#showMonth(monthOf(day));
    this.requestUpdate();
  }

  #press(hour: number): void {
    const { slots = null, leastHours = 1 } = this.#view() ?? {};
    if (slots === null) return;
    const repeated = this.#note?.hour === hour && isAbout(this.#note, this.#choice);
    const change = changeByPress(this.#choice, { hour, slots, minHours: leastHours, repeated });
    this.#make(change, hour, START_INSTEAD);
  }

  #stretch(by: 1 | -1, hour: number): void {
    const { slots = null, leastHours = 1 } = this.#view() ?? {};
    if (slots === null) return;
    if (this.#choice.startHour === null) this.#press(hour);
    else this.#make(changeByKey(this.#choice, by, { slots, minHours: leastHours }), hour);
  }

  #make(change: RangeChange, hour: number, hint = ""): void {
    this.#note = noteOf(change, { choice: this.#choice, hour, slots: this.#view()?.slots ?? [], hint });
    this.#choose(change.next ?? {});
  }

  #tell({ type }: LiveMessage): void {
    if (type === "booking_created") this.#news = SOMEONE_BOOKS;
    this.requestUpdate();
  }

  #focusAfterUpdate(selector: string): void {
    this.#focusNext = selector;
    this.requestUpdate();
  }

  #focus(selector: string): void {
    const target = this.shadowRoot?.querySelector<HTMLElement>(selector);
    target?.focus();
    target?.scrollIntoView({ block: "nearest" });
  }

  /** On our own page for frames, its server has said which page is around it. */
  #back(): string | null {
    if (this.back) return this.back;
    const { origin, href } = window.location;
    return origin === new URL(HubBooking.base).origin ? null : backFrom(href);
  }

  /** Told once: by the page's first element. */
  #returned(): Returned | null {
    return document.querySelector(this.localName) === this ? returnedFrom(window.location.href) : null;
  }
}
