/** Tabs: one panel at a time; arrow keys move between the tabs (W3C APG tabs, by Radix). */
import clsx from "clsx";
import * as Radix from "radix-ui/tabs";
import type { ReactNode } from "react";

interface TabsProps<Value extends string> {
  /** The subject of the row of tabs, for assistive technology. */
  label: string;
  tabs: readonly { value: Value; label: ReactNode }[];
  value: Value;
  onChange(value: NoInfer<Value>): void;
  /** The panel of the chosen tab. */
  children: ReactNode;
  className?: string | undefined;
}

export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
  className,
}: TabsProps<Value>) {
  return (
    <Radix.Root
      value={value}
      onValueChange={(chosen) => {
        const tab = tabs.find((known) => known.value === chosen);
        if (tab) onChange(tab.value);
      }}
      className={className}
    >
      <Radix.List aria-label={label} className="flex flex-wrap gap-x-1 border-b border-control">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={clsx(
              "-mb-px min-h-11 border-b-4 border-transparent px-2.5 pt-1 text-[0.9375rem] font-medium sm:px-3 sm:text-base text-muted",
              "hover:text-ink data-[state=active]:border-action data-[state=active]:text-ink",
            )}
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-5">
          {tab.value === value && children}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
