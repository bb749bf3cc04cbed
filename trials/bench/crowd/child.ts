/** Runs a bench's helper: a separate process that carries out one order after another, so that the bench does not wait for it. */
import { fork } from "node:child_process";
import { once } from "node:events";

export interface Child<Order> {
  tell<Answer>(order: Order): Promise<Answer>;
  stop(): Promise<void>;
}

/** `file` is a program that calls `handleOrders`. */
export function startChild<Order extends object>(file: string, args: readonly string[]): Child<Order> {
  const child = fork(file, args, {
    execArgv: ["--import", "tsx"],
    env: { PATH: "/usr/bin:/bin" },
    serialization: "advanced",
  });
  let before: Promise<unknown> = Promise.resolve();
  /** The order that is being carried out. */
  let answered: ((answer: unknown) => void) | undefined;
  let failed: ((error: Error) => void) | undefined;
  child.on("message", (answer) => answered?.(answer));
  child.on("exit", (code) => failed?.(new Error(`${file} ended with ${code}`)));

  return {
    tell<Answer>(order: Order) {
      const answer = before.then(
        () =>
          new Promise<unknown>((resolve, reject) => {
            if (child.exitCode !== null) throw new Error(`${file} has ended`);
            answered = resolve;
            failed = reject;
            child.send(order);
          }),
      );
      before = answer.catch(() => undefined);
      return answer as Promise<Answer>;
    },
    async stop() {
      const ended = once(child, "exit");
      if (child.exitCode !== null) return;
      child.disconnect();
      await ended;
    },
  };
}

/** The helper's side: it answers each order. An error ends it, and so does the end of the bench, whatever the cause. */
export function handleOrders<Order>(obey: (order: Order) => Promise<object>): void {
  process.on("message", (order: Order) => {
    obey(order).then(
      (answer) => process.send?.(answer),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
        process.exit(1);
      },
    );
  });
  process.on("disconnect", () => process.exit(0));
}
