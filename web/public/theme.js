// Sets what must be known before the first paint: the theme that the visitor chose (without a choice the page follows the system),
// and whether the visitor has an open hold, whose bar then has its space from the start.
(() => {
  try {
    const root = document.documentElement;
    const choice = localStorage.getItem("theme");
    if (choice === "light" || choice === "dark") root.dataset.theme = choice;
    const heldUntil = Number((localStorage.getItem("hub_holds") ?? "").split(".")[0]);
    root.toggleAttribute("data-hold", heldUntil > Date.now() && !location.pathname.endsWith("/pay"));
  } catch {
    // Without storage there is no choice.
  }
})();
