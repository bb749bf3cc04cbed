/** Owns the words in which a message, its stage and its answers' mails are spoken of. */
import type {
  InquiryFilter,
  InquiryStep,
  StaffInquiry,
} from "../../../../bff/contract/staff/staff-inquiry.ts";
import type { BadgeTone } from "../../ui/badge.tsx";

/** SPEC §2's badge says that nobody has answered yet. */
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
  waiting: "On its way",
  sent: "Sent",
  refused: "Could not be delivered",
};
