/** Owns at which end of the page a toast stands: where it lies over no control, and never over the one in use. */

const CONTROLS =
  "main :is(a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, iframe), " +
  "[role=dialog] :is(a[href], button:enabled, input:enabled, select:enabled, textarea:enabled)";

/** Space between a toast and the edge, or the header, in CSS pixels. */
const MARGIN = 16;

/** More than any number of others: what somebody is about to press, or has the focus in. */
const NEEDED_NEXT = 100;
/** More than links and buttons, which can wait or be found elsewhere: what is being filled in. */
const TO_FILL_IN = 10;

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

interface Control extends Box {
  /** What it weighs to lie over it. */
  weight: number;
}

const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;

/** `bottom`, the customary place, unless less is covered at the top. */
export function betterPlace(
  places: { bottom: Box; top: Box },
  controls: readonly Control[],
): "bottom" | "top" {
  const covered = (place: Box) =>
    controls.reduce((sum, control) => sum + (overlaps(place, control) ? control.weight : 0), 0);
  return covered(places.top) < covered(places.bottom) ? "top" : "bottom";
}

function weightOf(control: HTMLElement): number {
  if (control === document.activeElement || control.matches("[type=submit]")) return NEEDED_NEXT;
  return control.matches("a, button") ? 1 : TO_FILL_IN;
}

/** Puts the area of the toasts where its height of now lies best. */
export function placeToasts(area: HTMLElement): void {
  const { left, right, height } = area.getBoundingClientRect();
  const head = document.querySelector("[data-site-head]")?.getBoundingClientRect().bottom ?? 0;
  const controls = [...document.querySelectorAll<HTMLElement>(CONTROLS)].map((control) => {
    const { left, right, top, bottom } = control.getBoundingClientRect();
    return { left, right, top, bottom, weight: weightOf(control) };
  });
  const bottom = { left, right, top: window.innerHeight - height, bottom: window.innerHeight };
  const top = { left, right, top: head, bottom: head + height };
  area.dataset.place = betterPlace({ bottom, top }, controls);
  area.style.setProperty("--toast-top", `${Math.max(0, head - MARGIN / 2)}px`);
}
