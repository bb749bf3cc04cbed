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

function useContactForm(onSent: () => void) {
  const sent = useSentForm({
    schema: InquirySubmission,
    defaults: EMPTY,
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
  const [sent, setSent] = useState(false);
  const { form: checked, field, wrong, sending, frame } = useContactForm(() => setSent(true));
  // React may show this up to 300 ms after it has rendered it, and the visitor types on meanwhile.
  useLayoutEffect(() => {
    const typed = form.current ? Object.fromEntries(new FormData(form.current)) : {};
    checked.reset({ ...EMPTY, ...typed });
  }, [form, checked]);
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
