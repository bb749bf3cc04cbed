/** Moves through the pages of a long list: first, previous, next, last, or a page by its number. */
import clsx from "clsx";
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { count } from "../format/counts.ts";
import { Button } from "./button.tsx";
import { TextInput } from "./field.tsx";

interface PagerProps {
  /** The name of the list for assistive technology. */
  label: string;
  /** Counted from 1. */
  page: number;
  pages: number;
  onPage(page: number): void;
}

/** The short form, above a list, for turning page after page. */
export function ShortPager(pager: PagerProps) {
  if (pager.pages <= 1) return null;
  return (
    <nav aria-label={pager.label} className="flex gap-2">
      <Step {...pager} name="Previous page" to={pager.page - 1} Icon={ChevronLeft} />
      <Step {...pager} name="Next page" to={pager.page + 1} Icon={ChevronRight} />
    </nav>
  );
}

export function Pager(pager: PagerProps) {
  const { label, page, pages } = pager;
  if (pages <= 1) return null;
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-center gap-2 pt-2">
      <Step {...pager} name="First page" to={1} Icon={ChevronFirst} className="max-sm:hidden" />
      <Step {...pager} name="Previous page" to={page - 1} Icon={ChevronLeft} />
      {/* On another page the field begins with that page's number. */}
      <PageField key={page} {...pager} />
      <Step {...pager} name="Next page" to={page + 1} Icon={ChevronRight} />
      <Step {...pager} name="Last page" to={pages} Icon={ChevronLast} className="max-sm:hidden" />
    </nav>
  );
}

interface StepProps extends PagerProps {
  name: string;
  to: number;
  Icon: typeof ChevronLeft;
  className?: string;
}

function Step({ name, to, page, pages, onPage, Icon, className }: StepProps) {
  return (
    <Button
      density="dense"
      aria-label={name}
      inert={to < 1 || to > pages || to === page}
      className={clsx("min-w-11", className)}
      onClick={() => onPage(to)}
    >
      <Icon aria-hidden="true" className="size-5" />
    </Button>
  );
}

function PageField({ page, pages, onPage }: PagerProps) {
  const id = useId();
  const [typed, setTyped] = useState(String(page));
  const go = (event: FormEvent) => {
    event.preventDefault();
    const wanted = Number(typed);
    const next = Number.isInteger(wanted) ? Math.min(Math.max(wanted, 1), pages) : page;
    setTyped(String(next));
    if (next !== page) onPage(next);
  };
  return (
    <form onSubmit={go} className="figures mx-2 flex items-center gap-2">
      <label htmlFor={id}>Page</label>
      <TextInput
        density="dense"
        id={id}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        className="max-w-18 text-center"
      />
      <span>of {count(pages)}</span>
    </form>
  );
}

/** `"21–40 of 50,000"` */
export function rangeText(page: number, perPage: number, shown: number, total: number): string {
  const first = (page - 1) * perPage + 1;
  return `${count(first)}–${count(first + shown - 1)} of ${count(total)}`;
}

/** The number of pages of a list; at least one. */
export const pagesOf = (total: number, perPage: number): number => Math.max(1, Math.ceil(total / perPage));
