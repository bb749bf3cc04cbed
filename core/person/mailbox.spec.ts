/** Checks which spellings of an email are one mailbox. */
import { expect, it } from "vitest";
import { mailboxOf } from "./mailbox.ts";

it.each([
  ["Ada@Example.test", "ada@example.test"],
  ["ada+hub+2@example.test", "ada@example.test"],
  ["a.da@example.test", "a.da@example.test"],
  ["a.d.a+x@gmail.com", "ada@gmail.com"],
  ["ada@googlemail.com", "ada@gmail.com"],
  ['"a@b"@example.test', '"a@b"@example.test'],
  ["+x@example.test", "@example.test"],
  ["no address", "no address"],
])("%s reaches %s", (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
