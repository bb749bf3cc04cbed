/** The home page: hero, the wall of rooms, about, and the contact section. */
import { useQuery } from "@tanstack/react-query";
import { roomsQuery } from "../../api/rooms.ts";
import { ContactSection } from "../../features/contact/contact-section.tsx";
import { FindForm } from "../../features/find/find-form.tsx";
import { QuickTimesRow } from "../../features/find/quick-times-row.tsx";
import { AboutSection } from "../../features/home/about-section.tsx";
import { Hero } from "../../features/home/hero.tsx";
import { RoomsSection } from "../../features/home/rooms-section.tsx";
import { useSectionScroll } from "../../features/home/section-scroll.ts";

export function HomePage() {
  useSectionScroll();
  return (
    <>
      <Hero find={<FindInHero />} />
      <RoomsSection />
      <AboutSection />
      <ContactSection />
    </>
  );
}

function FindInHero() {
  const rooms = useQuery(roomsQuery).data;
  // The prerendered page cannot know the first day that can be chosen.
  const day = rooms?.find(({ openDay }) => openDay !== null)?.openDay?.day;
  return (
    <div className="relative mt-6 grid gap-3 border-2 border-ink bg-sheet p-4 lg:order-last">
      <QuickTimesRow rooms={rooms} />
      <FindForm
        fields={{ day }}
        earliest={day}
        className="sm:grid-cols-3 lg:grid-cols-[1.1fr_1.4fr_1fr_1fr_0.8fr_auto]"
      />
    </div>
  );
}
