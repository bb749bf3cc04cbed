/** The Privacy Policy (decisions 193 to 197). */

import { theHouse, useHouse } from "../../format/the-house.ts";
import { Points, PolicyPage, TextLink } from "./policy-page.tsx";

export function PrivacyPage() {
  const { email } = useHouse();
  return (
    <PolicyPage
      title="Privacy Policy"
      since="January 2026"
      lead={
        <p>
          {theHouse().name} keeps what it needs to run your booking, for as long as it must, and sells none of
          it. This page says what that is.
        </p>
      }
      sections={[
        {
          id: "what",
          title: "What we keep",
          body: (
            <Points>
              {[
                "For a booking: your name, email, phone, when and why you come, how many you are, and what you told us you need.",
                "For a payment: amounts, dates and our payment provider's reference. Card numbers go to the provider alone.",
                "For an account: your name, email and phone if you gave it, and your password in a form that cannot be read back.",
                "For feedback: your ratings and words. We read anonymous feedback without your name, email or booking.",
                "For a message: what you wrote and how to answer you.",
              ]}
            </Points>
          ),
        },
        {
          id: "why",
          title: "What we use it for",
          body: (
            <Points>
              {[
                "To hold, confirm and change your booking, and to write to you about it: received, confirmed, moved, cancelled, refunded, a reminder the day before, an invitation to tell us how it was.",
                "To count your points and tier, if you have an account.",
                "To see, in sums that name nobody, which rooms are wanted when.",
                "To keep the books, as the law asks of us.",
              ]}
            </Points>
          ),
        },
        {
          id: "who",
          title: "Who else sees it",
          body: (
            <Points>
              {[
                "Our staff, as far as their work needs it.",
                "Our payment provider, for payments and refunds, and our mail provider, for the mails we send you.",
                "An advertising pixel, where one is set up: it learns that a room was looked at or booked, not who you are.",
                "Other visitors see that an hour is taken, never by whom.",
              ]}
            </Points>
          ),
        },
        {
          id: "how-long",
          title: "How long",
          body: (
            <p>
              Booking data is retained for 7 years, as tax law asks, and then erased. You may ask us to erase
              what names you before that; what remains are figures without a person.
            </p>
          ),
        },
        {
          id: "your-device",
          title: "On your device",
          body: (
            <Points>
              {[
                "When you sign in, your browser keeps your name, email and a token for 7 days, so that you stay signed in. Log Out removes them.",
                "Your choice of light or dark, and a payment you have not finished, so that a reload does not lose it.",
                "There are no other cookies of ours.",
              ]}
            </Points>
          ),
        },
        {
          id: "rights",
          title: "Your rights",
          body: (
            <p>
              With an account you download what we keep and ask for it to be erased under My data, on{" "}
              <TextLink href="/account">your account page</TextLink>. Without one, or to have something put
              right, write to <TextLink href={`mailto:${email}`}>{email}</TextLink> or to {theHouse().name},{" "}
              {theHouse().address.street}, {theHouse().address.city}. We answer within 30 days.
            </p>
          ),
        },
      ]}
    />
  );
}
