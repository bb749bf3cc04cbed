/** Owns what faults and clients find of the product under trial, in whichever arrangement it runs. */
import type { ApiDoor } from "./api-door.ts";
import type { DatabaseLine } from "./network.ts";
import type { OutboxDisk } from "./outbox-disk.ts";
import type { DatabaseServer } from "./postgres-server.ts";
import type { Program } from "./program.ts";
import type { Provider } from "./provider.ts";
import type { WebhookRoad } from "./webhook-road.ts";

/** `processes`: BFFs and workers of their own against a server. `product`: all of it by one command, with its embedded PostgreSQL. */
export type Arrangement = "processes" | "product";

type MemberKind = "bff" | "worker" | "product";

/** One process of the product. */
export interface Member {
  kind: MemberKind;
  program: Program;
  /** Its own way to the database; null where the product runs that itself. */
  line: DatabaseLine | null;
  /** Sets its clock ahead by so many milliseconds, or back; 0: right. */
  shiftClock(ms: number): void;
  /** Base address, of one that serves. */
  address: string | null;
}

export interface House {
  arrangement: Arrangement;
  /** Of the run: logs, data, histories. */
  folder: string;
  server: DatabaseServer;
  /** Where the provider is hurt. */
  door: ApiDoor;
  road: WebhookRoad;
  provider: Pick<Provider, "browser" | "ownerUrl" | "deliverAll" | "undelivered">;
  outbox: OutboxDisk;
  /** `DATA_DIR` of every process. */
  dataDir: string;
  members(): readonly Member[];
  /** Base addresses that clients are told. */
  bffs(): readonly string[];
  /** Starts one more; answers when it serves. */
  join(kind: "bff" | "worker"): Promise<Member>;
  /** Stops it as an operator does; clients are told before. */
  leave(member: Member): Promise<void>;
  /** Which build the next starts are of: a folder that holds `dist/`. */
  build(): string;
  deploy(folder: string): void;
  /** Runs an operator's command beside the product. */
  operate(args: readonly string[]): OperatorRun;
  close(): Promise<void>;
}

export interface OperatorRun {
  kill(): void;
  ended: Promise<{ exitCode: number; output: string }>;
}
