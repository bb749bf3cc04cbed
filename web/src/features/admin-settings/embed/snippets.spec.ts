/** Checks what a venue is told to copy: what works comes first, and a name cannot end its attribute. */
import { expect, it } from "vitest";
import { snippetsOf } from "./snippets.ts";

const ROOM = { slug: "studio-a", name: 'The "A" & B' };

it("the plain link is first while no site is named, and last once one is", () => {
  const namesOf = (named: boolean) => snippetsOf("https://hub.example", ROOM, named).map(({ name }) => name);
  expect(namesOf(false)).toEqual(["A plain link", "The calendar", "The calendar in a frame"]);
  expect(namesOf(true)).toEqual(["The calendar", "The calendar in a frame", "A plain link"]);
});

it("only the plain link works on a site that is not named", () => {
  const works = snippetsOf("https://hub.example", ROOM, false).filter(({ onlyNamed }) => !onlyNamed);
  expect(works.map(({ text }) => text)).toEqual([
    '<a href="https://hub.example/room/studio-a">Book The &quot;A&quot; &amp; B</a>',
  ]);
});
