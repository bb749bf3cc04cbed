/** Names the states and filters of messages, and the states of their answers' mails. */
import type {
  InquiryFilter,
  InquiryStep,
  StaffInquiry,
} from "../../../../bff/contract/staff/staff-inquiry.ts";
import type { BadgeTone } from "../../ui/badge.tsx";

/** The badge says that there is no answer yet (decision 114). */
export const STAGE_BADGES: Record<StaffInquiry["stage"], { label: string; tone: BadgeTone }> = {
  new: { label: "New Message", tone: "blue" },
  answered: { label: "Answered", tone: "green" },
  done: { label: "Done", tone: "neutral" },
};

export const FILTERS: Record<InquiryFilter, string> = {
  open: "New and answered",
  new: "New",
  answered: "Answered",
  done: "Done",
  all: "All",
};

export const DELIVERIES: Record<NonNullable<InquiryStep["delivery"]>, string> = {
  waiting: "Being sent",
  sent: "Sent",
  refused: "Could not be delivered",
};
