/** Tells admins on the dashboard that customers ask for erasure. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { buttonClass } from "../../ui/button.tsx";
import { erasureRequestsQuery } from "./calls.ts";

export function ErasureNotice() {
  const { data: requests } = useQuery(erasureRequestsQuery);
  if (!requests || requests.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border border-rule border-l-4 border-l-action bg-sheet px-4 py-2">
      <span>
        <strong className="figures">{requests.length}</strong>{" "}
        {requests.length === 1 ? "customer asks" : "customers ask"} to be erased
      </span>
      <Link to="/admin/security" hash="erasure" className={buttonClass({ density: "dense" })}>
        View Requests
      </Link>
    </p>
  );
}
