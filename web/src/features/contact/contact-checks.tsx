/** Checks and sends the contact form. It is loaded when the form is first touched, and takes over the fields with what is typed in them. */
import { type FormEvent, memo, type RefObject, useLayoutEffect, useState } from "react";
import { type InquiryReceived, InquirySubmission } from "../../../../bff/contract/visitor/inquiry.ts";
import { noAnswerMessage } from "../../api/refusal.ts";
import { request } from "../../api/request.ts";
import { pixel } from "../../browser/pixel.ts";
import { useSentForm } from "../../form/use-sent-form.ts";
import { toast } from "../../ui/toast/toast.tsx";

const EMPTY: Required<InquirySubmission> = {
  firstName: "",
  lastName: "",
  email: "",
  phone: "",
  interestedRoom: "",
  message: "",
};
export type ContactField = keyof InquirySubmission;

/** What the form shows, and the props of its fields, as `useSentForm` gives them. */
export interface ContactChecks {
  field: (name: ContactField) => ReturnType<ReturnType<typeof useContactForm>["field"]>;
  submit(event: FormEvent): void;
  wrong: { id: string; message: string }[];
  noAnswer: string | null;
  sent: boolean;
  pending: boolean;
}

function useContactForm(typed: typeof EMPTY, onSent: () => void) {
  const sent = useSentForm({
    schema: InquirySubmission,
    defaults: typed,
    send: (inquiry) => request<InquiryReceived>("POST", "/api/contact", inquiry),
    onSuccess() {
      pixel.lead();
      sent.form.reset(EMPTY);
      onSent();
      toast({ title: "Message Sent!", description: "Thank you. We answer within one working day." });
    },
    failed: "Message Not Sent",
    refusal: () => "Failed to send message. Please try again or call us directly.",
  });
  return sent;
}

interface ChecksProps {
  form: RefObject<HTMLFormElement | null>;
  tell(checks: ContactChecks): void;
}

/** Shows nothing itself. It renders only when its own state changes, and tells the form then. */
export default memo(function Checks({ form, tell }: ChecksProps) {
  const [typed] = useState(() => ({
    ...EMPTY,
    ...Object.fromEntries(form.current ? new FormData(form.current) : []),
  }));
  const [sent, setSent] = useState(false);
  const { field, wrong, sending, frame } = useContactForm(typed, () => setSent(true));
  useLayoutEffect(() => {
    tell({
      field,
      submit: frame.onSubmit,
      wrong,
      noAnswer: noAnswerMessage(sending.error),
      sent: sent && !sending.isPending && !sending.isError,
      pending: sending.isPending,
    });
  });
  return null;
});
