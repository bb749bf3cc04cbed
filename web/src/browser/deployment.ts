/** Owns finding out that the site was deployed anew while this tab was open, and then loading the page anew, once. */

const RELOADED_KEY = "hub_reloaded_from";

/** The file that this tab began with; every build that changes anything gives it another name. */
const OWN_FILE = new URL(import.meta.url).pathname;

/**
 * Loads the page anew where a newer build is served than the one that this tab runs, and once per build only; answers whether it does so.
 * Without a connection, or with the same build, it answers no.
 */
export async function reloadedForDeployment(): Promise<boolean> {
  try {
    if (sessionStorage.getItem(RELOADED_KEY) === OWN_FILE) return false;
    const answer = await fetch("/", { cache: "no-store" });
    if (!answer.ok || (await answer.text()).includes(OWN_FILE)) return false;
    sessionStorage.setItem(RELOADED_KEY, OWN_FILE);
  } catch {
    // Nothing answers, or this device stores nothing: then it could go round in circles.
    return false;
  }
  window.location.reload();
  return true;
}
