/** Lets Back on a phone close the sheet or drawer that is open, instead of leaving the page. */
import { useEffect, useEffectEvent } from "react";

/** A phone's width: there a sheet looks like a page of its own. */
const PHONE = "(width < 48rem)";
const MARK = "hub_sheet";

interface Sheet {
  id: number;
  close(): void;
}

/** What is open, the topmost last; each has an entry in the browser's history. */
const open: Sheet[] = [];
let lastId = 0;
/** The next change of the history was made here. */
let ownStep = false;

const sheetOfEntry = (): number | undefined => window.history.state?.[MARK];

/** Whether the browser is at the entry of a sheet that has closed. */
function isLeftBehind(): boolean {
  const id = sheetOfEntry();
  return id !== undefined && !open.some((sheet) => sheet.id === id);
}

function stepBack(): void {
  ownStep = true;
  window.history.back();
}

function popped(): void {
  if (!ownStep) open.pop()?.close();
  ownStep = false;
  // A link in a sheet, or a sheet that opened another, left an entry behind: Back goes past it.
  if (isLeftBehind()) stepBack();
}

if (typeof window !== "undefined") window.addEventListener("popstate", popped);

export function useBackCloses(isOpen: boolean, close: () => void): void {
  const closeIt = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen || !window.matchMedia(PHONE).matches) return;
    const sheet: Sheet = { id: ++lastId, close: () => closeIt() };
    open.push(sheet);
    window.history.pushState({ ...window.history.state, [MARK]: sheet.id }, "");
    return () => {
      const at = open.indexOf(sheet);
      if (at < 0) return;
      open.splice(at, 1);
      // What closed the sheet may lead elsewhere at once: its entry is then not the newest, and stays.
      window.setTimeout(() => {
        if (sheetOfEntry() === sheet.id) stepBack();
      });
    };
  }, [isOpen]);
}
