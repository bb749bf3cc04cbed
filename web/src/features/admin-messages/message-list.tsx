/** A page of messages for staff: one that is being answered stays, and a settled one leaves a row that can undo it. */
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Room } from "../../../../bff/contract/room.ts";
import type { StaffInquiry } from "../../../../bff/contract/staff/staff-inquiry.ts";
import { MESSAGES_KEY, markMessageDone, recordMessageBooking } from "../../api/staff-messages.ts";
import { toastRefusal, useRefresh } from "../../form/after-change.ts";
import { MessageCard } from "./message-card.tsx";
import { SettledRow, type SettledStep } from "./settled-row.tsx";

/** A message that this person works on: it keeps its place, whatever the filter says and whatever colleagues change. */
interface Pinned {
  inquiry: StaffInquiry;
  /** Null while an answer is being written. */
  settled: SettledStep | null;
}

interface InquiryListProps {
  inquiries: readonly StaffInquiry[];
  rooms: readonly Room[];
  busy: boolean;
  onBook: BookForSender | undefined;
}

/** Opens a phone booking for the sender, and passes its number to `onBooked` once it is made. */
export type BookForSender = (inquiry: StaffInquiry, onBooked: (bookingId: number) => void) => void;

export function MessageList({ inquiries, rooms, busy, onBook }: InquiryListProps) {
  const refresh = useRefresh();
  const [pinned, setPinned] = useState<ReadonlyMap<number, Pinned>>(new Map());
  const [reopenedId, setReopenedId] = useState<number | null>(null);
  const drafts = useRef(new Map<number, string>());

  function pin(inquiry: StaffInquiry, settled: Pinned["settled"]): void {
    setPinned((old) => new Map(old).set(inquiry.id, { inquiry, settled }));
  }
  function unpin(id: number): void {
    setPinned((old) => new Map([...old].filter(([other]) => other !== id)));
  }

  const outcome = {
    onError: toastRefusal("Message Not Changed", "Failed to change the message"),
    // After a refusal too: someone else may have changed it meanwhile.
    onSettled: () => refresh(MESSAGES_KEY),
  };
  const finishing = useMutation({
    mutationFn: ({ inquiry, done }: { inquiry: StaffInquiry; done: boolean }) =>
      markMessageDone(inquiry.id, done),
    onSuccess: ({ id }, { inquiry, done }) => {
      pin(inquiry, done ? "done" : "reopened");
      setReopenedId(done ? null : id);
    },
    ...outcome,
  });
  const noting = useMutation({
    mutationFn: ({ id, bookingId }: { id: number; bookingId: number }) => recordMessageBooking(id, bookingId),
    ...outcome,
  });

  const listed = new Set(inquiries.map(({ id }) => id));
  const pinnedOnly = [...pinned.values()].filter(({ inquiry }) => !listed.has(inquiry.id));
  const shown = [...inquiries, ...pinnedOnly.map(({ inquiry }) => inquiry)].sort(newestFirst);
  const isBusy = ({ id }: StaffInquiry) => finishing.isPending && finishing.variables.inquiry.id === id;

  if (shown.length === 0) return null;
  return (
    <ul aria-label="Messages" aria-busy={busy} className="grid gap-2">
      {shown.map((inquiry) => {
        const { id } = inquiry;
        const own = pinned.get(id);
        if (own?.settled != null && !listed.has(id)) {
          return (
            <SettledRow
              key={`settled ${id}`}
              inquiry={inquiry}
              settled={own.settled}
              busy={isBusy(inquiry)}
              onUndo={() => finishing.mutate({ inquiry, done: false })}
            />
          );
        }
        return (
          <MessageCard
            key={id}
            inquiry={inquiry}
            roomName={rooms.find(({ slug }) => slug === inquiry.interestedRoom)?.name ?? null}
            writing={own?.settled === null}
            draft={drafts.current.get(id) ?? ""}
            takesFocus={reopenedId === id}
            busy={isBusy(inquiry)}
            onWrite={(writing) => (writing ? pin(inquiry, null) : unpin(id))}
            onDraft={(text) => drafts.current.set(id, text)}
            onAnswered={() => {
              drafts.current.delete(id);
              pin(inquiry, "answered");
            }}
            onFinish={(done) => finishing.mutate({ inquiry, done })}
            onBook={onBook && (() => onBook(inquiry, (bookingId) => noting.mutate({ id, bookingId })))}
          />
        );
      })}
    </ul>
  );
}

const newestFirst = (one: StaffInquiry, other: StaffInquiry): number =>
  other.createdAt.localeCompare(one.createdAt) || other.id - one.id;
