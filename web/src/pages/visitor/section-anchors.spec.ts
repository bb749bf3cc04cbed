/** Checks that each section of a page has an anchor of its own. */
import { expect, it } from "vitest";
import { anchorsOf } from "./section-anchors.ts";

it.each([
  [
    ["Late arrival", "Équipe & Co"],
    ["late-arrival", "équipe-co"],
  ],
  [
    ["Payment", "Refunds", "Payment"],
    ["payment", "refunds", "payment-2"],
  ],
  [
    ["Payment", "Payment", "Payment 2"],
    ["payment", "payment-2", "payment-2-2"],
  ],
  [
    ["", ""],
    ["", "-2"],
  ],
])("anchors of %j", (titles, anchors) => {
  expect(anchorsOf(titles)).toEqual(anchors);
});
