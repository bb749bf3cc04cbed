/** Says in plain words what the check of the waitlist's order found. */
import { useQuery } from "@tanstack/react-query";
import { countText } from "../../../../core/text/count-text.ts";
import { dateAndTime, shortDayAndTime } from "../../../../core/venue/time/time-format.ts";
import { roomsQuery } from "../../api/rooms.ts";
import { useZone } from "../../format/venue.ts";
import type { CheckedProof } from "./order-proof-check.ts";
import type { Override, Pass } from "./order-proof-rules.ts";

export function OrderVerdict({ head, entryId, faults, passes, overrides }: CheckedProof) {
  if (head === null || entryId === null || faults.length > 0) return <Faults faults={faults} />;
  const passed = overrides.some(({ passedIds }) => passedIds.includes(entryId));
  return (
    <div
      className={`grid gap-3 border-l-8 bg-sheet p-4 ${overrides.length > 0 ? "border-orange" : "border-green"}`}
    >
      <p className="text-lg font-semibold">{titleOf(overrides.length > 0, passed)}</p>
      {overrides.length > 0 && (
        <ul className="grid gap-3">
          {overrides.map((override) => (
            <OutOfTurn key={override.at} {...override} entryId={entryId} />
          ))}
        </ul>
      )}
      {passes.length === 0 ? (
        <p>No other offer passed you.</p>
      ) : (
        <details>
          <summary className="cursor-pointer font-medium">
            {countText(passes.length, "offer passed you, and had", "offers passed you, and each had")} a
            reason
          </summary>
          <ol className="mt-2 grid gap-2">
            {passes.map((pass) => (
              <Passed key={pass.at + pass.servedId} {...pass} />
            ))}
          </ol>
        </details>
      )}
      <p className="max-w-[65ch] text-sm text-muted">
        Offers are numbered, and the numbers have no gap since you joined. Only an offer newer than the newest
        in this proof could be missing from it, among the log’s first {countText(head.size, "event")}.
      </p>
    </div>
  );
}

function titleOf(overridden: boolean, passed: boolean): string {
  if (passed) return "Staff offered hours out of turn, and passed you.";
  return overridden
    ? "Staff offered hours out of turn, and did not pass you."
    : "Served in order. You were not passed over.";
}

function Faults({ faults }: Pick<CheckedProof, "faults">) {
  return (
    <div className="grid gap-3 border-l-8 border-danger bg-sheet p-4">
      <p className="text-lg font-semibold text-danger">
        The order was not kept, or the proof is not genuine.
      </p>
      <ul className="grid gap-1">
        {faults.map((fault) => (
          <li key={fault} className="wrap-anywhere">
            <code>{fault}</code>
          </li>
        ))}
      </ul>
      <p className="max-w-[65ch]">Download the proof and keep it: it shows this to others, too.</p>
    </div>
  );
}

function OutOfTurn({ at, reason, servedId, passedIds, entryId, ...visit }: Override & { entryId: number }) {
  const zone = useZone();
  const others = passedIds.filter((id) => id !== entryId).length;
  const passed = [
    passedIds.includes(entryId) && "you",
    others > 0 && countText(others, "other entry", "other entries"),
  ];
  return (
    <li>
      <p className="font-medium">
        <Hours {...visit} />, for {servedId === entryId ? "you" : `entry ${servedId}`}
      </p>
      <p>
        Reason: “{reason}”. Passed: {passed.filter(Boolean).join(" and ") || "no entry"}.{" "}
        {dateAndTime(new Date(at), zone)}
      </p>
    </li>
  );
}

const WHY: Readonly<Record<string, string>> = {
  "does not fit": "your wish did not fit these hours",
  "already offered": "hours were offered to you already",
};

const Passed = ({ servedId, why, at: _, ...visit }: Pass) => (
  <li>
    <span className="font-medium">
      <Hours {...visit} />
    </span>
    , for entry {servedId}: {WHY[why] ?? why}
  </li>
);

function Hours({ roomId, startTime, endTime }: Pick<Pass, "roomId" | "startTime" | "endTime">) {
  const zone = useZone();
  const room = useQuery(roomsQuery).data?.find(({ id }) => id === roomId);
  return (
    <span className="figures">
      {room?.name ?? `Room ${roomId}`}, {shortDayAndTime(new Date(startTime), new Date(endTime), zone)}
    </span>
  );
}
