/** Describes the running product, as faults and clients see it in either arrangement. */

import type { DatabaseProxy } from "./database-proxy.ts";
import type { OutboxDisk } from "./outbox-disk.ts";
import type { DatabaseServer } from "./postgres-server.ts";
import type { Provider } from "./provider/provider.ts";
import type { ProviderProxy } from "./provider/provider-proxy.ts";
import type { WebhookRelay } from "./provider/webhook-relay.ts";
import type { Program } from "./supervisor.ts";

/** `processes`: separate BFFs and workers on a server. `product`: all of it by one command, with its embedded PostgreSQL. */
export type Arrangement = "processes" | "product";

type MemberKind = "bff" | "worker" | "product";

/** One process of the product. */
export interface Member {
  kind: MemberKind;
  program: Program;
  /** Its own connection path to the database; null if the product itself runs the database. */
  databaseProxy: DatabaseProxy | null;
  /** Sets its clock this many milliseconds ahead, or back if negative; 0 makes it right. */
  shiftClock(ms: number): void;
  /** Base address, if it serves HTTP. */
  address: string | null;
}

export interface RunningProduct {
  arrangement: Arrangement;
  /** The folder of the run: logs, data, histories. */
  folder: string;
  server: DatabaseServer;
  /** The payment provider, where its faults are injected. */
  providerProxy: ProviderProxy;
  webhookRelay: WebhookRelay;
  provider: Pick<Provider, "browser" | "ownerUrl" | "deliverAll" | "undelivered">;
  outbox: OutboxDisk;
  /** `DATA_DIR` of every process. */
  dataDir: string;
  members(): readonly Member[];
  /** Base addresses for clients. */
  bffs(): readonly string[];
  /** Starts another process; resolves when it serves. */
  addMember(kind: "bff" | "worker"): Promise<Member>;
  /** Stops it as an operator does, after it was removed from the clients' addresses. */
  removeMember(member: Member): Promise<void>;
  /** The folder with the `dist/` of later starts. */
  build(): string;
  /** Sets it. */
  deploy(folder: string): void;
  /** Runs an operator's command beside the product. */
  runCommand(args: readonly string[]): OperatorRun;
  close(): Promise<void>;
}

export interface OperatorRun {
  kill(): void;
  ended: Promise<{ exitCode: number; output: string }>;
}
