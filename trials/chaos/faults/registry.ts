/** Lists all faults, and draws the next one. */
import type { Arrangement } from "../arena/running-product.ts";
import type { Random } from "../random.ts";
import { databaseFaults } from "./database-faults.ts";
import { externalFaults } from "./external-faults.ts";
import type { FaultKind } from "./fault.ts";
import { networkFaults } from "./network-faults.ts";
import { operatorFaults } from "./operator-faults.ts";
import { processFaults } from "./process-faults.ts";

const FAULTS: readonly FaultKind[] = [
  ...processFaults,
  ...databaseFaults,
  ...networkFaults,
  ...externalFaults,
  ...operatorFaults,
];

export function drawFault(random: Random, arrangement: Arrangement): FaultKind {
  const possible = FAULTS.filter(({ arrangements }) => arrangements.includes(arrangement));
  return random.weighted(possible.map((kind) => [kind, kind.weight] as const));
}
