/** Owns parts of a page whose code comes by itself: what stands in their place meanwhile, and when they cannot be had. */
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";
import { reloadedForDeployment } from "../browser/deployment.ts";
import { Button } from "./button.tsx";

interface FetchedPart {
  /** In the part's place while it is on the way; the part's own size. */
  waiting: ReactNode;
  /** What is missing, as a sentence begins: "The contact form". Null for a part without which the page says all it has to. */
  name: string | null;
}

/**
 * The part as a component. Where its code cannot be fetched, or breaks, the rest of the page stays: what is missing is said, and can be
 * tried again. In a tab that was open over a deployment the page is loaded anew instead, once.
 */
export function fetchedPart<Props extends object>(
  fetchCode: () => Promise<ComponentType<Props>>,
  { waiting, name }: FetchedPart,
): ComponentType<Props> {
  // One for all places on the page, so that code once fetched shows at once; it keeps a failure forever, and is then replaced.
  let part = fetched();
  let failed = false;

  function fetched() {
    return lazy<ComponentType<Props>>(async () => {
      try {
        return { default: await fetchCode() };
      } catch (error) {
        failed = true;
        if (name !== null && (await reloadedForDeployment())) await new Promise(() => {});
        throw error;
      }
    });
  }

  function current() {
    if (failed) part = fetched();
    failed = false;
    return part;
  }

  return function Part(props: Props) {
    const [{ Shown, tries }, setAttempt] = useState(() => ({ Shown: current(), tries: 0 }));
    const again = () => {
      failed = true;
      setAttempt({ Shown: current(), tries: tries + 1 });
    };
    return (
      <Boundary key={tries} missing={name && <Missing name={name} onRetry={again} />}>
        <Suspense fallback={waiting}>
          <Shown {...props} />
        </Suspense>
      </Boundary>
    );
  };
}

function Missing({ name, onRetry }: { name: string; onRetry(): void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-3 border-l-4 border-danger bg-sheet p-4">
      <p className="font-semibold text-danger">{name} could not be loaded.</p>
      <p>Check your connection and try again; everything else on this page is as it was.</p>
      <Button variant="outline" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

class Boundary extends Component<{ missing: ReactNode; children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? this.props.missing : this.props.children;
  }
}
