/** Owns `/` under the router, when home is come back to; its first view is landing's. */
import { createFileRoute } from "@tanstack/react-router";
import { roomsQuery } from "../api/rooms.ts";
import { ContactSection } from "../features/contact/contact-section.tsx";
import { HomePage } from "../features/home/home-page.tsx";

export const Route = createFileRoute("/")({
  loader: ({ context }) => {
    // Started, not awaited: the page shows its placeholders meanwhile.
    void context.queryClient.prefetchQuery(roomsQuery);
  },
  component: Home,
});

function Home() {
  return <HomePage contact={<ContactSection />} />;
}
