/** The contact form: its fields, their errors, the sending, and the outcome. */
import { useId } from "react";
import {
  type INTERESTED_ROOMS,
  type InquiryReceived,
  InquirySubmission,
} from "../../../../bff/contract/visitor/inquiry.ts";
import { noAnswerMessage } from "../../api/refusal.ts";
import { request } from "../../api/request.ts";
import { pixel } from "../../browser/pixel.ts";
import { useSentForm } from "../../form/use-sent-form.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary, RefusalNotice } from "../../ui/error-summary.tsx";
import { AreaField, SelectField, TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { CONTACT_FORM_CLASS } from "./contact-form-placeholder.tsx";

const ROOM_LABELS: Record<(typeof INTERESTED_ROOMS)[number], string> = {
  "recording-studio": "Recording Studio",
  auditorium: "Auditorium",
  "media-production": "Media Production",
  "black-box-theater": "Black Box Theater",
  "rehearsal-room": "Rehearsal Room",
  "conference-room": "Conference Room",
  classroom: "Classroom",
};

export default function ContactForm() {
  const titleId = useId();
  const { form, field, wrong, sending, frame } = useSentForm({
    schema: InquirySubmission,
    defaults: { firstName: "", lastName: "", email: "", phone: "", interestedRoom: "", message: "" },
    send: (inquiry) => request<InquiryReceived>("POST", "/api/contact", inquiry),
    onSuccess() {
      pixel.lead();
      form.reset();
      toast({ title: "Message Sent!", description: "Thank you. We answer within one working day." });
    },
    failed: "Message Not Sent",
    refusal: () => "Failed to send message. Please try again or call us directly.",
  });

  const noAnswer = noAnswerMessage(sending.error);
  return (
    <form {...frame} aria-labelledby={titleId} className={CONTACT_FORM_CLASS}>
      <h3 id={titleId} className="poster-type text-[2rem] leading-none sm:col-span-2">
        Send a message
      </h3>
      {wrong.length > 0 && (
        <div className="sm:col-span-2">
          <ErrorSummary errors={wrong} />
        </div>
      )}
      <TextField {...field("firstName")} label="First name" required autoComplete="given-name" />
      <TextField {...field("lastName")} label="Last name" required autoComplete="family-name" />
      <TextField {...field("email")} label="Email" required type="email" autoComplete="email" />
      <TextField {...field("phone")} label="Phone" type="tel" autoComplete="tel" />
      <SelectField
        {...field("interestedRoom")}
        label="Interested room"
        className="sm:col-span-2"
        options={ROOM_LABELS}
      >
        <option value="">No room in particular</option>
      </SelectField>
      <AreaField
        {...field("message")}
        label="Message"
        required
        className="sm:col-span-2"
        controlClass="h-40"
      />
      {noAnswer && <RefusalNotice className="sm:col-span-2">{noAnswer}</RefusalNotice>}
      <div className="pr-1 sm:col-span-2">
        <Button type="submit" size="lg" busy={sending.isPending}>
          {sending.isPending ? "Sending…" : "Send Message"}
        </Button>
      </div>
    </form>
  );
}
