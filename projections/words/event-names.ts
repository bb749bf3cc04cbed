/** Names every kind of event in plain words, so that auditors find events by such words. */
import type { AccountEvent } from "../../core/booking/billing/account-events.ts";
import type { DocumentEvent } from "../../core/booking/billing/invoice-documents.ts";
import type { SeriesEvent } from "../../core/booking/series/series.ts";
import type { BookingEvent } from "../../core/booking/state/booking-events.ts";
import type { WaitlistEvent } from "../../core/booking/waitlist/waitlist-events.ts";
import type { ClosureEvent } from "../../core/closure/closure.ts";
import type { CustomerEvent } from "../../core/customer/customer.ts";
import type { DayEvent } from "../../core/day/day.ts";
import type { ErasureEvent } from "../../core/erasure/erasure.ts";
import type { FeedEvent } from "../../core/feed/feed.ts";
import type { FeedbackEvent } from "../../core/feedback/feedback.ts";
import type { GuestNoteEvent } from "../../core/guest/guest-note.ts";
import type { ImportEvent } from "../../core/import/import.ts";
import type { InquiryEvent } from "../../core/inquiry/inquiry.ts";
import type { PolicyEvent } from "../../core/staff/second-factor-policy.ts";
import type { StaffEvent } from "../../core/staff/staff.ts";
import type { StaffSessionEvent } from "../../core/staff/staff-session.ts";
import type { TokenEvent } from "../../core/token/token.ts";
import type { RoomEvent } from "../../core/venue/rooms/room.ts";
import type { SettingsEvent } from "../../core/venue/settings-stream.ts";
import type { WebhookEvent } from "../../core/webhook/webhook.ts";

type KnownEvent =
  | AccountEvent
  | BookingEvent
  | ClosureEvent
  | CustomerEvent
  | DayEvent
  | DocumentEvent
  | ErasureEvent
  | FeedEvent
  | FeedbackEvent
  | GuestNoteEvent
  | InquiryEvent
  | PolicyEvent
  | SeriesEvent
  | StaffEvent
  | StaffSessionEvent
  | RoomEvent
  | SettingsEvent
  | WaitlistEvent
  | TokenEvent
  | WebhookEvent
  | ImportEvent;

/** A kind of event that has no name does not compile. */
export const EVENT_NAMES: Readonly<Record<KnownEvent["type"], string>> = {
  BookingRequested: "Booking: requested",
  PaymentIntentOpened: "Payment: card payment opened",
  DownpaymentReceived: "Payment: downpayment received by card",
  BalanceReceived: "Payment: balance received by card",
  UnexpectedPaymentReceived: "Payment: wrong amount received by card",
  PaymentFailed: "Payment: card declined",
  PaymentMarked: "Payment: marked by staff",
  EarlierPaymentRecorded: "Payment: paid elsewhere before an import",
  DeskMoneyReceived: "Payment: money received at the desk",
  DeskMoneyReturned: "Payment: money returned at the desk",
  VisitDelayed: "Visit: comes later",
  VisitStageUndone: "Visit: stage undone",
  VisitBegun: "Visit: arrived",
  VisitEnded: "Visit: left",
  VisitMissed: "Visit: no-show",
  AccountPaymentChanged: "Payment: paid by invoice, or not any more",
  AccountCredited: "Payment: let off by a credit note",
  AccountOpened: "Billing account: opened",
  AccountChanged: "Billing account: terms changed",
  VisitCharged: "Billing account: visit charged",
  InvoiceAdded: "Billing account: invoice added",
  InvoiceCredited: "Billing account: invoice credited",
  InvoiceIssued: "Invoice: issued",
  CreditNoteIssued: "Invoice: credit note issued",
  InvoiceMoneyReceived: "Invoice: money received by staff",
  InvoiceMoneyReturned: "Invoice: money returned by staff",
  InvoicePaymentOpened: "Invoice: card payment opened",
  InvoicePaymentReceived: "Invoice: paid by card",
  InvoiceRefundRequested: "Invoice: refund to a card requested",
  InvoiceRefundIssued: "Invoice: refunded to a card",
  InvoiceRefundFailed: "Invoice: refund to a card failed",
  InvoiceDisputeOpened: "Invoice: payment disputed",
  InvoiceDisputeClosed: "Invoice: dispute closed",
  InvoiceReminded: "Invoice: reminder",
  ReceiptRequested: "Receipt: requested by mail",
  NoteTaken: "Note on a booking: added",
  NoteRemoved: "Note on a booking: removed",
  BookingConfirmed: "Booking: confirmed",
  BookingExpired: "Booking: hold expired unpaid",
  HoldReleased: "Booking: hold released unpaid",
  HoldChanged: "Booking: unpaid hold moved, price changed",
  DetailsChanged: "Booking: details changed",
  BookingCancelled: "Booking: cancelled",
  BookingCompleted: "Booking: completed",
  BookingRescheduled: "Booking: moved by the guest",
  BookingMoved: "Booking: moved by staff, room or price changed",
  PriceReduced: "Booking: price reduced",
  RefundRequested: "Refund: requested",
  RefundIssued: "Refund: issued",
  RefundFailed: "Refund: failed",
  RefundRetried: "Refund: requested again",
  RefundRecorded: "Refund: made in Stripe's dashboard",
  DisputeOpened: "Dispute: opened",
  DisputeClosed: "Dispute: closed",
  SeriesBooked: "Series: booked",
  SeriesExtended: "Series: further dates booked",
  SeriesMoved: "Series: further dates take place elsewhere",
  WaitlistJoined: "Waitlist: joined",
  HoursOffered: "Waitlist: hours offered",
  OfferClaimed: "Waitlist: offer taken",
  OfferDeclined: "Waitlist: offer declined",
  OfferLapsed: "Waitlist: offer ran out",
  WaitlistLeft: "Waitlist: left",
  BlockPlaced: "Closure: hours closed",
  BlockExtended: "Closure: further rooms covered",
  BlockLifted: "Closure: hours reopened",
  BlockReasonSet: "Closure: reason replaced",
  BlockReasonRemoved: "Closure: reason removed",
  CustomerRegistered: "Customer: registered",
  EmailVerificationRequested: "Customer: mail to verify the email requested",
  CustomerEmailVerified: "Customer: email verified",
  PasswordResetRequested: "Customer: link for a new password requested",
  CustomerProfileChanged: "Customer: name or phone changed",
  CustomerPasswordChanged: "Customer: password changed",
  CustomerLoggedOutEverywhere: "Customer: logged out on every device",
  CustomerImported: "Customer: imported",
  CustomerImportUndone: "Customer: import undone",
  CustomerAccountDisowned: "Customer: account rejected by the mailbox's owner",
  ErasureRequested: "Erasure: requested by a customer",
  PersonErased: "Erasure: person erased",
  DayClosed: "Day: cash counted and closed",
  DayReopened: "Day: opened again",
  FeedbackLeft: "Feedback: left",
  ReviewAnswered: "Review: answered",
  ReviewWithdrawn: "Review: no longer shown",
  GuestNoteTaken: "Note on a guest: added",
  GuestNoteRemoved: "Note on a guest: removed",
  InquiryReceived: "Message: received",
  InquiryAnswered: "Message: answered by mail",
  InquiryBooked: "Message: became a booking",
  InquiryDone: "Message: done",
  InquiryReopened: "Message: reopened",
  SecondFactorPolicySet: "Security: second factor required for roles",
  StaffAccountCreated: "Staff: account created",
  StaffRoleChanged: "Staff: role changed",
  StaffPasswordLinkRequested: "Staff: link for a password mailed",
  StaffPasswordSet: "Staff: password set by a mailed link",
  StaffAccountDeactivated: "Staff: account deactivated",
  StaffAccountReactivated: "Staff: account reactivated",
  StaffAccountDeleted: "Staff: account deleted",
  StaffSignedIn: "Staff: login (earlier versions)",
  StaffSessionOpened: "Staff: login",
  StaffLoggedOutEverywhere: "Staff: logged out on every device",
  StaffPasswordChanged: "Staff: password changed",
  SecondFactorEnrolled: "Security: second factor set up",
  SecondFactorRemoved: "Security: second factor removed",
  RecoveryCodesRenewed: "Security: recovery codes renewed",
  CodeLoginChallengeSpent: "Security: login ended after wrong codes",
  CodeLoginClosed: "Security: login closed after wrong codes",
  CodeLoginOpened: "Security: login opened again by a mailed link",
  FeedMade: "Calendar feed: made",
  FeedEnded: "Calendar feed: ended",
  TokenMade: "Token: made",
  TokenUsedFromNewNetwork: "Token: used from a new network",
  TokenEnded: "Token: ended",
  WebhookMade: "Webhook: made",
  WebhookChanged: "Webhook: changed",
  WebhookSecretRotated: "Webhook: secret rotated",
  WebhookReplayed: "Webhook: replayed",
  WebhookDisabled: "Webhook: disabled, its receiver is gone",
  WebhookDeliveryFailed: "Webhook: a delivery failed for good",
  WebhookEnded: "Webhook: ended",
  ImportBegun: "Import: begun",
  ImportEnded: "Import: ended",
  ImportUndoBegun: "Import: undoing begun",
  ImportUndone: "Import: undone",
  RoomAdded: "Room: added",
  RoomDescribed: "Room: description changed",
  RoomPriced: "Room: price set",
  RoomOpenedToBooking: "Room: opened to booking",
  RoomClosedToBooking: "Room: closed to booking",
  RoomOrdered: "Room: place in the list changed",
  RoomOverlaid: "Room: overlay set",
  RoomEngineerOffered: "Room: engineer offered, price of the engineer set",
  RoomEngineerWithdrawn: "Room: engineer no longer offered",
  RoomTurnaroundSet: "Room: hours between two visits set",
  RoomPriceRulesSet: "Room: price rules set",
  RoomPricesScheduled: "Room: prices scheduled",
  RoomPricesWithdrawn: "Room: scheduled prices withdrawn",
  RoomLeastHoursSet: "Room: shortest booking set",
  RoomPhotoAdded: "Room: photo added",
  RoomPhotoDescribed: "Room: photo described",
  RoomPhotoRemoved: "Room: photo removed",
  RoomPhotosOrdered: "Room: photos reordered",
  RoomRetired: "Room: retired",
  RoomReinstated: "Room: reinstated",
  HouseOpened: "Settings: venue opened",
  HouseHoursSet: "Settings: opening hours set",
  HouseTermsSet: "Settings: terms set",
  HouseDescribed: "Settings: details of the venue set",
  HouseChangeWithdrawn: "Settings: scheduled change withdrawn",
  HouseZoneSet: "Settings: time zone set",
  HouseCurrencySet: "Settings: currency set",
  HouseLogoSet: "Settings: logo set",
  HouseSetupStepSet: "Settings: step of the setup",
};

/** `RoomPriced` as `room priced`. */
const spaced = (type: string): string => type.replace(/(?<!^)[A-Z]/g, " $&").toLowerCase();

/**
 * The kinds of events that an auditor means: by the name in the log, else every kind whose names have all these words. Words that no name
 * has are taken as a name in the log, which newer versions may have written.
 */
export function eventTypesNamed(words: string): string[] {
  if (Object.hasOwn(EVENT_NAMES, words)) return [words];
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const found = Object.entries(EVENT_NAMES).flatMap(([type, name]) => {
    const text = `${name.toLowerCase()} ${spaced(type)}`;
    return wanted.every((word) => text.includes(word)) ? [type] : [];
  });
  return found.length > 0 ? found : [words];
}
