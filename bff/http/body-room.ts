/** Limits how many bytes of bodies are in memory at a time, in all and per address. */

export interface BodyMemory {
  /** Room for one body: it takes bytes as they arrive, and gives them back once the body is answered. */
  enter(address: string): BodyReservation;
}

export interface BodyReservation {
  /** `no room`: the bytes of all addresses would be too many; `too many`: the bytes of this address would be. */
  take(bytes: number): "taken" | "no room" | "too many";
  leave(): void;
}

export function createBodyMemory(limits: { inAll: number; perAddress: number }): BodyMemory {
  const byAddress = new Map<string, number>();
  let inAll = 0;
  return {
    enter(address) {
      let mine = 0;
      return {
        take(bytes) {
          const ofAddress = (byAddress.get(address) ?? 0) + bytes;
          if (ofAddress > limits.perAddress) return "too many";
          if (inAll + bytes > limits.inAll) return "no room";
          mine += bytes;
          inAll += bytes;
          byAddress.set(address, ofAddress);
          return "taken";
        },
        leave() {
          inAll -= mine;
          const left = (byAddress.get(address) ?? 0) - mine;
          mine = 0;
          if (left > 0) byAddress.set(address, left);
          else byAddress.delete(address);
        },
      };
    },
  };
}
