/** The slim bar on every page while the visitor has a hold: what is held, how long, and the actions: pay, or release it. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import type { HeldBooking } from "../../../../bff/contract/customer/held-booking.ts";
import { HELD_KEY, heldAnswerQuery } from "../../api/held-bookings.ts";
import { useReleaseHold } from "../../api/release-hold.ts";
import { useStored } from "../../browser/device-storage.ts";
import { toastRefusal } from "../../form/after-change.ts";
import { isEnoughForCard } from "../../format/card-money.ts";
import { countdownText, remainingMs } from "../../format/hold-countdown.ts";
import { shortVisit } from "../../format/short-times.ts";
import { refreshShown } from "../../live/refresh.ts";
import { forgetHolds, holdMarker, rememberHold, useMayHaveHolds } from "../../session/hold-marker.ts";
import { useCustomer } from "../../session/signed-in-customer.ts";
import { useHoldCountdown } from "../../ui/booking/use-hold-countdown.ts";
import { toast } from "../../ui/toast/toast.tsx";

const ACTION =
  "inline-flex min-h-11 shrink-0 items-center px-2 font-semibold underline decoration-2 underline-offset-4 aria-disabled:opacity-60";

/** The running holds; fetched once, and again whenever this or another tab notes that one of them changed. */
function useHolds(): { askedAt: number; holds: HeldBooking[] } | undefined {
  const client = useQueryClient();
  const mayHold = useMayHaveHolds();
  const { data: answer } = useQuery({ ...heldAnswerQuery, enabled: mayHold });
  const signedIn = useCustomer() !== null;
  useEffect(() => {
    if (!signedIn) return;
    // After signing out, the next person at this computer must not see the holds.
    return () => client.removeQueries({ queryKey: HELD_KEY });
  }, [signedIn, client]);
  const marker = useStored(holdMarker);
  const [seen, setSeen] = useState(marker);
  const changed = useEffectEvent(() => {
    if (marker === seen) return;
    setSeen(marker);
    void refreshShown(client, HELD_KEY);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again whenever the marker changes.
  useEffect(() => changed(), [marker]);
  return mayHold ? answer : undefined;
}

/** A hold that disappears this close to its end has run out, whichever tab noticed it first. */
const END_MS = 1_500;

/** The hold that has just run out; not one that was paid or released. */
function useEnded(first: HeldBooking | undefined): [HeldBooking | null, () => void] {
  const [ended, setEnded] = useState<HeldBooking | null>(null);
  const last = useRef<HeldBooking>(undefined);
  useEffect(() => {
    const { current: before } = last;
    last.current = first;
    if (first !== undefined) setEnded(null);
    else if (before?.holdUntil && remainingMs(before.holdUntil, Date.now()) < END_MS) setEnded(before);
  }, [first]);
  return [ended, () => setEnded(null)];
}

export function HoldBar() {
  const { askedAt, holds } = useHolds() ?? {};
  const first = holds?.find(({ holdUntil }) => holdUntil !== null && remainingMs(holdUntil, Date.now()) > 0);
  const [ended, close] = useEnded(first);
  // The page on which the hold is paid shows all of this itself.
  const hold = first ?? ended;
  const together = heldWith(hold, holds ?? []);
  const paysIt =
    useStored(() =>
      [hold, ...together].some((one) => window.location.pathname === `/booking/${one?.id}/pay`),
    ) === true;
  const shown = hold !== null && !paysIt;

  useEffect(() => {
    document.documentElement.toggleAttribute("data-hold", shown);
    return () => document.documentElement.removeAttribute("data-hold");
  }, [shown]);
  const latest = holds
    ?.map(({ holdUntil }) => holdUntil ?? "")
    .sort()
    .at(-1);
  useEffect(() => {
    if (latest === undefined && holds !== undefined) forgetHolds(askedAt);
    // The account's hold was made on another device; this browser knows it from now on.
    else if (latest && holdMarker(localStorage) === null) rememberHold(latest);
  }, [latest, holds, askedAt]);

  if (!shown) return null;
  return (
    <aside aria-label="Held for you" className="border-b-2 border-ink bg-yellow text-press">
      <div className="page flex min-h-11 items-center gap-x-2 sm:gap-x-4">
        {first !== undefined ? (
          <Running
            key={first.id}
            hold={first}
            dates={together.length}
            more={(holds?.length ?? 1) - together.length}
          />
        ) : (
          ended && <Ended hold={ended} onClose={close} />
        )}
      </div>
    </aside>
  );
}

/** The hold, and the known holds of the same series, which are paid and released together. */
const heldWith = (hold: HeldBooking | null, holds: readonly HeldBooking[]): HeldBooking[] =>
  holds.filter(
    ({ id, seriesId }) => id === hold?.id || (seriesId !== undefined && seriesId === hold?.seriesId),
  );

/** `"Mon 6–9 PM"`, or `"7 dates"` of a series: on a phone there is no place for both and the countdown. */
const heldText = (hold: HeldBooking, dates: number): string => (dates > 1 ? `${dates} dates` : whenOf(hold));

/** `"Mon 6–9 PM"` */
const whenOf = ({ startTime, endTime, timeZone }: HeldBooking): string =>
  shortVisit(new Date(startTime), new Date(endTime), timeZone, new Date());

const visitOf = (hold: HeldBooking): string => `${hold.roomName}, ${whenOf(hold)}`;

/** `"Rehearsal Room, Mon 6–9 PM, held 24:10"`: one line on a wide screen, two on a phone. */
function Said({ role, what, when }: { role?: "status"; what: string; when: ReactNode }) {
  return (
    <p role={role} className="flex min-w-0 grow flex-col leading-tight sm:flex-row sm:gap-1.5">
      <span className="truncate font-semibold">
        {what}
        <span className="max-sm:sr-only">, </span>
      </span>
      <span className="figures truncate max-sm:text-sm">{when}</span>
    </p>
  );
}

interface RunningProps {
  hold: HeldBooking;
  /** How many dates are paid and released together with it, itself included. */
  dates: number;
  /** How many other holds are running. */
  more: number;
}

function Running({ hold, dates, more }: RunningProps) {
  const [asking, setAsking] = useState(false);
  if (asking) return <Releasing hold={hold} dates={dates} onKeep={() => setAsking(false)} />;
  return (
    <>
      <Said
        what={hold.roomName}
        when={
          <>
            {heldText(hold, dates)}, held <Countdown holdUntil={hold.holdUntil ?? ""} />
            {more > 0 && ` and ${more} more`}
          </>
        }
      />
      {isEnoughForCard(hold) && (
        <a href={`/booking/${hold.id}/pay`} className={ACTION}>
          Pay
          <span className="sr-only">
            {" "}
            for {hold.roomName}, {heldText(hold, dates)}
          </span>
        </a>
      )}
      <button type="button" className={`${ACTION} -mr-2`} onClick={() => setAsking(true)}>
        Release
        <span className="sr-only">
          {" "}
          {hold.roomName}, {heldText(hold, dates)}
        </span>
      </button>
    </>
  );
}

function Countdown({ holdUntil }: { holdUntil: string }) {
  const client = useQueryClient();
  const { leftMs, spoken } = useHoldCountdown(holdUntil, () => void refreshShown(client, HELD_KEY));
  return (
    <>
      <span className="font-semibold">{countdownText(leftMs)}</span>
      <span aria-live="polite" className="sr-only">
        {spoken}
      </span>
    </>
  );
}

function Releasing({ hold, dates, onKeep }: Pick<RunningProps, "hold" | "dates"> & { onKeep(): void }) {
  const releasing = useReleaseHold();
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  const release = () => {
    if (releasing.isPending) return;
    releasing.mutate(
      { booking: hold },
      {
        onSuccess: () => {
          const what = dates > 1 ? `${hold.roomName}: ${dates} dates are` : `${visitOf(hold)} is`;
          toast({ title: "Hold Released", description: `${what} free again.` });
          document.getElementById("main")?.focus({ preventScroll: true });
        },
        onError: toastRefusal("Hold Not Released", "The hold could not be released. Please try again."),
      },
    );
  };
  return (
    <>
      <Said what={`Release ${hold.roomName}`} when={dates > 1 ? `all ${dates} dates?` : `${whenOf(hold)}?`} />
      <button
        type="button"
        className={ACTION}
        aria-disabled={releasing.isPending || undefined}
        onClick={release}
      >
        {releasing.isPending ? "Releasing…" : "Yes, release"}
      </button>
      <button ref={keep} type="button" className={`${ACTION} -mr-2`} onClick={onKeep}>
        Keep
      </button>
    </>
  );
}

function Ended({ hold, onClose }: { hold: HeldBooking; onClose(): void }) {
  return (
    <>
      <Said role="status" what={`Your hold has ended: ${hold.roomName}`} when={whenOf(hold)} />
      <a href={`/booking/${hold.id}/pay`} className={ACTION} onClick={onClose}>
        Book it again
      </a>
      <button
        type="button"
        aria-label="Close"
        className={`${ACTION} -mr-2 text-2xl no-underline`}
        onClick={onClose}
      >
        <span aria-hidden="true">×</span>
      </button>
    </>
  );
}
