/** The usual terms of service and privacy policy, in the form that a venue writes its own (decision 242). Pure. */

/** `sample`: with what is true of the sample venue only. */
export const usualTerms = (
  sample: boolean,
): string => `These terms apply when you book a room at {name}, {address}.

## Your booking
- You make a booking by sending the form. It holds your hours while you pay, and is confirmed when we have received the downpayment. If you do not pay by the time shown, it expires and you owe nothing.
- Hourly bookings run from 2 to 12 hours, on the booking page from 1. A half day is 4 hours, a full day 8.
- You book for the number of people you state, up to the room's capacity. The person who books is responsible for the group.
- You must be 18 or older to book, or book together with someone who is.

## Price and payment
- The price is the one shown when you book. We do not change it afterward, and charge nothing that was not shown.
- {payment}
- ${sample ? "An engineer in the media production room costs $50 per hour, $200 for a half day or $400 for a full day." : "Where a room offers an engineer, its page shows the fee before you book."}
- Cards are handled by our payment provider. We never see or keep your card number.

## Cancelling and rescheduling
The {cancellation} is part of these terms. In short: {refunds} A no-show forfeits the full amount.

## At the venue
- {hours} Loud activity must end by ${sample ? "10:00 PM" : "closing time"}.
- Your hours include setting up and clearing away.
- Use the equipment as the desk shows you. If you break something by carelessness, you pay what the repair costs us.
- No smoking, no open flame, nothing illegal. The desk may end a booking that puts people or the building at risk; then nothing is refunded.
- Recordings and works you make here are yours. We claim no rights in them.

## Accounts and points
- You need no account to book. If you have one, keep its password to yourself.
- Points and tiers are a thank-you. They have no cash value, cannot be transferred, and are removed with refunds and cancellations.
- Reviews must be your own and about your own visit. You may leave one anonymously.

## Liability
We keep the building and its equipment in good order and insured. If a room cannot be used as described, we refund your money; beyond that we are liable only where the law requires it. Insure what you cannot replace. These terms are governed by ${sample ? "the law of the State of New York" : "the law of the place of the venue"}.

## Questions
Write to {email} or call {phone}. How we handle your data is in the {privacy}.`;

export const USUAL_PRIVACY = `{name} keeps the data that your booking needs, no longer than necessary, and sells none of it. This page lists that data.

## What we keep
- For a booking: your name, email, phone, the time and purpose of your visit, the number of people, and your special requirements.
- For a payment: amounts, dates and our payment provider's reference. Card numbers go to the provider alone.
- For an account: your name, email and phone if you gave it, and your password in a form that cannot be read back.
- For feedback: your ratings and comments. Staff read anonymous feedback without your name, email or booking.
- For a message: what you wrote and your contact details.

## What we use it for
- To hold, confirm and change your booking, and to mail you about it: when it is received, confirmed, moved, cancelled or refunded, the day before your visit, and to ask for feedback afterward.
- To count your points and tier, if you have an account.
- To see which rooms are used at which times, in figures without names.
- To keep accounts, as the law requires.

## Who else sees it
- Our staff, as far as their work needs it.
- Our payment provider, for payments and refunds, and our mail provider, for the mails we send you.
- An advertising pixel, if one is set up. It receives that a room was viewed or booked, not who you are.
- Other visitors see that an hour is taken, but not who booked it.

## How long
Booking data is retained for 7 years, as tax law requires, and then erased. You can ask us to erase your personal data earlier; figures without personal data remain.

## On your device
- When you sign in, your browser keeps your name, email and a token for 7 days, so that you stay signed in. Log Out removes them.
- Your choice of light or dark, and a payment you have not finished, so that a reload does not lose it.
- There are no other cookies of ours.

## Your rights
With an account you can download your data and request its erasure under My data on {account}. Without an account, or to correct something, write to {email} or to {name}, {address}. We answer within 30 days.`;
