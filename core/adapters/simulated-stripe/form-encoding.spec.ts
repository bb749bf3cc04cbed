/** Checks how forms and JSON are read as parameters. */
import { expect, test } from "vitest";
import { parameterTree } from "./form-encoding.ts";
import { StripeRefusal } from "./stripe-refusal.ts";

/** The form as the validator passes it on: a name that ends in brackets makes a list. */
function form(text: string) {
  const fields = new URLSearchParams(text);
  const fieldOf = (key: string) => (key.endsWith("[]") ? fields.getAll(key) : fields.get(key));
  return parameterTree(Object.fromEntries([...fields.keys()].map((key) => [key, fieldOf(key)])));
}

test("bracketed names become a tree", () => {
  expect(form("amount=7500&metadata[bookingId]=42&payment_method_data[card][number]=4242+4242")).toEqual({
    amount: "7500",
    metadata: { bookingId: "42" },
    payment_method_data: { card: { number: "4242 4242" } },
  });
});

test("encoded brackets and lists are read too", () => {
  expect(form("expand%5B%5D=a&expand%5B%5D=b&ids[0]=x")).toEqual({
    expand: { "0": "a", "1": "b" },
    ids: { "0": "x" },
  });
});

test("nested JSON is the same tree", () => {
  expect(parameterTree({ client_secret: "s", card: { exp_month: 12, saved: true, name: null } })).toEqual({
    client_secret: "s",
    card: { exp_month: "12", saved: "true", name: "" },
  });
});

test("a name does not refer to inherited properties", () => {
  const tree = form("__proto__[admin]=1&constructor=2");
  expect(Object.keys(tree)).toEqual(["__proto__", "constructor"]);
  expect(({} as { admin?: string }).admin).toBeUndefined();
});

test.each(["a=1&a[b]=2", "a[b]=1&a=2", "a[=1", "[a]=1", "a]b[=1", "a[b][c][d][e][f][g]=1"])(
  "%s is refused",
  (text) => {
    expect(() => form(text)).toThrow(StripeRefusal);
  },
);

test.each([null, 3, "text", { a: { b: { c: { d: { e: { f: { g: 1 } } } } } } }])("%j is refused", (json) => {
  expect(() => parameterTree(json)).toThrow(StripeRefusal);
});
