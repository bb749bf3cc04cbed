/** Shows a rate with its grade: the number, and a word for what its color means. */
import { Badge } from "../../ui/badge.tsx";
import { type Grade, percent } from "./grades.ts";

export function GradedRate({ rate, grade }: { rate: number; grade: Grade }) {
  return (
    <span className="inline-flex items-center gap-2">
      {percent(rate)}
      <Badge tone={grade.tone}>{grade.word}</Badge>
    </span>
  );
}
