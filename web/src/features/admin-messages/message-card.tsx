/** Shows one message in the list: who wrote what, what followed, and the actions on it. */

import { useEffect, useId, useRef } from "react";
import type { StaffInquiry } from "../../../../bff/contract/staff/staff-inquiry.ts";
import { dateAndTime } from "../../../../core/venue/time/time-format.ts";
import { customerName } from "../../format/names.ts";
import { useZone } from "../../format/venue.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { AnswerForm } from "./answer-form.tsx";
import { MessageHistory } from "./message-history.tsx";
import { STAGE_BADGES } from "./message-words.ts";

interface InquiryCardProps {
  inquiry: StaffInquiry;
  /** The name of the room that the visitor asks about; null if there is no such room. */
  roomName: string | null;
  /** Whether staff are writing an answer. */
  writing: boolean;
  /** The answer as typed so far, also while its form is closed. */
  draft: string;
  /** Whether the element that the card replaces had the focus. */
  takesFocus: boolean;
  /** Whether a change of the message is running. */
  busy: boolean;
  onWrite(writing: boolean): void;
  onDraft(text: string): void;
  onAnswered(): void;
  onFinish(done: boolean): void;
  /** Undefined if no booking can be made from here. */
  onBook: (() => void) | undefined;
}

const LINK = "break-all underline decoration-1 underline-offset-4 hover:text-action";

export function MessageCard(props: InquiryCardProps) {
  const zone = useZone();
  const { inquiry, roomName, writing, takesFocus, busy, onWrite, onFinish, onBook } = props;
  const nameId = useId();
  const answerButton = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  const { email, phone, stage } = inquiry;
  const about = roomName ?? inquiry.interestedRoom;
  const badge = STAGE_BADGES[stage];
  const close = () => {
    onWrite(false);
    answerButton.current?.focus();
  };
  return (
    <li className="min-w-0 border border-rule bg-sheet">
      <article
        aria-labelledby={nameId}
        className="grid gap-x-8 gap-y-3 px-4 py-3 lg:grid-cols-[22rem_minmax(0,1fr)]"
      >
        <div className="grid content-start gap-1 text-[0.9375rem]">
          <h3
            id={nameId}
            ref={heading}
            tabIndex={-1}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base font-semibold"
          >
            {customerName(inquiry)} <Badge tone={badge.tone}>{badge.label}</Badge>
          </h3>
          <p className="figures text-sm text-muted">{dateAndTime(new Date(inquiry.createdAt), zone)}</p>
          <p className="flex flex-wrap gap-x-5 gap-y-1">
            {email && (
              <a href={`mailto:${email}`} className={LINK}>
                {email}
              </a>
            )}
            {phone && (
              <a href={`tel:${phone.replace(/[^\d+]/g, "")}`} className={LINK}>
                {phone}
              </a>
            )}
          </p>
          {about && (
            <p>
              <span className="text-muted">Interested in</span> {about}
            </p>
          )}
        </div>
        <div className="grid min-w-0 content-start gap-3">
          <p className="max-w-[72ch] wrap-break-word whitespace-pre-wrap">
            {inquiry.message ?? <span className="text-muted">This message was erased.</span>}
          </p>
          <MessageHistory steps={inquiry.thread} />
          <div className="flex flex-wrap gap-2">
            {email && (
              <Button
                ref={answerButton}
                density="dense"
                aria-describedby={nameId}
                aria-expanded={writing}
                onClick={() => onWrite(!writing)}
              >
                {inquiry.thread.some(({ kind }) => kind === "answered") ? "Answer Again" : "Answer"}
              </Button>
            )}
            {email && onBook && (
              <Button density="dense" aria-describedby={nameId} onClick={onBook}>
                Book for Them
              </Button>
            )}
            <Button
              density="dense"
              aria-describedby={nameId}
              busy={busy}
              onClick={() => onFinish(stage !== "done")}
            >
              {stage === "done" ? "Reopen" : "Mark Done"}
            </Button>
          </div>
          {writing && (
            <AnswerForm
              inquiry={inquiry}
              draft={props.draft}
              onDraft={props.onDraft}
              onClose={close}
              onSent={() => {
                close();
                props.onAnswered();
              }}
            />
          )}
        </div>
      </article>
    </li>
  );
}
