/** The Messages tab: what arrived by the contact form, the newest first, searched by text and filtered by state (decision 114). */
import { useQuery } from "@tanstack/react-query";
import type { Room } from "../../../../bff/contract/room.ts";
import {
  MESSAGES_PER_PAGE,
  type MessagePage,
  messageSummaryQuery,
  messagesQuery,
} from "../../api/staff-messages.ts";
import { Pager, pagesOf, rangeText } from "../../ui/pager.tsx";
import { EmptyNotice, FailureNotice } from "../../ui/state-notice.tsx";
import { usePaging } from "../../ui/use-paging.ts";
import { MessageFilters } from "./message-filters.tsx";
import { type BookForSender, MessageList } from "./message-list.tsx";

interface InquiriesTabProps {
  rooms: readonly Room[];
  page: MessagePage;
  onPage(change: Partial<MessagePage>): void;
  /** Undefined if no booking can be made from here. */
  onBook?: BookForSender;
}

export function MessagesTab({ rooms, page, onPage, onBook }: InquiriesTabProps) {
  const { data, isPending, isError, isPlaceholderData, refetch } = useQuery(messagesQuery(page));
  const { data: summary } = useQuery(messageSummaryQuery);
  const shown = data?.inquiries.length ?? 0;
  const pages = pagesOf(data?.total ?? 0, MESSAGES_PER_PAGE);
  const { results, beyond, turn } = usePaging({
    page: page.page,
    pages,
    shown: data && !isPlaceholderData ? shown : undefined,
    onPage,
  });

  return (
    <div className="grid gap-4">
      <h2 className="sr-only">Messages</h2>
      <MessageFilters page={page} summary={summary} onChange={onPage} />
      {isError && <FailureNotice title="Failed to fetch messages" onRetry={() => void refetch()} />}
      {isPending && (
        <p role="status" className="py-10 text-center text-muted">
          Loading messages...
        </p>
      )}
      {data && (
        <>
          <p
            ref={results}
            tabIndex={-1}
            aria-live="polite"
            className="figures min-h-6 scroll-mt-4 text-sm text-muted"
          >
            {shown > 0 && `Messages ${rangeText(page.page, MESSAGES_PER_PAGE, shown, data.total)}`}
          </p>
          <MessageList
            key={`${page.stage} ${page.page} ${page.search}`}
            inquiries={data.inquiries}
            rooms={rooms}
            busy={isPlaceholderData}
            onBook={onBook}
          />
          {shown === 0 && !beyond && summary && <NoMessages page={page} total={summary.total} />}
          <Pager label="Pages of messages" page={page.page} pages={pages} onPage={turn} />
        </>
      )}
    </div>
  );
}

function NoMessages({ page, total }: { page: MessagePage; total: number }) {
  if (total === 0) {
    return (
      <EmptyNotice title="No messages yet">
        What visitors write in the form of the home page comes here, and is answered from here.
      </EmptyNotice>
    );
  }
  const isOpenOnes = page.stage === "open" && page.search.trim() === "";
  return isOpenOnes ? (
    <EmptyNotice title="No open messages">All messages are done</EmptyNotice>
  ) : (
    <EmptyNotice title="No messages found">Try adjusting your search or filters</EmptyNotice>
  );
}
