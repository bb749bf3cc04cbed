/** The call that sends a message to the venue. */
import type { InquiryReceived, InquirySubmission } from "../../../../bff/contract/visitor/inquiry.ts";
import { request } from "../../api/request.ts";

/** `POST /api/contact`. @throws RequestError 400 with field errors. */
export const sendInquiry = (inquiry: InquirySubmission): Promise<InquiryReceived> =>
  request<InquiryReceived>("POST", "/api/contact", inquiry);
