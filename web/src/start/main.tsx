/** Starts the site in the browser: home runs without the router until a link leaves it; every other page loads the router. */
import "./theme.css";
import "../browser/disable-zod-jit.ts";
import { type ReactNode, StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import { reloadedForDeployment } from "../browser/deployment.ts";
import { addressChanged, followLinks, setNavigator } from "../browser/navigation.ts";
import { announceNextHeading } from "../ui/page-title.tsx";
import type { App } from "./app.tsx";
import { LANDING_PATH, Landing } from "./landing.tsx";
import { LoadFailed } from "./load-failed.tsx";
import { readPageData, readVenueData } from "./page-data.ts";
import { createQueryClient } from "./query-client.ts";

const queryClient = createQueryClient();

const strict = (page: ReactNode) => <StrictMode>{page}</StrictMode>;

let loading: Promise<App> | undefined;

function loadApp(): Promise<App> {
  loading ??= import("./app.tsx").then(({ createApp }) => createApp(queryClient));
  // After a failed fetch, the next call tries again.
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/** Renders in slices, because the prerendered page is already visible, and a visitor who uses it meanwhile is not kept waiting. */
function mount(container: HTMLElement, page: ReactNode): Root {
  let root: Root | undefined;
  startTransition(() => {
    // The build rendered home into the page; in development there is nothing to hydrate.
    const isHome = window.location.pathname === LANDING_PATH;
    if (container.firstElementChild && isHome) root = hydrateRoot(container, strict(page));
  });
  if (root) return root;
  // The server's HTML is a preview of the same size. The page itself replaces it.
  const fresh = createRoot(container);
  startTransition(() => fresh.render(strict(page)));
  return fresh;
}

function startLanding(container: HTMLElement): void {
  // The page reads the rooms only after it has hydrated what the build rendered; an earlier answer would differ from that HTML.
  const root = mount(container, <Landing queryClient={queryClient} />);

  /** Gives the page to the router; without `href`, for the address that the browser already shows. */
  const leave = async (href?: string) => {
    try {
      const app = await loadApp();
      await app.open(href);
      announceNextHeading();
      window.removeEventListener("popstate", onPopState);
      root.render(strict(app.element));
      addressChanged();
    } catch {
      // The code could not be fetched: the browser loads the page itself, or shows why it cannot.
      window.location.assign(href ?? window.location.href);
    }
  };
  const onPopState = () => {
    if (window.location.pathname === LANDING_PATH) addressChanged();
    else void leave();
  };
  window.addEventListener("popstate", onPopState);

  const isHere = (href: string) => new URL(href, window.location.href).pathname === LANDING_PATH;
  setNavigator({
    go: async (href) => {
      if (!isHere(href)) return leave(href);
      if (href !== LANDING_PATH + window.location.hash) window.history.pushState(null, "", href);
      addressChanged();
    },
    prepare: (href) => {
      if (!isHere(href))
        void loadApp().then(
          (app) => app.prepare(href),
          () => {},
        );
    },
  });
}

async function startApp(container: HTMLElement): Promise<void> {
  let root: Root | undefined;

  async function start(): Promise<void> {
    try {
      const app = await loadApp();
      await app.open();
      if (root) root.render(strict(app.element));
      else mount(container, app.element);
    } catch {
      if (root === undefined && (await reloadedForDeployment())) return;
      root ??= createRoot(container);
      show(root, false);
    }
  }

  function show(on: Root, trying: boolean): void {
    const retry = () => {
      show(on, true);
      void start();
    };
    on.render(strict(<LoadFailed queryClient={queryClient} trying={trying} onRetry={retry} />));
  }

  await start();
}

const container = document.getElementById("root");
if (container) {
  readVenueData();
  followLinks(document);
  if (window.location.pathname === LANDING_PATH) startLanding(container);
  else {
    readPageData(queryClient);
    void startApp(container);
  }
}
