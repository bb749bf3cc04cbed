/** Invents the people of the sample history. Their addresses and numbers are reserved for examples: no mail or call reaches a person. */
import type { RandomChoices } from "./random.ts";

export interface SamplePerson {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
}

const FIRST_NAMES =
  "Amara Noah Mei Diego Priya Liam Fatima Jonas Aaliyah Mateo Ines Kwame Sofia Ravi Chloe Tomasz Leila Marcus Yuki Elena Omar Ruth Andre Hannah Kofi Isla Samuel Nadia Felix Zora Theo Camila Idris Maya Lucas Adaeze Ben Rosa Hugo Anika Julian Naomi Pavel Simone Arjun Greta Malik Clara Dante Vera Eli June Rafael Thandiwe Oscar Lena Cyrus Alma Victor Nia".split(
    " ",
  );
const LAST_NAMES =
  "Okafor Rivera Chen Novak Patel Johansson Diallo Kim Moreau Santos Brooks Haddad Weiss Tanaka Oyelaran Petrov Delgado Fischer Nguyen Adeyemi Costa Larsen Mendes Cohen Baptiste Ivanova Marsh Osei Romero Schmidt Park Laurent Bianchi Walker Abebe Kowalski Reyes Hoffman Singh Duarte Lindqvist Mbeki Garcia Sato Price Volkov Farouk Grant Castillo Yilmaz Bauer Quinn Herrera Ito Sinclair Navarro Joshi Keller Amado Frost Dubois Ramos Eriksen Tran Ward Acheampong Vidal Bloom Nakamura Stone".split(
    " ",
  );
const HOSTS = ["example.com", "example.org", "example.net"];

/** Bookings per customer, on average. */
const BOOKINGS_EACH = 2.6;

/** A few customers come often and many come once. */
export function samplePeople(
  dice: RandomChoices,
  bookings: number,
): { pick(): SamplePerson; stranger(): SamplePerson } {
  let strangers = 0;
  const size = Math.max(1, Math.round(bookings / BOOKINGS_EACH));
  const person = (firstName: string, lastName: string, name: string): SamplePerson => ({
    firstName,
    lastName,
    email: `${name.toLowerCase()}@${dice.pick(HOSTS)}`,
    phone: `+1 212 555 01${String(dice.between(0, 99)).padStart(2, "0")}`,
  });
  const regulars = Array.from({ length: size }, (_, n) => {
    const first = dice.pick(FIRST_NAMES);
    const last = dice.pick(LAST_NAMES);
    return person(first, last, `${first}.${last}${n}`);
  });
  return {
    pick: () => regulars[Math.floor(dice.share() ** 2 * size)] ?? dice.pick(regulars),
    stranger() {
      strangers += 1;
      const first = dice.pick(FIRST_NAMES);
      const last = dice.pick(LAST_NAMES);
      return person(first, last, `${first}.${last}.s${strangers}`);
    },
  };
}

const WISHES = [
  "Could we have the piano tuned before we start?",
  "Two of us use wheelchairs; please keep the step-free route clear.",
  "We bring our own drum kit and need ten minutes to load in.",
  "Please set the chairs in a half circle.",
  "We will be recording strings; as quiet a room as you have.",
  "Is there a kettle? There will be tea.",
  "Could we borrow a music stand for each of us?",
  "We would like the blinds closed when we arrive.",
];

/** What a customer asks for in addition to the room; usually nothing. */
export const sampleWish = (dice: RandomChoices): string | null =>
  dice.chance(22) ? dice.pick(WISHES) : null;

const QUESTIONS = [
  "Hello, is it possible to come and look at the room before we book? Any evening next week would suit us.",
  "We are eleven people and rehearse every other Tuesday. Is there a rate for regulars?",
  "Do you have parking for a small van near the stage entrance?",
  "Is the Wi-Fi good enough to stream a talk with two cameras?",
  "We would like to show a film for about sixty people. What would we need to bring?",
  "Can a photographer come the evening before to set up lights?",
  "Does the full day include the time to load out?",
  "I left a blue cable bag after our session on Saturday. Has anyone found it?",
];

export const sampleQuestion = (dice: RandomChoices): string => dice.pick(QUESTIONS);
