/** Owns the drawing of the landing page as HTML, with its placeholders where the rooms will hang. */
import { renderToString } from "react-dom/server";
import { Landing } from "../src/landing.tsx";
import { createQueryClient } from "../src/query-client.ts";

export function drawHome(): string {
  return renderToString(<Landing queryClient={createQueryClient()} />);
}
