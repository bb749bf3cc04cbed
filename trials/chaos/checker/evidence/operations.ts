/** Lists the events that each writing call may append, by the operation's name in the API's document. The product does not use this table. */

export interface Operation {
  /** The events that the call is for: each at most once, all in one transaction; see `severalStreams`. */
  mainEvents: readonly string[];
  /** Events that may follow from it, any number of times. */
  followingEvents: readonly string[];
  /** Whether an answer of 2xx means that one of `mainEvents` was appended; otherwise the stream may have been in that state already. */
  alwaysAppends: boolean;
  /** Events that a refused call may still append: a payment that it found, or a wrong code. */
  eventsIfRefused: readonly string[];
  /**
   * Whether it may append its main events to several bookings at once, each once per stream: to dates of one series, or to the two visits
   * that are swapped.
   */
  severalStreams: "series" | "swap" | null;
}

const REFUNDS = ["RefundRequested", "RefundIssued"];
const PAYMENTS = ["DownpaymentReceived", "BalanceReceived", "UnexpectedPaymentReceived", "PaymentFailed"];
const PAID = [...PAYMENTS, "BookingConfirmed", "BookingExpired", ...REFUNDS];
/** What another price of a visit on account does to its account, its invoices and the bookings that they pay. */
const CHARGES = [
  "VisitCharged",
  "CreditNoteIssued",
  "InvoiceCredited",
  "InvoiceRefundRequested",
  "AccountPaymentChanged",
];
/** The events that can change what a visit owes. */
const PRICES_VISIT = new Set([
  "BookingRequested",
  "BookingConfirmed",
  "BookingCompleted",
  "BookingCancelled",
  "BookingRescheduled",
  "BookingMoved",
  "PriceReduced",
]);
/** The events that can free hours, or end an offer of hours. */
const FREES_HOURS = new Set([
  "BookingConfirmed",
  "BookingCompleted",
  "BookingCancelled",
  "BookingExpired",
  "HoldReleased",
  "HoldChanged",
  "BookingRescheduled",
  "BookingMoved",
  "PaymentMarked",
  "DeskMoneyReceived",
  "VisitMissed",
  "BlockLifted",
]);
/** What that does to the waitlist, in the same transaction. */
const OFFERS = [
  "OfferClaimed",
  "OfferDeclined",
  "OfferLapsed",
  "WaitlistLeft",
  "HoursOffered",
  "BookingRequested",
];
const withOffers = (events: readonly string[]): readonly string[] =>
  events.some((type) => FREES_HOURS.has(type)) ? [...events, ...OFFERS] : events;
const INVOICE_PAID = ["InvoicePaymentReceived", "InvoiceRefundRequested", "AccountPaymentChanged"];
const WRONG_CODES = ["CodeLoginChallengeSpent", "CodeLoginClosed"];
const SETTINGS = ["HouseHoursSet", "HouseTermsSet", "HouseDescribed"];
const ROOM = [
  "RoomDescribed",
  "RoomPriced",
  "RoomOpenedToBooking",
  "RoomClosedToBooking",
  "RoomOrdered",
  "RoomOverlaid",
  "RoomEngineerOffered",
  "RoomEngineerWithdrawn",
  "RoomPriceRulesSet",
  "RoomPricesWithdrawn",
  "RoomLeastHoursSet",
  "RoomTurnaroundSet",
  "RoomRetired",
  "RoomReinstated",
  "RoomPhotosOrdered",
];

type Rest = Partial<Omit<Operation, "mainEvents" | "alwaysAppends">>;
const operation = (
  mainEvents: readonly string[],
  alwaysAppends: boolean,
  { followingEvents = [], eventsIfRefused = [], ...rest }: Rest = {},
): Operation => ({
  mainEvents,
  alwaysAppends,
  eventsIfRefused: withOffers(eventsIfRefused),
  severalStreams: null,
  ...rest,
  followingEvents: [
    ...followingEvents,
    ...([...mainEvents, ...followingEvents].some((type) => PRICES_VISIT.has(type)) ? CHARGES : []),
    // Who books is not offered anything with it.
    ...(mainEvents.includes("BookingRequested")
      ? []
      : withOffers([...mainEvents, ...followingEvents]).filter((type) => OFFERS.includes(type))),
  ],
});

/** Appends whenever it is answered 2xx. */
const always = (mainEvents: string | readonly string[], rest?: Rest): Operation =>
  operation([mainEvents].flat(), true, rest);
/** Appends nothing if the stream is in that state already. */
const unlessDone = (mainEvents: string | readonly string[], rest?: Rest): Operation =>
  operation([mainEvents].flat(), false, rest);
const NOTHING = operation([], false);

const OF_SERIES = { severalStreams: "series" } as const;
const CANCELS = unlessDone("BookingCancelled", { followingEvents: REFUNDS });
const RESCHEDULES = unlessDone("BookingRescheduled", { followingEvents: REFUNDS });
const MARKS_VISIT = unlessDone(["VisitDelayed", "VisitBegun", "VisitEnded", "VisitMissed"], {
  followingEvents: ["BookingConfirmed", "BookingCompleted"],
});

/** Every call of the API that is not a GET. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  "POST /api/bookings": always("BookingRequested", { followingEvents: ["BookingConfirmed"] }),
  "POST /api/staff/bookings": always("BookingRequested", { followingEvents: ["BookingConfirmed"] }),
  "POST /api/series/quote": NOTHING,
  "POST /api/series": always(["SeriesBooked", "BookingRequested"], {
    followingEvents: ["BookingConfirmed"],
    ...OF_SERIES,
  }),
  "POST /api/staff/series": always(["SeriesBooked", "BookingRequested"], {
    followingEvents: ["BookingConfirmed"],
    ...OF_SERIES,
  }),
  "POST /api/series/{id}/extend": always(["SeriesExtended", "BookingRequested"], {
    followingEvents: ["BookingConfirmed"],
    ...OF_SERIES,
  }),
  "POST /api/series/{id}/cancel": unlessDone("BookingCancelled", { followingEvents: REFUNDS, ...OF_SERIES }),
  "POST /api/series/{id}/move": unlessDone(["BookingRescheduled", "BookingMoved", "SeriesMoved"], {
    followingEvents: PAID,
    eventsIfRefused: PAID,
    ...OF_SERIES,
  }),
  "POST /api/series/{id}/payment": unlessDone(PAYMENTS, {
    followingEvents: PAID,
    eventsIfRefused: PAID,
    ...OF_SERIES,
  }),
  "POST /api/create-payment-intent": unlessDone(["PaymentIntentOpened", "InvoicePaymentOpened"], {
    ...OF_SERIES,
    followingEvents: [...PAID, ...INVOICE_PAID],
    eventsIfRefused: [...PAID, ...INVOICE_PAID],
  }),
  "POST /api/bookings/{id}/payment": unlessDone(PAYMENTS, {
    followingEvents: PAID,
    eventsIfRefused: PAID,
    ...OF_SERIES,
  }),
  "POST /api/bookings/{id}/release": unlessDone("HoldReleased", OF_SERIES),
  "PUT /api/bookings/{id}/hold": unlessDone(["HoldChanged", "DetailsChanged"], {
    followingEvents: PAID,
    eventsIfRefused: PAID,
  }),
  "PUT /api/auth/bookings/{id}/details": unlessDone("DetailsChanged"),
  "PUT /api/guest/{token}/details": unlessDone("DetailsChanged"),
  "POST /api/auth/bookings/{id}/cancel": CANCELS,
  "POST /api/guest/{token}/cancel": CANCELS,
  "POST /api/auth/bookings/{id}/reschedule": RESCHEDULES,
  "POST /api/guest/{token}/reschedule": RESCHEDULES,
  "PATCH /api/bookings/{id}": unlessDone(
    ["BookingConfirmed", "BookingCompleted", "BookingCancelled", "PaymentMarked"],
    { followingEvents: REFUNDS },
  ),
  "POST /api/bookings/{id}/refunds/{refundId}/retry": unlessDone("RefundRetried"),
  "POST /api/bookings/{id}/move": unlessDone("BookingMoved", {
    followingEvents: PAID,
    eventsIfRefused: PAID,
  }),
  "POST /api/bookings/{id}/late": MARKS_VISIT,
  "POST /api/bookings/{id}/undo-visit": unlessDone("VisitStageUndone"),
  "POST /api/bookings/{id}/arrived": MARKS_VISIT,
  "POST /api/bookings/{id}/left": MARKS_VISIT,
  "POST /api/bookings/{id}/no-show": MARKS_VISIT,
  "POST /api/bookings/{id}/money": always(["DeskMoneyReceived", "DeskMoneyReturned"], {
    followingEvents: ["BookingConfirmed", ...REFUNDS],
  }),
  "POST /api/bookings/{id}/refunds": operation([], true, { followingEvents: REFUNDS }),
  "POST /api/bookings/{id}/price-reduction": always("PriceReduced", {
    followingEvents: PAID,
    eventsIfRefused: PAID,
  }),
  "POST /api/accounts": always("AccountOpened"),
  "PATCH /api/accounts/{id}": unlessDone("AccountChanged"),
  "POST /api/accounts/{id}/invoices": always(["InvoiceIssued", "InvoiceAdded"]),
  "POST /api/invoices/{number}/credit": always(["CreditNoteIssued", "InvoiceCredited"], {
    followingEvents: ["InvoiceRefundRequested", "AccountCredited", "AccountPaymentChanged"],
  }),
  "POST /api/invoices/{number}/money": always(["InvoiceMoneyReceived", "InvoiceMoneyReturned"], {
    followingEvents: ["AccountPaymentChanged"],
  }),
  "POST /api/invoices/{number}/payment": unlessDone("InvoicePaymentReceived", {
    followingEvents: INVOICE_PAID,
    eventsIfRefused: INVOICE_PAID,
  }),
  "POST /api/bookings/{id}/receipt/mail": always("ReceiptRequested"),
  "POST /api/bookings/{id}/notes": always("NoteTaken"),
  "DELETE /api/bookings/{id}/notes/{noteId}": unlessDone("NoteRemoved"),
  "POST /api/bookings/{id}/swap": always("BookingMoved", {
    followingEvents: PAID,
    eventsIfRefused: PAID,
    severalStreams: "swap",
  }),
  "PATCH /api/staff/guests/{id}": unlessDone("DetailsChanged", { eventsIfRefused: ["DetailsChanged"] }),
  "POST /api/staff/guests/{id}/notes": always("GuestNoteTaken"),
  "DELETE /api/staff/guests/{id}/notes/{noteId}": unlessDone("GuestNoteRemoved"),
  "POST /api/blocks": always("BlockPlaced", {
    followingEvents: ["BookingCancelled", "BookingMoved", ...PAID],
    eventsIfRefused: PAID,
  }),
  "PATCH /api/blocks/{id}": unlessDone(["BlockReasonSet", "BlockReasonRemoved"]),
  "DELETE /api/blocks/{id}": unlessDone("BlockLifted"),
  "POST /api/rooms": always("RoomAdded", { followingEvents: [...ROOM, "BlockExtended"] }),
  "PATCH /api/rooms/{id}": unlessDone(ROOM),
  "POST /api/rooms/{id}/prices": unlessDone("RoomPricesScheduled"),
  "DELETE /api/rooms/{id}/prices/{from}": unlessDone("RoomPricesWithdrawn"),
  "POST /api/rooms/{id}/photos": always("RoomPhotoAdded"),
  "PATCH /api/rooms/{id}/photos/{photoId}": unlessDone(["RoomPhotoDescribed", "RoomPhotosOrdered"]),
  "DELETE /api/rooms/{id}/photos/{photoId}": unlessDone("RoomPhotoRemoved"),
  "PATCH /api/house": unlessDone(SETTINGS),
  "DELETE /api/house/changes/{id}": unlessDone("HouseChangeWithdrawn"),
  "PUT /api/house/currency": unlessDone("HouseCurrencySet"),
  "POST /api/house/logo": always("HouseLogoSet"),
  "DELETE /api/house/logo": unlessDone("HouseLogoSet"),
  "PUT /api/staff/setup/step": unlessDone("HouseSetupStepSet"),
  "DELETE /api/staff/setup/sample-rooms": unlessDone("RoomRetired"),
  "POST /api/staff/setup/mail-trial": NOTHING,
  "POST /api/staff/setup/payment-trial": NOTHING,
  "POST /api/takings/close": unlessDone("DayClosed"),
  "POST /api/takings/reopen": always("DayReopened"),
  "POST /api/contact": always("InquiryReceived"),
  "POST /api/contact/{id}/answers": always("InquiryAnswered"),
  "PATCH /api/contact/{id}": unlessDone(["InquiryDone", "InquiryReopened"]),
  "POST /api/contact/{id}/booking": unlessDone("InquiryBooked"),
  "POST /api/feedback": always("FeedbackLeft"),
  "POST /api/feedback/{id}/answer": unlessDone("ReviewAnswered"),
  "DELETE /api/auth/bookings/{id}/review": unlessDone("ReviewWithdrawn"),
  "POST /api/feeds": always("FeedMade"),
  "DELETE /api/feeds/{id}": unlessDone("FeedEnded"),
  "POST /api/waitlist": always("WaitlistJoined"),
  "POST /api/waitlist/{token}/decline": unlessDone("HoldReleased"),
  "POST /api/waitlist/{token}/withdraw": unlessDone(["WaitlistLeft", "HoldReleased"]),
  "POST /api/waitlist/{token}/take": unlessDone("BookingConfirmed"),
  "POST /api/waitlist/{id}/offer": always(["HoursOffered", "BookingRequested"]),
  "POST /api/erasures": unlessDone("PersonErased", { followingEvents: ["HoldReleased", "WaitlistLeft"] }),
  "POST /api/staff/invitations": always(["StaffAccountCreated", "StaffPasswordLinkRequested"]),
  "PATCH /api/staff/{id}/role": unlessDone("StaffRoleChanged"),
  "POST /api/staff/{id}/password-link": always("StaffPasswordLinkRequested"),
  "POST /api/auth/staff-password": always("StaffPasswordSet"),
  "POST /api/auth/register": always("CustomerRegistered"),
  "POST /api/auth/verify-email": unlessDone(["CustomerEmailVerified", "CustomerPasswordChanged"]),
  "POST /api/auth/verify-email/resend": unlessDone("EmailVerificationRequested"),
  "POST /api/auth/forgot-password": unlessDone("PasswordResetRequested"),
  "POST /api/auth/reset-password": always("CustomerPasswordChanged", {
    followingEvents: ["CustomerEmailVerified"],
  }),
  "PATCH /api/auth/me": unlessDone("CustomerProfileChanged"),
  "POST /api/auth/user-password": always("CustomerPasswordChanged"),
  "POST /api/auth/user-logout-everywhere": always("CustomerLoggedOutEverywhere"),
  "POST /api/auth/disown-account": always("CustomerAccountDisowned"),
  "POST /api/auth/erasure-request": unlessDone("ErasureRequested"),
  "POST /api/auth/user-login": NOTHING,
  "POST /api/auth/user-logout": NOTHING,
  "POST /api/staff/create": always("StaffAccountCreated"),
  "PATCH /api/staff/{id}/deactivate": unlessDone("StaffAccountDeactivated"),
  "PATCH /api/staff/{id}/reactivate": unlessDone("StaffAccountReactivated"),
  "DELETE /api/staff/{id}": unlessDone("StaffAccountDeleted"),
  "DELETE /api/staff/{id}/second-factor": unlessDone("SecondFactorRemoved"),
  "POST /api/auth/login": unlessDone("StaffSessionOpened", { eventsIfRefused: WRONG_CODES }),
  "POST /api/auth/login/second-factor": unlessDone("StaffSessionOpened", { eventsIfRefused: WRONG_CODES }),
  "POST /api/auth/login/open": unlessDone("CodeLoginOpened"),
  "POST /api/auth/logout": NOTHING,
  "POST /api/auth/logout-everywhere": always("StaffLoggedOutEverywhere"),
  "POST /api/auth/password": always("StaffPasswordChanged"),
  "POST /api/staff/second-factor/enrolment": NOTHING,
  "POST /api/staff/second-factor": always("SecondFactorEnrolled"),
  "POST /api/staff/second-factor/recovery-codes": always("RecoveryCodesRenewed", {
    eventsIfRefused: WRONG_CODES,
  }),
  "POST /api/staff/second-factor/turn-off": always("SecondFactorRemoved", { eventsIfRefused: WRONG_CODES }),
  "PUT /api/staff/second-factor-policy": unlessDone("SecondFactorPolicySet"),
  "POST /api/tokens": always("TokenMade"),
  "DELETE /api/tokens/{id}": unlessDone("TokenEnded"),
  "POST /api/webhooks": always("WebhookMade"),
  "PATCH /api/webhooks/{id}": unlessDone("WebhookChanged"),
  "POST /api/webhooks/{id}/rotate": always("WebhookSecretRotated"),
  "POST /api/webhooks/{id}/test": NOTHING,
  "POST /api/webhooks/{id}/replay": always("WebhookReplayed"),
  "DELETE /api/webhooks/{id}": unlessDone("WebhookEnded"),
  "POST /api/test-email": NOTHING,
  "POST /log/add-cosignature": NOTHING,
};
