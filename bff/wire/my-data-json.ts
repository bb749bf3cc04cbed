/** Collects all that is kept of a customer, as they download it. */
import { toAmount } from "../../core/booking/rules/money.ts";
import type { Core } from "../../core/context.ts";
import { type CustomerAccount, profileOf } from "../../core/customer/account.ts";
import { openSessions } from "../../core/session/sessions.ts";
import { entriesOfCustomer } from "../../core/waitlist/customer-entries.ts";
import { mailsAbout } from "../../projections/views/booking-mails.ts";
import { reviewsOf } from "../../projections/views/feedback.ts";
import { readHistory } from "../../projections/views/history.ts";
import { inquiriesOf } from "../../projections/views/inquiries.ts";
import { loyaltyRecord } from "../../projections/views/loyalty.ts";
import { bookingsOf, type OwnBookingRow } from "../../projections/views/own-bookings.ts";
import type { MyData } from "../contract/customer/my-data.ts";
import { customerUserJson } from "./customer-user-json.ts";
import { ownBookingJson } from "./own-booking-json.ts";
import { reviewJson } from "./review-json.ts";
import { ownedEntryJson } from "./waitlist-json.ts";

/** Data typed with an email counts as the customer's once they have proved that the email is theirs (decision 94). */
export async function myDataJson(
  core: Core,
  account: CustomerAccount & { sessionId: string },
): Promise<MyData> {
  const { sql, clock, rooms } = core;
  const now = clock.now();
  const guestEmail = account.emailVerified ? account.email : null;
  const owner = { userId: account.id, guestEmail };
  const rows = await bookingsOf(sql, owner);
  const messages = guestEmail === null ? [] : await inquiriesOf(sql, guestEmail);
  const answerIds = messages.flatMap(({ thread }) => thread.flatMap(({ answerId }) => answerId ?? []));
  const [profile, waitlist, feedback, loyalty, sessions, mails] = await Promise.all([
    profileOf(core, account),
    entriesOfCustomer(sql, owner),
    reviewsOf(
      sql,
      rows.map(({ id }) => id),
    ),
    loyaltyRecord(sql, owner),
    openSessions(sql, { kind: "customer", accountId: account.id, now }),
    mailsAbout(sql, [account.personId, ...rows.map(({ personId }) => personId), ...answerIds]),
  ]);
  const bookings: MyData["bookings"] = [];
  // One query after another: a long history uses no more of the database than a short one.
  for (const row of rows)
    bookings.push({ ...ownBookingJson(core, row), history: await historyOf(core, row) });
  return {
    generatedAt: now.toISOString(),
    account: customerUserJson(profile),
    bookings,
    feedback: feedback.map((review) => reviewJson(review, rooms.byId(review.roomId)?.name ?? "")),
    messages: messages.map(({ freeText, receivedAt, thread, stage: _, ...inquiry }) => ({
      ...inquiry,
      message: freeText,
      createdAt: receivedAt.toISOString(),
      answers: thread.flatMap(({ kind, text, at }) =>
        kind === "answered" ? [{ text, answeredAt: at.toISOString() }] : [],
      ),
    })),
    waitlist: waitlist.map((entry) => ownedEntryJson(rooms, entry)),
    loyalty: {
      loyaltyTier: loyalty.tier,
      totalBookings: loyalty.bookings,
      totalSpent: toAmount(loyalty.spentCents),
      loyaltyPoints: loyalty.points,
      benefits: loyalty.benefits,
    },
    sessions: sessions.map(({ sessionId, createdAt, expiresAt }) => ({
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      current: sessionId === account.sessionId,
    })),
    mails: mails.map(({ mailId, sentAt }) => ({
      about: mailId.slice(mailId.indexOf("/") + 1),
      sentAt: sentAt?.toISOString() ?? null,
    })),
  };
}

/** Leaves out which member of staff acted: that is the colleague's own data. */
async function historyOf(
  { sql, timeZone, clock, rooms }: Core,
  { id }: OwnBookingRow,
): Promise<MyData["bookings"][number]["history"]> {
  const history = await readHistory(sql, id, { timeZone, now: clock.now(), roomName: rooms.nameOf });
  return (history?.entries ?? []).map(({ at, by, text, amountCents, stripeId }) => ({
    at: at.toISOString(),
    by: by.kind,
    text,
    amount: amountCents === null ? null : toAmount(amountCents),
    paymentReference: stripeId,
  }));
}
