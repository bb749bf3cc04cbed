/** Owns the start in the browser: the first page is loaded whole, then takes the place of what the server sent. */
import "./theme.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createHubRouter, createQueryClient } from "./router.tsx";
import { announceNextHeading } from "./ui/page-title.tsx";

const queryClient = createQueryClient();
const router = createHubRouter(queryClient);

router.subscribe("onBeforeNavigate", ({ fromLocation, pathChanged }) => {
  if (fromLocation && pathChanged) announceNextHeading();
});

async function start(container: HTMLElement): Promise<void> {
  // Home arrives drawn; React must not blank it while the route's code is still coming.
  await router.load();
  createRoot(container).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

const container = document.getElementById("root");
if (container) void start(container);
