/** The perforated ticket: the booking's summary, its confirmation, and the loyalty card (decision 151). */
import clsx from "clsx";
import type { ReactNode } from "react";
import "./ticket.css";
import type { Ink } from "../../../../core/venue/rooms/inks.ts";

export interface TicketRow {
  label: string;
  value: ReactNode;
  /** For large values that are read from a distance: the total, the time. */
  strong?: boolean;
}

export interface TicketProps {
  title: ReactNode;
  /** Between the title and the rows. */
  lead?: ReactNode;
  rows: TicketRow[];
  /** The content below the tear line: a total, a button, a note. */
  stub?: ReactNode;
  ink?: Ink | undefined;
  /** Heading level of the title; 2 by default. */
  level?: 2 | 3 | undefined;
  className?: string | undefined;
}

export function Ticket({ title, lead, rows, stub, ink, level = 2, className }: TicketProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <div className={clsx("ticket-edge bg-sheet text-ink", className)}>
      <div
        className="px-5 pt-6 pb-4"
        style={{ backgroundColor: ink?.hex ?? "var(--color-ink)", color: ink?.text ?? "var(--color-ground)" }}
      >
        <Heading className="poster-type text-3xl">{title}</Heading>
      </div>
      {lead && <div className="px-5 pt-5">{lead}</div>}
      <dl className="grid gap-2.5 px-5 py-5">
        {rows.map(({ label, value, strong }) => (
          <div
            key={label}
            className={clsx("flex items-baseline justify-between gap-4", strong && "text-lg font-semibold")}
          >
            <dt className={strong ? undefined : "text-muted"}>{label}</dt>
            <dd className="figures text-right">{value}</dd>
          </div>
        ))}
      </dl>
      {stub && <div className="ticket-stub px-5 pt-5 pb-6">{stub}</div>}
    </div>
  );
}
