/** Owns the drawing of the landing page as HTML, with its placeholders where the rooms will hang. */
import { renderToString } from "react-dom/server";
import { Landing } from "../src/start/landing.tsx";
import { createQueryClient } from "../src/start/query-client.ts";

export function drawHome(): string {
  return renderToString(<Landing queryClient={createQueryClient()} />);
}
