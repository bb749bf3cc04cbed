/** The form that answers a message with one text; it is sent once, even if it is pressed twice. */
import { useEffect, useRef } from "react";
import { InquiryAnswer, type StaffInquiry } from "../../../../bff/contract/staff/staff-inquiry.ts";
import { noAnswerMessage, refusalMessage } from "../../api/refusal.ts";
import { answerMessage, MESSAGES_KEY } from "../../api/staff-messages.ts";
import { useRefresh } from "../../form/after-change.ts";
import { useSentForm } from "../../form/use-sent-form.ts";
import { customerName } from "../../format/names.ts";
import { Button } from "../../ui/button.tsx";
import { AreaField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast/toast.tsx";

interface AnswerFormProps {
  inquiry: StaffInquiry;
  /** Text that was typed before and not sent. */
  draft: string;
  onDraft(text: string): void;
  onSent(): void;
  onClose(): void;
}

export function AnswerForm({ inquiry, draft, onDraft, onSent, onClose }: AnswerFormProps) {
  const refresh = useRefresh();
  // A retry with the same text after a lost answer sends no second mail.
  const attempt = useRef({ text: "", key: "" });
  const { form, field, sending, frame } = useSentForm({
    schema: InquiryAnswer,
    defaults: { text: draft },
    send({ text }) {
      if (attempt.current.text !== text) attempt.current = { text, key: crypto.randomUUID() };
      return answerMessage(inquiry.id, text, attempt.current.key);
    },
    onSuccess() {
      toast({ title: "Answer Sent", description: `It will be mailed to ${inquiry.email}.` });
      onSent();
    },
    onSettled: () => refresh(MESSAGES_KEY),
    failed: "Answer Not Sent",
    refusal: (error) => refusalMessage(error, "Failed to send the answer"),
  });
  const { setFocus } = form;
  useEffect(() => setFocus("text"), [setFocus]);
  const noAnswer = noAnswerMessage(sending.error);

  return (
    <form
      {...frame}
      aria-label={`Answer to ${customerName(inquiry)}`}
      className="grid max-w-[72ch] gap-3 border-l-4 border-action pl-4"
    >
      <AreaField
        {...field("text", { onChange: ({ target }) => onDraft(target.value) })}
        label="Your answer"
        required
        hint={`Mailed to ${inquiry.email}, with their message below it. Replies go to the venue's mailbox.`}
        rows={6}
      />
      {noAnswer && (
        <p role="alert" className="font-semibold text-danger">
          {noAnswer}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button density="dense" variant="solid" type="submit" busy={sending.isPending}>
          {sending.isPending ? "Sending..." : "Send Answer"}
        </Button>
        <Button density="dense" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  );
}
