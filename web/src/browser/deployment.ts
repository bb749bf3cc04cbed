/** Detects that the site was deployed again while this tab was open, and then reloads the page once. */

const RELOADED_KEY = "hub_reloaded_from";

/** The file that this tab started with; every build with a change gives it another name. */
const OWN_FILE = new URL(import.meta.url).pathname;

/**
 * Reloads the page if the server has a newer build than this tab, at most once for each build. Returns whether it reloads. Without a
 * connection, or with the same build, it returns false.
 */
export async function reloadedForDeployment(): Promise<boolean> {
  try {
    if (sessionStorage.getItem(RELOADED_KEY) === OWN_FILE) return false;
    const answer = await fetch("/", { cache: "no-store" });
    if (!answer.ok || (await answer.text()).includes(OWN_FILE)) return false;
    sessionStorage.setItem(RELOADED_KEY, OWN_FILE);
  } catch {
    // Without an answer or without storage, reloading could repeat forever.
    return false;
  }
  window.location.reload();
  return true;
}
