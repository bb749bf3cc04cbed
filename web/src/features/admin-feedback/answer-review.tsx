/** The venue's answer to a review that visitors see: how it reads now, and the form that gives or replaces it (decision 230). */
import { useRef, useState } from "react";
import { AnswerToReview, type Review } from "../../../../bff/contract/customer/feedback.ts";
import { refusalMessage } from "../../api/refusal.ts";
import { useRefresh } from "../../form/after-change.ts";
import { useSentForm } from "../../form/use-sent-form.ts";
import { STAFF_KEY } from "../../session/staff-session.ts";
import { Button } from "../../ui/button.tsx";
import { RefusalNotice } from "../../ui/error-summary.tsx";
import { AreaField } from "../../ui/field.tsx";
import { answerReview } from "./calls.ts";

export function AnswerReview({ review }: { review: Review }) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    requestAnimationFrame(() => opener.current?.focus());
  };
  return (
    <div className="grid justify-items-start gap-2 border-t border-rule pt-3">
      {review.answer && (
        <div>
          <p className="text-sm text-muted">Our answer, shown below it</p>
          <p className="max-w-[72ch] whitespace-pre-wrap">{review.answer.text}</p>
        </div>
      )}
      {open ? (
        <AnswerForm review={review} onClose={close} />
      ) : (
        <Button ref={opener} density="dense" onClick={() => setOpen(true)}>
          {review.answer ? "Replace the answer" : "Answer"}
          <span className="sr-only"> {`review ${review.id} of ${review.roomName}`}</span>
        </Button>
      )}
    </div>
  );
}

function AnswerForm({ review, onClose }: { review: Review; onClose(): void }) {
  const refresh = useRefresh();
  const { field, frame, sending, refused } = useSentForm({
    schema: AnswerToReview,
    defaults: { text: review.answer?.text ?? "" },
    send: ({ text }) => answerReview(review.id, text),
    onSuccess() {
      refresh([...STAFF_KEY, "feedback"]);
      onClose();
    },
    refusal: (error) => refusalMessage(error, "The answer could not be saved."),
  });
  return (
    <form {...frame} aria-label={`Answer review ${review.id}`} className="grid w-full max-w-xl gap-3">
      <AreaField
        {...field("text")}
        autoFocus
        label="Answer"
        rows={3}
        required
        hint="Everyone reads it below the review. The review itself cannot be changed."
      />
      {refused && <RefusalNotice>{refused}</RefusalNotice>}
      <div className="flex flex-wrap gap-3">
        <Button density="dense" type="submit" variant="solid" busy={sending.isPending}>
          {sending.isPending ? "Saving..." : "Show the answer"}
        </Button>
        <Button density="dense" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
