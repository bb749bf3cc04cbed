/** Defines the worker's tasks of imports that began on a screen: applying one, and undoing one (decisions 309, 310). */
import type { Task } from "graphile-worker";
import { z } from "zod";
import type { Core } from "../../core/context.ts";
import { applyKeptImport } from "../../core/import/apply.ts";
import type { ImportEvent } from "../../core/import/import.ts";
import { undoImport } from "../../core/import/undo.ts";
import type { Actor } from "../../core/log/append-request.ts";
import type { RecordedEvent } from "../../core/log/stream.ts";
import type { QueuedJob } from "../engine/wake-followers.ts";

/** One import at a time: it appends as fast as the database does. */
const LANE = "imports";
export const IMPORT_LANES = 1;

const TASKS: Partial<Record<ImportEvent["type"], string>> = {
  ImportBegun: "apply-import",
  ImportUndoBegun: "undo-import",
};

/** An operator's command does its own work, and goes on with it when it is run again. */
export function importReactionsTo({ id, stream, type, meta }: RecordedEvent<ImportEvent>): QueuedJob[] {
  const task = TASKS[type];
  if (task === undefined || meta.actor.kind === "system") return [];
  return [{ task, payload: { importId: id, actor: meta.actor }, key: `${task}:${stream}`, queue: LANE }];
}

const Payload = z.object({ importId: z.number().int().positive(), actor: z.custom<Actor>() });

export const importTasks = ({ core }: { core: Core }) =>
  ({
    async "apply-import"(payload) {
      const { importId, actor } = Payload.parse(payload);
      await applyKeptImport(core, importId, { actor, requestId: `import-${importId}` });
    },

    async "undo-import"(payload) {
      const { importId, actor } = Payload.parse(payload);
      await undoImport(core, importId, { actor, requestId: `undo-import-${importId}` });
    },
  }) satisfies Record<string, Task>;
