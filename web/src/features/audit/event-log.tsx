/** Lists the log, the newest first: page by page, with news since, and never more rows than a browser can carry. */
import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { AuditEvent, AuditPage } from "../../../../bff/contract/auditor/audit.ts";
import { type AuditFilter, auditEventsQuery, newestEventsQuery } from "../../api/audit/staff-audit.ts";
import { RequestError } from "../../api/request.ts";
import { count } from "../../format/counts.ts";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EmptyNotice, FailureNotice } from "../../ui/state-notice.tsx";
import { EventRow } from "./event-row.tsx";

/** Beyond that the list starts again at an older event. */
const MAX_PAGES = 6;

interface EventLogProps {
  filter: AuditFilter;
  /** The log position where the list begins; null for the newest event. */
  cursor: string | null;
  onCursor(cursor: string | null): void;
}

export function EventLog({ filter, cursor, onCursor }: EventLogProps) {
  const log = useInfiniteQuery(auditEventsQuery(filter, cursor));
  const list = useRef<HTMLHeadingElement>(null);
  const [announcement, setAnnouncement] = useState("");
  const events = log.data?.pages.flatMap((page) => page.events) ?? [];
  const next = log.data?.pages.at(-1)?.next ?? null;
  const isLong = (log.data?.pages.length ?? 0) >= MAX_PAGES;

  const more = async () => {
    const { data, isError } = await log.fetchNextPage();
    const added = data?.pages.at(-1)?.events.length ?? 0;
    setAnnouncement(
      isError ? "Older events could not be fetched" : `${count(added)} older events are shown below`,
    );
  };

  return (
    <section aria-labelledby="log-heading" className="grid gap-3">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:min-h-9">
        <h2 id="log-heading" ref={list} tabIndex={-1} className="text-lg font-semibold">
          {cursor === null ? "Newest events" : "Older events"}
        </h2>
        {cursor === null ? (
          log.data && <News filter={filter} shown={events} onShow={() => list.current?.focus()} />
        ) : (
          <Button density="dense" onClick={() => onCursor(null)}>
            Back to the Newest
          </Button>
        )}
      </div>
      <p role="status" className="sr-only">
        {log.isPending ? "Loading the log..." : announcement}
      </p>
      {log.isPending && <WaitingRows />}
      {log.isError && !log.data && (
        <FailureNotice title={failureWords(log.error)} onRetry={() => void log.refetch()} />
      )}
      {log.data && events.length === 0 && (
        <EmptyNotice title="No events here">No event in the log matches.</EmptyNotice>
      )}
      {events.length > 0 && (
        <ol aria-label="Events" className="border border-rule">
          {events.map((event) => (
            <EventRow key={`${event.stream} ${event.version}`} event={event} />
          ))}
        </ol>
      )}
      {log.isFetchNextPageError && (
        <FailureNotice title="Older events could not be fetched" onRetry={() => void more()} />
      )}
      {next !== null && !log.isFetchNextPageError && (
        <Button
          density="dense"
          className="justify-self-center"
          busy={log.isFetchingNextPage}
          onClick={() => {
            if (isLong) onCursor(next);
            else void more();
          }}
        >
          {isLong ? "Continue from Here" : "Load Older"}
        </Button>
      )}
      {log.data && next === null && events.length > 0 && (
        <p className="text-center text-sm text-muted">The log begins here.</p>
      )}
    </section>
  );
}

const failureWords = (error: Error): string =>
  error instanceof RequestError && error.status === 400
    ? "The log cannot be filtered like this"
    : "The log could not be fetched";

const WaitingRows = () => (
  <div className="grid gap-px">
    {[0, 1, 2, 3, 4, 5].map((row) => (
      <Skeleton key={row} className="h-24" />
    ))}
  </div>
);

const keyOf = ({ stream, version }: AuditEvent): string => `${stream} ${version}`;

interface NewsProps {
  filter: AuditFilter;
  shown: readonly AuditEvent[];
  /** Called when they have been put on top of the list. */
  onShow(): void;
}

/** Says how many events are newer than the first shown one, and whether that one was sealed meanwhile; a press shows them. */
function News({ filter, shown, onShow }: NewsProps) {
  const client = useQueryClient();
  const { data: newest } = useQuery(newestEventsQuery(filter));
  const [first] = shown;
  const known = newest && first ? newest.events.findIndex((event) => keyOf(event) === keyOf(first)) : -1;
  const newer = !newest ? 0 : !first || known < 0 ? newest.events.length : known;
  const sealedSince = newest?.events[known]?.sealed && first?.sealed === null;
  const isNews = newest !== undefined && (newer > 0 || sealedSince === true);
  const more = known < 0 && newest?.next !== null ? " or More" : "";
  const words = newer === 0 ? "Sealed Since" : `${count(newer)}${more} Newer`;
  return (
    <>
      <span role="status" className="sr-only">
        {isNews && `${words} in the log`}
      </span>
      {isNews && (
        <Button
          density="dense"
          onClick={() => {
            const data: InfiniteData<AuditPage, string | null> = { pages: [newest], pageParams: [null] };
            client.setQueryData(auditEventsQuery(filter, null).queryKey, data);
            onShow();
          }}
        >
          {words}
        </Button>
      )}
    </>
  );
}
