/** Reads calendar files for tests by RFC 5545 itself: unfolds, checks every line, and finds instants by the file's own VTIMEZONE. */

interface Property {
  name: string;
  parameters: Readonly<Record<string, string>>;
  value: string;
}

export interface Component {
  name: string;
  properties: Property[];
  components: Component[];
}

/** An entry as a calendar program understands it. */
export interface ReadEntry {
  uid: string;
  sequence: number;
  status: string;
  summary: string;
  location: string | null;
  description: string | null;
  transparency: string | null;
  stamp: string;
  /** UTC instants, ISO 8601. */
  start: string;
  end: string;
}

export interface ReadCalendar {
  calendar: Component;
  entries: ReadEntry[];
}

/** Throws for anything that the RFC does not allow: a line of more than 75 octets, an unknown form, a component that does not end. */
export function readCalendar(text: string): ReadCalendar {
  const calendar = componentIn(text);
  if (calendar.name !== "VCALENDAR") throw new Error(`a calendar begins with ${calendar.name}`);
  const zone = calendar.components.find(({ name }) => name === "VTIMEZONE");
  const entries = calendar.components
    .filter(({ name }) => name === "VEVENT")
    .map((one) => entryOf(one, zone));
  return { calendar, entries };
}

function componentIn(text: string): Component {
  if (!text.endsWith("\r\n")) throw new Error("the last line has no end");
  if (/[^\r]\n|\r[^\n]/.test(text)) throw new Error("a line end is not CRLF");
  for (const line of text.split("\r\n")) {
    if (Buffer.byteLength(line) > 75) throw new Error(`more than 75 octets: ${line}`);
  }
  const open: Component[] = [];
  let whole: Component | null = null;
  for (const line of text.slice(0, -2).replaceAll("\r\n ", "").split("\r\n")) {
    const property = propertyIn(line);
    if (whole) throw new Error(`after the end: ${line}`);
    if (property.name === "BEGIN") {
      open.push({ name: property.value, properties: [], components: [] });
      continue;
    }
    const current = open.at(-1);
    if (!current) throw new Error(`before the beginning: ${line}`);
    if (property.name !== "END") {
      if (current.components.length > 0) throw new Error(`a property after a component: ${line}`);
      current.properties.push(property);
      continue;
    }
    if (current.name !== property.value) throw new Error(`${current.name} ends as ${property.value}`);
    open.pop();
    const parent = open.at(-1);
    if (parent) parent.components.push(current);
    else whole = current;
  }
  if (!whole) throw new Error("a component does not end");
  return whole;
}

const LINE = /^([A-Z0-9-]+)((?:;[A-Z0-9-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):(.*)$/;

function propertyIn(line: string): Property {
  const [, name = "", parameters = "", value = ""] = LINE.exec(line) ?? [];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the RFC allows none but the tab
  if (name === "" || /[\u0000-\u0008\u000a-\u001f\u007f]/.test(value))
    throw new Error(`no content line: ${line}`);
  const pairs = [...parameters.matchAll(/;([A-Z0-9-]+)=("[^"]*"|[^;]*)/g)];
  return {
    name,
    parameters: Object.fromEntries(pairs.map(([, key = "", text = ""]) => [key, text.replaceAll('"', "")])),
    value,
  };
}

export const propertyOf = ({ properties }: Component, name: string): string | null =>
  properties.find((one) => one.name === name)?.value ?? null;

/** The value of a text: without the escapes, of which there are four. */
function textOf(component: Component, name: string): string | null {
  const value = propertyOf(component, name);
  if (value === null) return null;
  if (/(?<!\\)(?:\\\\)*[,;]/.test(value)) throw new Error(`not escaped: ${value}`);
  return value.replace(/\\([\\;,nN])/g, (_, one: string) => (one.toLowerCase() === "n" ? "\n" : one));
}

function entryOf(component: Component, zone: Component | undefined): ReadEntry {
  for (const name of ["UID", "DTSTAMP", "DTSTART", "DTEND", "SUMMARY", "STATUS", "SEQUENCE"]) {
    const times = component.properties.filter((one) => one.name === name).length;
    if (times !== 1) throw new Error(`${name} is there ${times} times`);
  }
  const stamp = propertyOf(component, "DTSTAMP") ?? "";
  if (!stamp.endsWith("Z")) throw new Error("DTSTAMP is not in UTC");
  return {
    uid: propertyOf(component, "UID") ?? "",
    sequence: Number(propertyOf(component, "SEQUENCE")),
    status: propertyOf(component, "STATUS") ?? "",
    summary: textOf(component, "SUMMARY") ?? "",
    location: textOf(component, "LOCATION"),
    description: textOf(component, "DESCRIPTION"),
    transparency: propertyOf(component, "TRANSP"),
    stamp: instantOf(component, "DTSTAMP", zone),
    start: instantOf(component, "DTSTART", zone),
    end: instantOf(component, "DTEND", zone),
  };
}

function instantOf(component: Component, name: string, zone: Component | undefined): string {
  const property = component.properties.find((one) => one.name === name);
  const { TZID: tzid } = property?.parameters ?? {};
  const text = property?.value ?? "";
  if (text.endsWith("Z")) return new Date(wallOf(text)).toISOString();
  if (!zone || tzid === undefined || propertyOf(zone, "TZID") !== tzid)
    throw new Error(`no time zone for ${text}`);
  const wall = wallOf(text);
  return new Date(wall - offsetIn(zone, wall)).toISOString();
}

/** What the clock shows, counted in milliseconds as if it were UTC. */
function wallOf(text: string): number {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z?$/.exec(text) ?? [];
  if (!year) throw new Error(`no time: ${text}`);
  return Date.UTC(+year, Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
}

/** The offset of the observance that began last before this time: of a time that is shown twice, the first one counts (RFC 5545, 3.3.5). */
function offsetIn(zone: Component, wall: number): number {
  const begun = zone.components
    .flatMap((observance) => beginningsOf(observance, wall).map((at) => ({ at, observance })))
    .sort((a, b) => a.at - b.at);
  const inForce = begun.findLast(({ at, observance }) => {
    const [from, to] = [offsetOf(observance, "TZOFFSETFROM"), offsetOf(observance, "TZOFFSETTO")];
    // A beginning is told by the clock before it: clocks that are set back begin again an hour earlier.
    return to < from ? wall >= at : wall >= at + (to - from);
  });
  return offsetOf((inForce ?? begun[0])?.observance ?? zone, inForce ? "TZOFFSETTO" : "TZOFFSETFROM");
}

function offsetOf(observance: Component, name: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)$/.exec(propertyOf(observance, name) ?? "") ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

const DAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/** When an observance begins, in this year and the one before, by its rule: a weekday of a month, counted from either end. */
function beginningsOf(observance: Component, wall: number): number[] {
  const first = wallOf(propertyOf(observance, "DTSTART") ?? "");
  const rule = propertyOf(observance, "RRULE");
  if (rule === null) return [first];
  const [, month, nth, weekday] = /^FREQ=YEARLY;BYMONTH=(\d+);BYDAY=(-?\d)([A-Z]{2})$/.exec(rule) ?? [];
  if (!month || !weekday) throw new Error(`a rule of another form: ${rule}`);
  const year = new Date(wall).getUTCFullYear();
  return [year - 1, year].map((one) => {
    const last = new Date(Date.UTC(one, Number(month), 0)).getUTCDate();
    const days = Array.from({ length: last }, (_, day) => Date.UTC(one, Number(month) - 1, day + 1)).filter(
      (day) => new Date(day).getUTCDay() === DAYS.indexOf(weekday),
    );
    const day = days.at(Number(nth) < 0 ? Number(nth) : Number(nth) - 1) ?? first;
    return day + (first % 86_400_000);
  });
}
