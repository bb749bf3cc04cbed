/** Shows that both checkers accept proofs of a kept order, and say what they found in them. */
import { describe, expect, it } from "vitest";
import { newCosigner } from "../../../../core/transparency/cosigner-fixture.ts";
import {
  answered,
  type Happened,
  joined,
  KEPT_ORDER,
  left,
  offered,
  REASON,
  sealedProof,
  WITH_OVERRIDE,
} from "../../../../core/waitlist/history-fixture.ts";
import { checkOrderProof } from "./order-proof-check.ts";
import { faultsOf, runChecker, VKEY } from "./order-proof-fixture.ts";

describe("a proof of the order", () => {
  it("says that the order was kept, and why offers passed the entry", async () => {
    const proof = await sealedProof(KEPT_ORDER);
    expect(await faultsOf(proof)).toEqual([]);
    expect(await runChecker(proof, "--key", VKEY)).toEqual({
      code: 0,
      lines: [
        "served in order",
        "passed: 2026-12-02T00:00:00.000Z, room 3 from 2026-12-15T15:00:00.000Z to 2026-12-15T16:00:00.000Z, for entry 3: does not fit",
        "passed: 2026-12-02T00:00:00.000Z, room 4 from 2026-12-16T00:00:00.000Z to 2026-12-16T02:00:00.000Z, for entry 4: already offered",
        "passed: 2026-12-02T00:00:00.000Z, room 3 from 2026-12-15T23:00:00.000Z to 2026-12-16T01:00:00.000Z, for entry 5: already offered",
        "the file has every offer from 1 to 5; it does not show whether there is a newer one before entry 2 left",
        "verified 8 events",
      ],
    });
    const { entryId, passes, overrides } = await checkOrderProof(proof, [VKEY]);
    expect({ entryId, overrides }).toEqual({ entryId: 2, overrides: [] });
    expect(passes.map(({ servedId, why }) => [servedId, why])).toEqual([
      [3, "does not fit"],
      [4, "already offered"],
      [5, "already offered"],
    ]);
  });

  it("names the entries that staff passed over, with the reason and the instant", async () => {
    const proof = await sealedProof(WITH_OVERRIDE);
    expect(await faultsOf(proof)).toEqual([]);
    const { code, lines } = await runChecker(proof, "--key", VKEY);
    expect({ code, first: lines[0] }).toEqual({
      code: 0,
      first: `passed over by staff: entry 1, entry 2, for entry 4 at 2026-12-02T00:00:00.000Z: ${REASON}`,
    });
    expect(lines).not.toContain("served in order");
    const { overrides } = await checkOrderProof(proof, [VKEY]);
    expect(overrides).toMatchObject([{ servedId: 4, passedIds: [1, 2], reason: REASON, roomId: 4 }]);
  });

  it("counts an entry as passed over by staff if the reason for passing it does not hold", async () => {
    const open: Parameters<typeof offered>[2] = [[1, "does not fit"], [2, "does not fit"], 3];
    const history = [
      joined(1),
      joined(2),
      joined(3),
      offered({ entryId: 3, bookingId: 9, roomId: 3 }, [18, 20], open, { override: REASON }),
    ];
    const proof = await sealedProof(history);
    expect(await faultsOf(proof)).toEqual([]);
    expect((await checkOrderProof(proof, [VKEY])).overrides).toMatchObject([{ servedId: 3, passedIds: [2] }]);
    expect((await runChecker(proof, "--key", VKEY)).lines[0]).toMatch(
      /^passed over by staff: entry 2, for entry 3 at /,
    );
  });

  it.each<[string, readonly Happened[], number]>([
    [
      "an entry that pays a lapsed offer late",
      [
        joined(2),
        offered({ entryId: 2, bookingId: 1, roomId: 3 }, [18, 20], [2]),
        answered("OfferLapsed", 2, 1),
        answered("OfferClaimed", 2, 1),
      ],
      2,
    ],
    [
      "an entry for which any room will do: one that it does not list may not suit",
      [
        joined(2, { anyRoom: true }),
        joined(3),
        offered({ entryId: 3, bookingId: 1, roomId: 7 }, [18, 20], [[2, "does not fit"], 3]),
        offered({ entryId: 2, bookingId: 2, roomId: 8 }, [18, 20], [2, 3]),
      ],
      2,
    ],
    ["an entry to which nothing was offered", [joined(1), joined(2)], 2],
    ["the entry that is served before all", KEPT_ORDER, 1],
    ["an entry that joined later", KEPT_ORDER, 5],
    ["an entry that withdrew", [joined(1), joined(2), left(2, "withdrawn")], 2],
    ["an entry whose last day passed", [joined(2), left(2, "over", "2026-12-17T06:00:00.000Z")], 2],
    [
      "an entry that let two offers lapse",
      [
        joined(2),
        offered({ entryId: 2, bookingId: 1, roomId: 3 }, [18, 20], [2]),
        answered("OfferLapsed", 2, 1),
        offered({ entryId: 2, bookingId: 2, roomId: 3 }, [19, 21], [2]),
        answered("OfferLapsed", 2, 2),
        left(2, "lapses"),
      ],
      2,
    ],
    [
      "an entry that fits only in hours that it had let lapse",
      [
        joined(2, { hours: 1, to: 19 }),
        joined(3, { hours: 2 }),
        offered({ entryId: 2, bookingId: 1, roomId: 3 }, [18, 19], [2, 3]),
        answered("OfferLapsed", 2, 1),
        offered({ entryId: 3, bookingId: 2, roomId: 3 }, [18, 20], [[2, "does not fit"], 3]),
      ],
      2,
    ],
  ])("is valid for %s", async (_, history, own) => {
    expect(await faultsOf(await sealedProof(history, { own }))).toEqual([]);
  });

  it("covers what is sealed, and counts the rest", async () => {
    const proof = await sealedProof(KEPT_ORDER, { size: 14 });
    expect(await faultsOf(proof)).toEqual([]);
    const { lines } = await runChecker(proof, "--key", VKEY);
    expect(lines.slice(-2)).toEqual(["5 newer events are in no checkpoint yet", "verified 3 events"]);
  });

  it("says that it does not show an offer newer than its newest", async () => {
    const open: Parameters<typeof offered>[2] = [[2, "does not fit"], 3];
    const passed = offered({ entryId: 3, bookingId: 9, roomId: 3 }, [9, 11], open);
    const proof = await sealedProof([passed, joined(2), joined(3), passed, passed]);
    const said = async () => (await runChecker(proof, "--key", VKEY)).lines.at(-2);
    proof.events.pop();
    expect(await faultsOf(proof)).toEqual([]);
    expect(await said()).toBe(
      "the file has every offer from 2 to 2; it does not show whether there is a newer one among the 10 events of the checkpoint",
    );
    proof.events.pop();
    expect(await faultsOf(proof)).toEqual([]);
    expect(await said()).toBe(
      "the file has no offers; it does not show whether there is a newer one among the 10 events of the checkpoint",
    );
  });

  it("needs the countersignature of a witness that is asked for", async () => {
    const proof = await sealedProof(KEPT_ORDER);
    const { vkey } = newCosigner("witness.example/w1");
    expect(await runChecker(proof, "--key", VKEY, "--witness", vkey)).toEqual({
      code: 1,
      lines: ["fault: checkpoint: witness.example/w1 has not countersigned it", "1 faults"],
    });
  });
});
