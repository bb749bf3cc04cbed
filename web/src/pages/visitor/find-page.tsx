/** Owns `/find`: what a visitor looks for, and every room's time that fits it. All of it stands in the address. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect } from "react";
import { roomsQuery } from "../../api/rooms.ts";
import { pixel } from "../../browser/pixel.ts";
import { FindForm } from "../../features/find/find-form.tsx";
import { Found, FoundSkeleton } from "../../features/find/found.tsx";
import { wishWords } from "../../features/find/wish.ts";
import { PageHeading } from "../../ui/page-title.tsx";
import { FailureNotice } from "../../ui/state-notice.tsx";
import { wishOf } from "./find-search.ts";

const route = getRouteApi("/find");

export function FindPage() {
  const search = route.useSearch();
  const { data: rooms, isError, refetch } = useQuery(roomsQuery);
  const zone = rooms?.[0]?.timeZone;
  const earliest = rooms?.find(({ openDay }) => openDay !== null)?.openDay?.day;
  const wish = earliest === undefined ? null : wishOf(search, earliest);
  const words = search.day === undefined || wish === null ? null : `${wish.day}, ${wishWords(wish)}`;
  useEffect(() => {
    if (words !== null) pixel.search(words);
  }, [words]);

  return (
    <div className="page pt-10 pb-20 lg:pt-14">
      <PageHeading className="poster-type text-6xl sm:text-8xl">Find a time</PageHeading>
      <FindForm
        whole
        fields={{ ...search, day: wish?.day }}
        earliest={earliest}
        className="mt-6 border-2 border-ink bg-sheet p-4 sm:grid-cols-3 sm:p-5 lg:grid-cols-[1.3fr_1.2fr_1fr_1fr_0.8fr_1.1fr_auto]"
      />
      {isError && (
        <div className="mt-12">
          <FailureNotice title="The rooms could not be looked up." onRetry={() => void refetch()} />
        </div>
      )}
      {!rooms && !isError && <FoundSkeleton />}
      {rooms && zone !== undefined && wish !== null && earliest !== undefined && (
        <Found wish={wish} rooms={rooms} zone={zone} earliest={earliest} />
      )}
    </div>
  );
}
