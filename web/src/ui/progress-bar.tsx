/** How far something long is: empty at its begin in either theme, where a browser's own bar looks filled. */
import clsx from "clsx";
import type { ComponentProps } from "react";

export function ProgressBar({ className, ...rest }: ComponentProps<"progress">) {
  return (
    <progress
      {...rest}
      className={clsx(
        "h-4 w-full appearance-none border-2 border-ink bg-ground [&::-moz-progress-bar]:bg-action [&::-webkit-progress-bar]:bg-ground [&::-webkit-progress-value]:bg-action",
        className,
      )}
    />
  );
}
