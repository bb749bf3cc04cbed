/** Measures the append of a series of 52 dates, each one event and two hours, beside the append of one such booking, one at a time. */
import { randomUUID } from "node:crypto";
import { appendInOneStatement, nextStreamIds } from "../../../core/log/append-statements.ts";
import type { Sql } from "../../../core/platform/database/database.ts";
import { appendOf, appendOurs } from "./append.bench.ts";
import { freshHours } from "./bare-statement.ts";
import { median, report } from "./measure.ts";

const DATES = 52;
const ROUNDS = 60;
const WARM_UPS = 10;
const AIM = 3;

/** `sql` has the login of the processes. The hours are those of another room than the other benches use. */
export async function benchSeriesAppend(sql: Sql): Promise<void> {
  const twoHours = freshHours();
  const occurredAt = new Date();
  const room = { roomId: 2 };
  const series = async (): Promise<void> => {
    const [[seriesId = 0], ids] = await Promise.all([
      nextStreamIds(sql, "series", 1),
      nextStreamIds(sql, "booking", DATES),
    ]);
    const head = {
      stream: { category: "series", id: seriesId },
      expectedVersion: 0,
      commandId: randomUUID(),
      events: [{ type: "SeriesBooked", schemaVersion: 1, data: { dates: ids } }],
      meta: { actor: { kind: "visitor" as const }, requestId: "bench" },
      occurredAt,
    };
    const dates = ids.map((id) => {
      const one = appendOf(twoHours(), occurredAt, room);
      return { ...one, stream: { ...one.stream, id } };
    });
    const result = await appendInOneStatement(sql, [head, ...dates]);
    if (!result.ok) throw new Error(result.violated);
  };
  const single = () => appendOurs(sql, twoHours(), occurredAt, room);
  const times = { series: [] as number[], single: [] as number[] };
  for (let round = -WARM_UPS; round < ROUNDS; round++) {
    for (const [name, call] of [
      ["series", series],
      ["single", single],
    ] as const) {
      const began = performance.now();
      await call();
      if (round >= 0) times[name].push(performance.now() - began);
    }
  }
  const [ofSeries, ofOne] = [median(times.series), median(times.single)];
  const ratio = ofSeries / ofOne;
  report(
    `append of ${DATES} dates`,
    `p50 ${ofSeries.toFixed(2)} ms`,
    `${ratio.toFixed(2)} × an append of one (${ofOne.toFixed(2)} ms, aim ≤ ${AIM}${ratio <= AIM ? "" : ", MISSED"})`,
  );
}
