/** Owns the form by which a message is answered: one text, sent once however often it is pressed. */

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { InquiryAnswer, type StaffInquiry } from "../../../../bff/contract/staff/staff-inquiry.ts";
import { noAnswerWords, refusalWords, useFieldErrors } from "../../api/refusal.ts";
import { answerInquiry, INQUIRIES_KEY } from "../../api/staff-inquiries.ts";
import { customerName } from "../../format/names.ts";
import { refreshShown } from "../../live/refresh.ts";
import { Button } from "../../ui/button.tsx";
import { Field, TextArea } from "../../ui/field.tsx";
import { toast } from "../../ui/toast/toast.tsx";

interface AnswerFormProps {
  inquiry: StaffInquiry;
  /** What was typed before, and not sent. */
  draft: string;
  onDraft(text: string): void;
  onSent(): void;
  onClose(): void;
}

export function AnswerForm({ inquiry, draft, onDraft, onSent, onClose }: AnswerFormProps) {
  const client = useQueryClient();
  const form = useForm<z.input<typeof InquiryAnswer>, unknown, z.output<typeof InquiryAnswer>>({
    resolver: zodResolver(InquiryAnswer),
    defaultValues: { text: draft },
    mode: "onSubmit",
    reValidateMode: "onChange",
  });
  const { field, showComplaints } = useFieldErrors(form, ["text"]);
  const { setFocus } = form;
  useEffect(() => setFocus("text"), [setFocus]);

  // Whoever tries again with the same words after a lost answer has sent one mail.
  const attempt = useRef({ text: "", key: "" });
  const sending = useMutation({
    mutationFn: ({ text }: { text: string }) => {
      if (attempt.current.text !== text) attempt.current = { text, key: crypto.randomUUID() };
      return answerInquiry(inquiry.id, text, attempt.current.key);
    },
    onSuccess: () => {
      toast({ title: "Answer Sent", description: `It goes to ${inquiry.email} by mail.` });
      onSent();
    },
    onError: (error) => {
      showComplaints(error);
      toast({
        title: "Answer Not Sent",
        description: refusalWords(error, "Failed to send the answer"),
        variant: "danger",
      });
    },
    onSettled: () => void refreshShown(client, INQUIRIES_KEY),
  });
  const noAnswer = noAnswerWords(sending.error);

  return (
    <form
      noValidate
      aria-label={`Answer to ${customerName(inquiry)}`}
      className="grid max-w-[72ch] gap-3 border-l-4 border-action pl-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!sending.isPending) void form.handleSubmit((answer) => sending.mutate(answer))(event);
      }}
    >
      <Field
        label="Your answer"
        required
        hint={`Mailed to ${inquiry.email}, with their message below it. What they write back comes to the house's mailbox.`}
        {...field("text")}
      >
        {(aria) => (
          <TextArea
            {...aria}
            rows={6}
            {...form.register("text", { onChange: ({ target }) => onDraft(target.value) })}
          />
        )}
      </Field>
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
