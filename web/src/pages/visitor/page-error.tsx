/** What is shown if a page itself fails: an apology and a link to continue, never a blank screen. */
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { FailedPage } from "../../ui/failed-page.tsx";

export function PageError({ reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <FailedPage
      title="Something went wrong"
      text="This page could not be shown. Try again."
      onRetry={() => {
        reset();
        void router.invalidate();
      }}
    />
  );
}
