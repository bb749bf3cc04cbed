/** Renders the landing page as HTML, with placeholders in the places of the rooms. */
import { renderToString } from "react-dom/server";
import { Landing } from "../src/start/landing.tsx";
import { createQueryClient } from "../src/start/query-client.ts";

export function drawHome(): string {
  return renderToString(<Landing queryClient={createQueryClient()} />);
}
