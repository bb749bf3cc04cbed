/** Parts of a page whose code is loaded separately: the placeholder while it loads, and the message if it cannot be loaded. */
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";
import { reloadedForDeployment } from "../browser/deployment.ts";
import { Button } from "./button.tsx";

interface FetchedPart {
  /** The placeholder while the code loads, in the part's own size. */
  waiting: ReactNode;
  /** What is missing, as the beginning of a sentence: "The contact form". Null for a part that the page does not need. */
  name: string | null;
}

/**
 * The part as a component. If its code cannot be fetched, or fails, the rest of the page stays; a message names the missing part and
 * offers to try again. If the site was deployed while the tab was open, the page is reloaded instead, once.
 */
export function lazyPart<Props extends object>(
  fetchCode: () => Promise<ComponentType<Props>>,
  { waiting, name }: FetchedPart,
): ComponentType<Props> {
  // One lazy component for all places on the page, so that fetched code shows at
  // once. It keeps a failure forever, so it is replaced after one.
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
      <p>Check your connection and try again. The rest of this page is not affected.</p>
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
