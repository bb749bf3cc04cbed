/** Says what each call that writes may append: a table of the checker's own, by the operation's name in the API's document. */

export interface Operation {
  /** The events that the call is for: each at most once, all in one transaction. */
  makes: readonly string[];
  /** Events that may follow from it, as often as there is a reason. */
  brings: readonly string[];
  /** Whether an answer of 2xx means that one of `makes` was appended; otherwise the state may have been so already. */
  must: boolean;
  /** Events that a refused call may still append: a payment that it found, a wrong code. */
  refusedBrings: readonly string[];
}

const REFUNDS = ["RefundRequested", "RefundIssued"];
const PAYMENTS = ["DownpaymentReceived", "BalanceReceived", "UnexpectedPaymentReceived", "PaymentFailed"];
const PAID = [...PAYMENTS, "BookingConfirmed", "BookingExpired", ...REFUNDS];
const WRONG_CODES = ["CodeLoginChallengeSpent", "CodeLoginClosed"];
const HOUSE = ["HouseHoursSet", "HouseTermsSet", "HouseDescribed"];
const ROOM = [
  "RoomDescribed",
  "RoomPriced",
  "RoomOpenedToBooking",
  "RoomClosedToBooking",
  "RoomOrdered",
  "RoomOverlaid",
  "RoomEngineerOffered",
  "RoomEngineerWithdrawn",
  "RoomTurnaroundSet",
  "RoomRetired",
  "RoomReinstated",
  "RoomPhotosOrdered",
];

type Rest = Partial<Omit<Operation, "makes" | "must">>;
const operation = (makes: readonly string[], must: boolean, rest: Rest = {}): Operation => ({
  makes,
  must,
  brings: [],
  refusedBrings: [],
  ...rest,
});

/** Appends each time that it is answered 2xx. */
const always = (makes: string | readonly string[], rest?: Rest): Operation =>
  operation([makes].flat(), true, rest);
/** The state may be so already. */
const unlessSo = (makes: string | readonly string[], rest?: Rest): Operation =>
  operation([makes].flat(), false, rest);
const NOTHING = operation([], false);

const CANCELS = unlessSo("BookingCancelled", { brings: REFUNDS });
const RESCHEDULES = unlessSo("BookingRescheduled", { brings: REFUNDS });
const NOTES_VISIT = unlessSo(["VisitBegun", "VisitEnded", "VisitMissed"], {
  brings: ["BookingConfirmed", "BookingCompleted"],
});

/** Every call of the API that is not a GET. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  "POST /api/bookings": always("BookingRequested", { brings: ["BookingConfirmed"] }),
  "POST /api/staff/bookings": always("BookingRequested", { brings: ["BookingConfirmed"] }),
  "POST /api/create-payment-intent": unlessSo("PaymentIntentOpened", { brings: PAID, refusedBrings: PAID }),
  "POST /api/bookings/{id}/payment": unlessSo(PAYMENTS, { brings: PAID, refusedBrings: PAID }),
  "POST /api/bookings/{id}/release": unlessSo("HoldReleased"),
  "PUT /api/bookings/{id}/hold": unlessSo("HoldChanged", {
    brings: PAID,
    refusedBrings: PAID,
  }),
  "POST /api/auth/bookings/{id}/cancel": CANCELS,
  "POST /api/guest/{token}/cancel": CANCELS,
  "POST /api/auth/bookings/{id}/reschedule": RESCHEDULES,
  "POST /api/guest/{token}/reschedule": RESCHEDULES,
  "PATCH /api/bookings/{id}": unlessSo(
    ["BookingConfirmed", "BookingCompleted", "BookingCancelled", "PaymentMarked"],
    { brings: REFUNDS },
  ),
  "POST /api/bookings/{id}/refunds/{refundId}/retry": unlessSo("RefundRetried"),
  "POST /api/bookings/{id}/move": unlessSo("BookingMoved", {
    brings: PAID,
    refusedBrings: PAID,
  }),
  "POST /api/bookings/{id}/arrived": NOTES_VISIT,
  "POST /api/bookings/{id}/left": NOTES_VISIT,
  "POST /api/bookings/{id}/no-show": NOTES_VISIT,
  "POST /api/bookings/{id}/money": always(["DeskMoneyReceived", "DeskMoneyReturned"], {
    brings: ["BookingConfirmed", ...REFUNDS],
  }),
  "POST /api/bookings/{id}/refunds": operation([], true, { brings: REFUNDS }),
  "POST /api/bookings/{id}/receipt/mail": always("ReceiptRequested"),
  "POST /api/bookings/{id}/notes": always("NoteTaken"),
  "DELETE /api/bookings/{id}/notes/{noteId}": unlessSo("NoteRemoved"),
  "POST /api/staff/guests/{id}/notes": always("GuestNoteTaken"),
  "DELETE /api/staff/guests/{id}/notes/{noteId}": unlessSo("GuestNoteRemoved"),
  "POST /api/blocks": always("BlockPlaced", {
    brings: ["BookingCancelled", "BookingMoved", ...PAID],
    refusedBrings: PAID,
  }),
  "PATCH /api/blocks/{id}": unlessSo(["BlockReasonSet", "BlockReasonRemoved"]),
  "DELETE /api/blocks/{id}": unlessSo("BlockLifted"),
  "POST /api/rooms": always("RoomAdded", { brings: ROOM }),
  "PATCH /api/rooms/{id}": unlessSo(ROOM),
  "POST /api/rooms/{id}/photos": always("RoomPhotoAdded"),
  "PATCH /api/rooms/{id}/photos/{photoId}": unlessSo(["RoomPhotoDescribed", "RoomPhotosOrdered"]),
  "DELETE /api/rooms/{id}/photos/{photoId}": unlessSo("RoomPhotoRemoved"),
  "PATCH /api/house": unlessSo(HOUSE),
  "DELETE /api/house/changes/{id}": unlessSo("HouseChangeWithdrawn"),
  "POST /api/takings/close": unlessSo("DayClosed"),
  "POST /api/contact": always("InquiryReceived"),
  "POST /api/contact/{id}/answers": always("InquiryAnswered"),
  "PATCH /api/contact/{id}": unlessSo(["InquiryDone", "InquiryReopened"]),
  "POST /api/contact/{id}/booking": unlessSo("InquiryBooked"),
  "POST /api/feedback": always("FeedbackLeft"),
  "POST /api/erasures": unlessSo("PersonErased"),
  "POST /api/auth/register": always("CustomerRegistered"),
  "POST /api/auth/verify-email": unlessSo(["CustomerEmailVerified", "CustomerPasswordChanged"]),
  "POST /api/auth/verify-email/resend": unlessSo("EmailVerificationRequested"),
  "POST /api/auth/forgot-password": unlessSo("PasswordResetRequested"),
  "POST /api/auth/reset-password": always("CustomerPasswordChanged", { brings: ["CustomerEmailVerified"] }),
  "PATCH /api/auth/me": unlessSo("CustomerProfileChanged"),
  "POST /api/auth/user-password": always("CustomerPasswordChanged"),
  "POST /api/auth/user-logout-everywhere": always("CustomerLoggedOutEverywhere"),
  "POST /api/auth/disown-account": always("CustomerAccountDisowned"),
  "POST /api/auth/erasure-request": unlessSo("ErasureRequested"),
  "POST /api/auth/user-login": NOTHING,
  "POST /api/auth/user-logout": NOTHING,
  "POST /api/staff/create": always("StaffAccountCreated"),
  "PATCH /api/staff/{id}/deactivate": unlessSo("StaffAccountDeactivated"),
  "PATCH /api/staff/{id}/reactivate": unlessSo("StaffAccountReactivated"),
  "DELETE /api/staff/{id}": unlessSo("StaffAccountDeleted"),
  "DELETE /api/staff/{id}/second-factor": unlessSo("SecondFactorRemoved"),
  "POST /api/auth/login": unlessSo("StaffSessionOpened", { refusedBrings: WRONG_CODES }),
  "POST /api/auth/login/second-factor": unlessSo("StaffSessionOpened", { refusedBrings: WRONG_CODES }),
  "POST /api/auth/login/open": unlessSo("CodeLoginOpened"),
  "POST /api/auth/logout": NOTHING,
  "POST /api/auth/logout-everywhere": always("StaffLoggedOutEverywhere"),
  "POST /api/auth/password": always("StaffPasswordChanged"),
  "POST /api/staff/second-factor/enrolment": NOTHING,
  "POST /api/staff/second-factor": always("SecondFactorEnrolled"),
  "POST /api/staff/second-factor/recovery-codes": always("RecoveryCodesRenewed", {
    refusedBrings: WRONG_CODES,
  }),
  "POST /api/staff/second-factor/turn-off": always("SecondFactorRemoved", { refusedBrings: WRONG_CODES }),
  "PUT /api/staff/second-factor-policy": unlessSo("SecondFactorPolicySet"),
  "POST /api/test-email": NOTHING,
  "POST /log/add-cosignature": NOTHING,
};
