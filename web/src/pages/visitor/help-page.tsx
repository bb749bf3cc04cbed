/** The Help Center: quick links, eight questions, venue guidelines, and how to reach a person. */
import type { ReactNode } from "react";
import type { Venue } from "../../../../bff/contract/venue/venue-record.ts";
import { phoneUrl } from "../../../../core/venue/settings.ts";
import { isSampleVenue } from "../../../../core/venue/setup.ts";
import { clockHour } from "../../format/clock-hour.ts";
import { openingSentence, useVenue, usualHours } from "../../format/venue.ts";
import { OpeningLines } from "../../ui/opening-lines.tsx";
import { PolicyPage, TextLink } from "./policy-page.tsx";
import { bookingQuestions, changeQuestions, paymentQuestions, type Question } from "./questions.tsx";

const QUICK_LINKS = [
  {
    href: "/",
    title: "Book a Room",
    text: "See all rooms and their free hours",
    ink: "bg-pink text-press",
  },
  {
    href: "/#contact",
    title: "Contact Us",
    text: "Write to us or come for a tour",
    ink: "bg-yellow text-press",
  },
  {
    href: "/help#payment",
    title: "Payment Help",
    text: "Downpayments, cards and receipts",
    ink: "bg-blue text-white",
  },
  {
    href: "/help#guidelines",
    title: "Venue Guidelines",
    text: "What to know before you come",
    ink: "bg-green text-press",
  },
];

export function HelpPage() {
  const venue = useVenue();
  return (
    <PolicyPage
      title="Help Center"
      sample={!isSampleVenue(venue) && venue.sample.includes("questions")}
      lead={
        <p>The questions we are asked most. If yours is not here, ask the desk. We answer within a day.</p>
      }
      sections={[
        ...questionSections(venue),
        { id: "guidelines", title: "Venue guidelines", points: guidelinesOf(venue) },
        { id: "reach", title: "Reach a person", body: <Reach /> },
      ]}
    >
      <nav aria-label="Quick actions" className="mt-8">
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
          {QUICK_LINKS.map(({ href, title, text, ink }) => (
            <li key={href} className="grid">
              <a href={href} className={`${ink} group grid min-h-32 content-between gap-6 p-5`}>
                <span className="poster-type text-3xl decoration-4 underline-offset-4 group-hover:underline">
                  {title}
                </span>
                <span className="font-medium">{text}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </PolicyPage>
  );
}

/** The venue's own questions replace the usual ones. The part on payment keeps its address, to which other pages link. */
const questionSections = (venue: Venue) =>
  venue.questions
    ? [{ id: "payment", title: "Questions", body: <Questions questions={venue.questions} /> }]
    : [
        { id: "booking", title: "Booking a room", body: <Questions questions={bookingQuestions(venue)} /> },
        { id: "payment", title: "Payment", body: <Questions questions={paymentQuestions(venue)} /> },
        {
          id: "changes",
          title: "Changes and points",
          body: <Questions questions={changeQuestions(venue)} />,
        },
      ];

function guidelinesOf(venue: Venue): readonly ReactNode[] {
  if (venue.guidelines) return venue.guidelines;
  const isSample = isSampleVenue(venue);
  return [
    <>
      {openingSentence()} Bookable hours begin at {clockHour(usualHours().open)}.
    </>,
    ...(isSample ? ["Loud work ends by 10:00 PM: the neighbors sleep above the print shop."] : []),
    "Come up to ten minutes early to load in. More than 30 minutes late counts as a no-show, and the whole amount is forfeited.",
    "Leave the room as you found it, and on time: the next group may be waiting.",
    "Each room's page says how many people may use it. Children are welcome with an adult.",
    ...(isSample
      ? ["Food stays in the lobby. Water is allowed everywhere except at the desks and consoles."]
      : []),
    "If something is broken or missing, tell the desk at once. You are not blamed for reporting it.",
  ];
}

function Questions({ questions }: { questions: readonly Question[] }) {
  return (
    <div className="border-b-2 border-ink">
      {questions.map(({ question, answer }) => (
        <div
          key={question}
          className="grid gap-x-8 gap-y-2 border-t-2 border-ink py-5 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
        >
          <h3 className="text-lg leading-snug font-semibold">{question}</h3>
          <p>{answer}</p>
        </div>
      ))}
    </div>
  );
}

function Reach() {
  const { email, phone, address, directions } = useVenue();
  const facts: [string, ReactNode][] = [
    [
      "Phone",
      <TextLink key="phone" href={phoneUrl(phone)}>
        {phone}
      </TextLink>,
    ],
    [
      "Email",
      <TextLink key="email" href={`mailto:${email}`}>
        {email}
      </TextLink>,
    ],
    [
      "Address",
      <>
        <address className="not-italic">
          {address.street}
          <br />
          {address.city}
        </address>
        {directions}
      </>,
    ],
    ["Hours", <OpeningLines key="hours" />],
  ];
  return (
    <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-muted">{name}</dt>
          <dd className="figures">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
