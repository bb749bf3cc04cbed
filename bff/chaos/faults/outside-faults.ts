/** Faults of external systems: the payment provider, its webhooks, and the disk of the outbox. */
import type { DoorState } from "../arena/api-door.ts";
import type { RoadState } from "../arena/webhook-road.ts";
import { type FaultKind, fault, type Scene } from "./fault.ts";

const door = (name: string, weight: number, state: (scene: Scene) => DoorState): FaultKind =>
  fault(name, weight, async (scene) => {
    scene.house.door.set(state(scene));
    try {
      await scene.lasts(2_000, 6_000);
    } finally {
      scene.house.door.set("open");
    }
    return "provider";
  });

const road = (name: string, weight: number, state: RoadState): FaultKind =>
  fault(name, weight, async ({ house, lasts }) => {
    house.road.set(state);
    try {
      await lasts(3_000, 8_000);
    } finally {
      house.road.set("open");
    }
    return "webhooks";
  });

export const outsideFaults: readonly FaultKind[] = [
  door("provider-slow", 2, ({ random }) => ({ slowMs: random.between(500, 3_000) })),
  door("provider-refuses", 2, () => "shut"),
  door("provider-fails", 2, () => "failing"),
  door("provider-does-twice", 3, () => "twice"),
  door("provider-does-and-is-mute", 3, () => "mute"),
  road("webhooks-lost", 3, "lossy"),
  road("webhooks-doubled", 2, "doubling"),
  road("webhooks-shuffled", 2, "shuffled"),
  road("webhooks-late", 2, { delayMs: 2_500 }),
  fault("outbox-full", 3, async ({ house: { outbox }, lasts }) => {
    outbox.fill();
    try {
      await lasts(1_500, 5_000);
    } finally {
      outbox.relieve();
    }
    return `outbox (${outbox.error})`;
  }),
];
