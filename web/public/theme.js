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

// The browser would put what is in a form into the page's address if it is sent before its code runs. It is marked, and its code sends it.
addEventListener("submit", (event) => {
  if (event.defaultPrevented || event.target.hasAttribute("action")) return;
  event.preventDefault();
  event.target.setAttribute("data-sent-early", "");
});

// Without the site's code the page would wait forever: after ten seconds it says so. The site's frame takes the words away when it starts.
setTimeout(() => {
  const root = document.documentElement;
  if (root.hasAttribute("data-started")) return;
  const note = document.createElement("div");
  note.id = "not-started";
  note.setAttribute("role", "alert");
  note.style.cssText =
    "position:sticky;top:0;z-index:100;padding:1rem;background:Canvas;color:CanvasText;border-bottom:4px solid;font-family:sans-serif";
  const words = document.createElement("p");
  words.textContent =
    "This page could not start: its code has not arrived. Check your connection and try again.";
  const again = document.createElement("button");
  again.type = "button";
  again.textContent = "Try again";
  again.style.cssText =
    "min-height:2.75rem;padding:0 1rem;margin-top:0.5rem;border:2px solid;font-weight:600";
  again.addEventListener("click", () => location.reload());
  note.append(words, again);
  const phone = document.querySelector('a[href^="tel:"]');
  if (phone) {
    const call = document.createElement("p");
    call.append("Or call us, and we book the room for you: ", phone.textContent ?? "");
    note.append(call);
  }
  document.body.prepend(note);
}, 10_000);
