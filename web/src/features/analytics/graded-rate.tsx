/** Shows a rate with its grade: the number, and a word for what its color means. */
import { Badge } from "../../ui/badge.tsx";
import { type Grade, percent } from "./grades.ts";

/** `rate`: null while there is nothing to compute it of; then no grade is given. */
export function GradedRate({ rate, grade }: { rate: number | null; grade(rate: number): Grade }) {
  if (rate === null) return <span className="text-base font-normal text-muted">No data yet</span>;
  const { tone, word } = grade(rate);
  return (
    <span className="inline-flex items-center gap-2">
      {percent(rate)}
      <Badge tone={tone}>{word}</Badge>
    </span>
  );
}
