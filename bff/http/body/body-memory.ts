/** Limits how many bytes of bodies are in memory at a time, in all and per address. */

export interface BodyMemory {
  /** Room for one body: it takes bytes as they arrive, and gives them back once the body is answered. */
  open(address: string): BodyReservation;
}

export interface BodyReservation {
  /** `no room`: the bytes of all addresses would be too many; `too many`: the bytes of this address would be. */
  reserve(bytes: number): "taken" | "no room" | "too many";
  release(): void;
}

export function createBodyMemory(limits: { inAll: number; perAddress: number }): BodyMemory {
  const byAddress = new Map<string, number>();
  let inAll = 0;
  return {
    open(address) {
      let mine = 0;
      return {
        reserve(bytes) {
          const ofAddress = (byAddress.get(address) ?? 0) + bytes;
          if (ofAddress > limits.perAddress) return "too many";
          if (inAll + bytes > limits.inAll) return "no room";
          mine += bytes;
          inAll += bytes;
          byAddress.set(address, ofAddress);
          return "taken";
        },
        release() {
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
