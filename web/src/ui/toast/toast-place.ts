/** Chooses the end of the page where a toast covers the fewest controls, and neither the one in use nor the page's heading. */

const CONTROLS =
  "main :is(h1, a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, iframe), " +
  "[role=dialog] :is(a[href], button:enabled, input:enabled, select:enabled, textarea:enabled)";
/** While a question is asked, nothing else can be pressed. */
const ANSWERS = "[role=alertdialog] button";

/** Space between a toast and the edge, or the header, in CSS pixels. */
const MARGIN = 16;

/** The weight of the control that the visitor is about to press or that has the focus: more than many others together. */
const NEEDED_NEXT = 100;
/** The weight of the page's heading, which says the same as the toast and more. */
const HEADING = 30;
/** The weight of a field that is being filled in: more than links and buttons, which can wait or be reached elsewhere. */
const TO_FILL_IN = 10;

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

interface Control extends Box {
  /** The cost of covering it. */
  weight: number;
}

const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;

/** `bottom`, the usual place, unless less is covered at the top. */
export function betterPlace(
  places: { bottom: Box; top: Box },
  controls: readonly Control[],
): "bottom" | "top" {
  const covered = (place: Box) =>
    controls.reduce((sum, control) => sum + (overlaps(place, control) ? control.weight : 0), 0);
  return covered(places.top) < covered(places.bottom) ? "top" : "bottom";
}

function weightOf(control: HTMLElement): number {
  const inUse = control === document.activeElement && !control.matches("h1");
  if (inUse || control.matches("[type=submit]")) return NEEDED_NEXT;
  if (control.matches("h1")) return HEADING;
  return control.matches("a, button") ? 1 : TO_FILL_IN;
}

/** Puts the toast area in the better place for its current height. */
export function placeToasts(area: HTMLElement): void {
  const { left, right, height } = area.getBoundingClientRect();
  const head = document.querySelector("[data-site-head]")?.getBoundingClientRect().bottom ?? 0;
  const answers = document.querySelectorAll<HTMLElement>(ANSWERS);
  const pressable = answers.length > 0 ? answers : document.querySelectorAll<HTMLElement>(CONTROLS);
  const controls = [...pressable].map((control) => {
    const { left, right, top, bottom } = control.getBoundingClientRect();
    return { left, right, top, bottom, weight: weightOf(control) };
  });
  const bottom = { left, right, top: window.innerHeight - height, bottom: window.innerHeight };
  const top = { left, right, top: head, bottom: head + height };
  area.dataset.place = betterPlace({ bottom, top }, controls);
  area.style.setProperty("--toast-top", `${Math.max(0, head - MARGIN / 2)}px`);
}
