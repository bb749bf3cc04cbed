/** Owns the home page: hero, the wall of rooms, about, and the contact section it is given. */
import type { ReactNode } from "react";
import { AboutSection } from "./about-section.tsx";
import { Hero } from "./hero.tsx";
import { RoomsSection } from "./rooms-section.tsx";
import { useSectionScroll } from "./section-scroll.ts";

export function HomePage({ contact }: { contact: ReactNode }) {
  useSectionScroll();
  return (
    <>
      <Hero />
      <RoomsSection />
      <AboutSection />
      {contact}
    </>
  );
}
