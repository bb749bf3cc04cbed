/** Owns the home page: hero, the wall of rooms, about, and the contact section. */
import { ContactSection } from "../../features/contact/contact-section.tsx";
import { AboutSection } from "../../features/home/about-section.tsx";
import { Hero } from "../../features/home/hero.tsx";
import { RoomsSection } from "../../features/home/rooms-section.tsx";
import { useSectionScroll } from "../../features/home/section-scroll.ts";

export function HomePage() {
  useSectionScroll();
  return (
    <>
      <Hero />
      <RoomsSection />
      <AboutSection />
      <ContactSection />
    </>
  );
}
