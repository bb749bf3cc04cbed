/** Prints the loyalty card as a ticket: tier, bookings, money spent, points and benefits (decision 141). */
import { useQuery } from "@tanstack/react-query";
import type { LoyaltyTier } from "../../../../bff/contract/customer/loyalty.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { INKS, type Ink } from "../../../../core/venue/rooms/inks.ts";
import { count } from "../../format/counts.ts";
import { Ticket } from "../../ui/booking/ticket.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { FailureNotice } from "../../ui/state-notice.tsx";
import { loyaltyQuery } from "./calls.ts";

const TIER_INKS: Record<LoyaltyTier, Ink> = {
  Bronze: INKS.orange,
  Silver: INKS.teal,
  Gold: INKS.yellow,
  Platinum: INKS.purple,
};

export function LoyaltyCard({ email, name }: { email: string; name: string }) {
  const { data: loyalty, isError, refetch } = useQuery(loyaltyQuery(email));
  if (isError && !loyalty) {
    return <FailureNotice title="Your loyalty card could not be loaded." onRetry={() => void refetch()} />;
  }
  if (!loyalty) {
    return (
      <>
        <p role="status" className="sr-only">
          Loading your loyalty card…
        </p>
        <Skeleton className="h-112" />
      </>
    );
  }
  return (
    <Ticket
      ink={TIER_INKS[loyalty.loyaltyTier]}
      title={
        <>
          <span className="block font-sans text-base leading-normal font-semibold">Loyalty card</span>
          <span className="mt-1 block text-6xl">{loyalty.loyaltyTier}</span>
          {name && <span className="mt-3 block font-sans text-base leading-normal font-medium">{name}</span>}
        </>
      }
      rows={[
        { label: "Points", value: count(loyalty.loyaltyPoints), strong: true },
        { label: "Total bookings", value: loyalty.totalBookings },
        { label: "Total spent", value: formatMoney(loyalty.totalSpent) },
      ]}
      stub={
        <>
          <h3 className="font-semibold">Your benefits</h3>
          <ul className="mt-2 grid gap-1.5">
            {loyalty.benefits.map((benefit) => (
              <li key={benefit} className="grid grid-cols-[1.25rem_minmax(0,1fr)]">
                <span aria-hidden="true" className="mt-2 size-2 bg-action" />
                {benefit}
              </li>
            ))}
          </ul>
        </>
      }
    />
  );
}
