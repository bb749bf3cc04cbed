/** Checks how the text of a policy is read. */
import { expect, it } from "vitest";
import { policyTrouble, readPolicyText } from "./policy-text.ts";

it("has a lead, sections, paragraphs and points, with the words that are inserted", () => {
  const text =
    "For {name}.\n\n## Money\n- {payment}\n- No fee.\n\nOne line\ngoes on.\n## Questions\nWrite to {email}";
  expect(readPolicyText(text)).toEqual([
    {
      title: null,
      blocks: [{ kind: "paragraph", pieces: [{ text: "For " }, { insert: "name" }, { text: "." }] }],
    },
    {
      title: "Money",
      blocks: [
        { kind: "point", pieces: [{ insert: "payment" }] },
        { kind: "point", pieces: [{ text: "No fee." }] },
        { kind: "paragraph", pieces: [{ text: "One line goes on." }] },
      ],
    },
    {
      title: "Questions",
      blocks: [{ kind: "paragraph", pieces: [{ text: "Write to " }, { insert: "email" }] }],
    },
  ]);
});

it("is refused with a word that nothing replaces, which is named", () => {
  expect(policyTrouble("You pay {downpayment}.")).toMatch(/^\{downpayment\} is not replaced by anything/);
  expect(policyTrouble("You pay {constructor}.")).toMatch(/^\{constructor\}/);
  expect(policyTrouble("{payment} {refunds}")).toBeNull();
  expect(policyTrouble("Braces { alone } on\nlines {\n}")).toMatch(/^\{ alone \}/);
});
