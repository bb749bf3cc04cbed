/** Switches between light and dark: the system's theme by default, the choice kept on this device (decision 165). */
import { useSyncExternalStore } from "react";
import { createStore } from "../../browser/store.ts";

const STORAGE_KEY = "theme";
const SYSTEM_DARK = "(prefers-color-scheme: dark)";

/** Counts the choices of a theme. The theme itself is an attribute of the page, which `theme.js` sets before anything is drawn. */
const choices = createStore(0);

function subscribe(listener: () => void): () => void {
  const system = window.matchMedia(SYSTEM_DARK);
  const stop = choices.subscribe(listener);
  system.addEventListener("change", listener);
  return () => {
    stop();
    system.removeEventListener("change", listener);
  };
}

function isDark(): boolean {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : window.matchMedia(SYSTEM_DARK).matches;
}

/** Chooses a theme. Choosing the system's own theme removes the choice, so that the page follows the system again. */
function choose(dark: boolean): void {
  const follows = window.matchMedia(SYSTEM_DARK).matches === dark;
  const root = document.documentElement;
  if (follows) delete root.dataset.theme;
  else root.dataset.theme = dark ? "dark" : "light";
  try {
    if (follows) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, dark ? "dark" : "light");
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  choices.set(choices.get() + 1);
}

export function ThemeSwitch() {
  const dark = useSyncExternalStore(subscribe, isDark, () => false);
  return (
    <button
      type="button"
      data-needs-scripts
      aria-label="Dark theme"
      aria-pressed={dark}
      title={dark ? "Use the light theme" : "Use the dark theme"}
      className="grid size-11 place-items-center"
      onClick={() => choose(!dark)}
    >
      <svg aria-hidden="true" viewBox="0 0 24 24" className="w-6 fill-current">
        <path d="M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22zm0 3v16a8 8 0 0 1 0-16z" />
      </svg>
    </button>
  );
}
