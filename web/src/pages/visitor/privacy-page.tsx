/** The Privacy Policy (decisions 193 to 197). */

import { currentVenue, useVenue } from "../../format/venue.ts";
import { PolicyPage, TextLink } from "./policy-page.tsx";

export function PrivacyPage() {
  const { email } = useVenue();
  return (
    <PolicyPage
      title="Privacy Policy"
      since="January 2026"
      lead={
        <p>
          {currentVenue().name} keeps the data that your booking needs, no longer than necessary, and sells
          none of it. This page lists that data.
        </p>
      }
      sections={[
        {
          id: "what",
          title: "What we keep",
          points: [
            "For a booking: your name, email, phone, the time and purpose of your visit, the number of people, and your special requirements.",
            "For a payment: amounts, dates and our payment provider's reference. Card numbers go to the provider alone.",
            "For an account: your name, email and phone if you gave it, and your password in a form that cannot be read back.",
            "For feedback: your ratings and comments. Staff read anonymous feedback without your name, email or booking.",
            "For a message: what you wrote and your contact details.",
          ],
        },
        {
          id: "why",
          title: "What we use it for",
          points: [
            "To hold, confirm and change your booking, and to mail you about it: when it is received, confirmed, moved, cancelled or refunded, the day before your visit, and to ask for feedback afterward.",
            "To count your points and tier, if you have an account.",
            "To see which rooms are used at which times, in figures without names.",
            "To keep accounts, as the law requires.",
          ],
        },
        {
          id: "who",
          title: "Who else sees it",
          points: [
            "Our staff, as far as their work needs it.",
            "Our payment provider, for payments and refunds, and our mail provider, for the mails we send you.",
            "An advertising pixel, if one is set up. It receives that a room was viewed or booked, not who you are.",
            "Other visitors see that an hour is taken, but not who booked it.",
          ],
        },
        {
          id: "how-long",
          title: "How long",
          body: (
            <p>
              Booking data is retained for 7 years, as tax law requires, and then erased. You can ask us to
              erase your personal data earlier; figures without personal data remain.
            </p>
          ),
        },
        {
          id: "your-device",
          title: "On your device",
          points: [
            "When you sign in, your browser keeps your name, email and a token for 7 days, so that you stay signed in. Log Out removes them.",
            "Your choice of light or dark, and a payment you have not finished, so that a reload does not lose it.",
            "There are no other cookies of ours.",
          ],
        },
        {
          id: "rights",
          title: "Your rights",
          body: (
            <p>
              With an account you can download your data and request its erasure under My data on{" "}
              <TextLink href="/account">your account page</TextLink>. Without an account, or to correct
              something, write to <TextLink href={`mailto:${email}`}>{email}</TextLink> or to{" "}
              {currentVenue().name}, {currentVenue().address.street}, {currentVenue().address.city}. We answer
              within 30 days.
            </p>
          ),
        },
      ]}
    />
  );
}
