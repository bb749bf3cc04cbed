/** Owns the Messages tab: what came in by the contact form, the newest first (SPEC §2). */
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { StaffInquiry } from "../../../../bff/contract/inquiry.ts";
import type { Room } from "../../../../bff/contract/room.ts";
import { moment } from "../../../../bff/contract/venue-time.ts";
import { INQUIRIES_PER_PAGE, inquiriesQuery } from "../../api/staff-inquiries.ts";
import { Badge } from "../../ui/badge.tsx";
import { Pager, pagesOf } from "../../ui/pager.tsx";
import { EmptyNotice, FailureNotice } from "../../ui/state-notice.tsx";

interface InquiriesTabProps {
  rooms: readonly Room[];
  zone: string;
  /** The first is 1. */
  page: number;
  onPage(page: number): void;
}

export function InquiriesTab({ rooms, zone, page, onPage }: InquiriesTabProps) {
  const { data, isPending, isError, refetch } = useQuery(inquiriesQuery(page));
  return (
    <div className="grid gap-4">
      <h2 className="sr-only">Messages</h2>
      {isError && <FailureNotice title="Failed to fetch messages" onRetry={() => void refetch()} />}
      {isPending && (
        <p role="status" className="py-10 text-center text-muted">
          Loading messages...
        </p>
      )}
      {data && data.total === 0 && <EmptyNotice title="No messages yet" />}
      {data && data.inquiries.length > 0 && (
        <ul aria-label="Messages" className="grid gap-2">
          {data.inquiries.map((inquiry) => (
            <Inquiry
              key={inquiry.id}
              inquiry={inquiry}
              roomName={rooms.find(({ slug }) => slug === inquiry.interestedRoom)?.name ?? null}
              zone={zone}
            />
          ))}
        </ul>
      )}
      {data && (
        <Pager
          label="Pages of messages"
          page={page}
          pages={pagesOf(data.total, INQUIRIES_PER_PAGE)}
          onPage={onPage}
        />
      )}
    </div>
  );
}

interface InquiryProps {
  inquiry: StaffInquiry;
  roomName: string | null;
  zone: string;
}

const LINK = "break-all underline decoration-1 underline-offset-4 hover:text-action";

function Inquiry({ inquiry, roomName, zone }: InquiryProps) {
  const nameId = useId();
  const { email, phone } = inquiry;
  const name = [inquiry.firstName, inquiry.lastName].filter(Boolean).join(" ") || "Name erased";
  const about = roomName ?? inquiry.interestedRoom;
  return (
    <li className="min-w-0 border border-rule bg-sheet">
      <article
        aria-labelledby={nameId}
        className="grid gap-x-8 gap-y-3 px-4 py-3 lg:grid-cols-[22rem_minmax(0,1fr)]"
      >
        <div className="grid content-start gap-1 text-[0.9375rem]">
          <h3 id={nameId} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base font-semibold">
            {name} <Badge tone="blue">New Message</Badge>
          </h3>
          <p className="figures text-sm text-muted">{moment(new Date(inquiry.createdAt), zone)}</p>
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
        <p className="max-w-[72ch] whitespace-pre-wrap">
          {inquiry.message ?? <span className="text-muted">This message was erased.</span>}
        </p>
      </article>
    </li>
  );
}
