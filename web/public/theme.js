// Sets what must be known before anything is painted: the theme a visitor chose (without a choice the page follows the system),
// and whether a hold of theirs runs, whose bar then has its room at once.
(() => {
  try {
    const root = document.documentElement;
    const choice = localStorage.getItem("theme");
    if (choice === "light" || choice === "dark") root.dataset.theme = choice;
    const heldUntil = Number((localStorage.getItem("hub_holds") ?? "").split(".")[0]);
    root.toggleAttribute("data-hold", heldUntil > Date.now() && !location.pathname.endsWith("/pay"));
  } catch {
    // No storage, no choice.
  }
})();
