/** Checks that a phone is found however it is typed, and that other words and booking numbers stay what they are. */
import { expect, it } from "vitest";
import { phoneDigits, wordsOf } from "./search-words.ts";

it.each([
  ["212 555 0198", "2125550198"],
  ["+1 212 555 0198", "2125550198"],
  ["1 212 555 0198", "2125550198"],
  ["(212) 555-0198", "2125550198"],
  ["212.555.0198", "2125550198"],
  ["2125550198", "2125550198"],
  ["555 0198", "5550198"],
  ["+44 20 7946 0958", "079460958"],
])("reads %s as one phone", (typed, digits) => {
  expect(wordsOf(typed).map(phoneDigits)).toEqual([digits]);
});

it.each([
  ["ella 212 555 0198", ["ella", "2125550198"]],
  ["#42 ella", ["#42", "ella"]],
  ["ella baker", ["ella", "baker"]],
  ["route66 12", ["route66", "12"]],
])("keeps the words of %s", (typed, words) => {
  expect(wordsOf(typed)).toEqual(words);
});

it.each(["ella", "42", "a1b2c3", "12:30"])("does not take %s for a phone", (word) => {
  expect(phoneDigits(word)).toBeNull();
});
