/** Lists closures for staff: those in force, each with who made it and when, read from the log. */
import { closureStream } from "../../core/closure/closure.ts";
import { readBeginnings } from "../../core/log/read.ts";
import type { Sql } from "../../core/platform/database/database.ts";
import { type ListedClosure, listClosures } from "./availability.ts";
import { namesOf } from "./staff.ts";

export interface Closure extends ListedClosure {
  placedBy: string;
  /** UTC instant. */
  placedAt: Date;
}

/** Closures that overlap [from, to), ordered by start. */
export async function closuresWithin(sql: Sql, from: Date, to: Date): Promise<Closure[]> {
  const blocks = await listClosures(sql, from, to);
  const placings = await readBeginnings(
    sql,
    blocks.map(({ id }) => ({ stream: closureStream.nameOf(id), before: 2 })),
  );
  const byStream = new Map(placings.map((event) => [event.stream, event]));
  const nameOf = await namesOf(
    sql,
    placings.map(({ meta }) => meta.actor),
  );
  return blocks.flatMap((block) => {
    const placing = byStream.get(closureStream.nameOf(block.id));
    if (!placing) return [];
    return [{ ...block, placedBy: nameOf(placing.meta.actor), placedAt: placing.occurredAt }];
  });
}
