/**
 * Connects both drivers to the primary: each connection is made to the server that takes writes at that moment, and ends
 * when another server takes over.
 */
import { Socket } from "node:net";
import pg from "pg";
import type { DatabaseAddress } from "../config/database-address.ts";
import { findPrimaryFor, type TrackedSocket } from "./primary.ts";

class PrimarySocket extends Socket implements TrackedSocket {
  onClosed: () => void = () => undefined;

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.onClosed();
    super._destroy(error, callback);
  }
}

/** A socket that connects to the primary, for postgres.js; if there is no primary, one that fails. */
export async function primarySocket(address: DatabaseAddress): Promise<Socket> {
  const socket = new PrimarySocket().setNoDelay(true);
  try {
    const server = await findPrimaryFor(address, socket);
    // The driver needs host and port to check the certificate.
    return Object.assign(socket.connect(server), server);
  } catch (error) {
    // The driver adds its listeners only after this turn of the event loop.
    setImmediate(() => socket.destroy(error instanceof Error ? error : new Error(String(error))));
    return socket;
  }
}

/** A client class for node-postgres' pool; each client connects to the primary of that moment. */
export function primaryClient(address: DatabaseAddress): typeof pg.Client {
  return class extends pg.Client {
    readonly #socket: PrimarySocket;

    constructor(config?: pg.ClientConfig) {
      const socket = new PrimarySocket();
      super({ ...config, stream: () => socket });
      this.#socket = socket;
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      const led = findPrimaryFor(address, this.#socket).then((server) => void Object.assign(this, server));
      if (!callback) return led.then(() => super.connect());
      led.then(() => super.connect(callback), callback);
      return undefined;
    }
  };
}
