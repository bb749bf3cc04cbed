/** The page `/find`: the visitor's search, all of it in the address, and the times of every room that match it. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect } from "react";
import { roomsQuery } from "../../api/rooms.ts";
import { pixel } from "../../browser/pixel.ts";
import { FindLayout } from "../../features/find/find-layout.tsx";
import { describeFindRequest } from "../../features/find/find-request.ts";
import { FindResult, FindResultSkeleton } from "../../features/find/find-result.tsx";
import { FailureNotice } from "../../ui/state-notice.tsx";
import { findRequestOf } from "./find-search.ts";

const route = getRouteApi("/find");

export function FindPage() {
  const search = route.useSearch();
  const { data: rooms, isError, refetch } = useQuery(roomsQuery);
  const earliest = rooms?.find(({ openDay }) => openDay !== null)?.openDay?.day;
  const wish = earliest === undefined ? null : findRequestOf(search, earliest);
  const words =
    search.day === undefined || wish === null ? null : `${wish.day}, ${describeFindRequest(wish)}`;
  useEffect(() => {
    if (words !== null) pixel.search(words);
  }, [words]);

  return (
    <FindLayout fields={{ ...search, day: wish?.day }} earliest={earliest}>
      {isError && (
        <div className="mt-12">
          <FailureNotice title="The rooms could not be loaded." onRetry={() => void refetch()} />
        </div>
      )}
      {!rooms && !isError && <FindResultSkeleton />}
      {rooms && wish !== null && earliest !== undefined && (
        <FindResult wish={wish} rooms={rooms} earliest={earliest} />
      )}
    </FindLayout>
  );
}
