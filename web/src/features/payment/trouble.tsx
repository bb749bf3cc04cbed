/** Shows next to the button why a payment failed. */
import type { ReactNode } from "react";
import type { Failure } from "./payment-failure.ts";

interface TroubleProps {
  failure: Failure;
  /** Further text about the failure. */
  more?: string | null;
  children?: ReactNode;
}

export function Trouble({ failure, more, children }: TroubleProps) {
  return (
    <div role="alert" className="grid justify-items-start gap-2 border-l-4 border-danger py-1 pl-4">
      <p className="font-semibold text-danger">{failure.title}</p>
      <p>{failure.description}</p>
      {more && <p>{more}</p>}
      {children}
    </div>
  );
}
