/** Leads the owner of a new venue to its setup, until nothing that visitors read is the sample's. */
import { Link } from "@tanstack/react-router";
import { useVenue } from "../../../format/venue.ts";
import { buttonClass } from "../../../ui/button.tsx";

export function SetupNotice() {
  const { sample } = useVenue();
  if (sample.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border border-rule bg-sheet px-4 py-3">
      <p>
        <strong>Make this venue your own.</strong> Visitors still read the sample's {sample.join(", ")}.
      </p>
      <Link to="/admin" search={{ tab: "house" }} className={buttonClass({ density: "dense" })}>
        Set Up
      </Link>
    </div>
  );
}
