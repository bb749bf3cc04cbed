// Sets the theme a visitor chose before anything is painted. Without a choice the page follows the system.
(() => {
  try {
    const choice = localStorage.getItem("theme");
    if (choice === "light" || choice === "dark") document.documentElement.dataset.theme = choice;
  } catch {
    // No storage, no choice.
  }
})();
