/** The link back to the page of the venue's own site from which the visitor came, if the server says that it leads there (decision 314). */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Embedding } from "../../../../bff/contract/open/embed.ts";
import { read } from "../../api/request.ts";
import { addressBack, type Booked, rememberedWayBack } from "../../session/way-back.ts";

interface BackLinkProps {
  /** What the page is told; null before anything is booked. */
  booked: Booked | null;
  className?: string;
}

export function BackLink({ booked, className }: BackLinkProps) {
  const [page] = useState(rememberedWayBack);
  const { data } = useQuery({
    queryKey: ["way-back", page],
    queryFn: read<Embedding>(`/api/embed?${new URLSearchParams({ back: page ?? "" })}`),
    enabled: page !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (!data?.back) return null;
  return (
    <a href={addressBack(data.back, booked)} className={className}>
      Back to {new URL(data.back).host}
    </a>
  );
}
