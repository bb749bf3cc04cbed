import { describe, expect, it } from "vitest";
import { csvLine } from "./csv.ts";

describe("a line of CSV", () => {
  it.each([
    ["=HYPERLINK(1)", "'=HYPERLINK(1)\r\n"],
    ["+1 212 555 0100", "'+1 212 555 0100\r\n"],
    ["-2+3", "'-2+3\r\n"],
    ["@SUM(A1)", "'@SUM(A1)\r\n"],
    ["\t=1", "'\t=1\r\n"],
    ["\r=1", '"\'\r=1"\r\n'],
    ["\n=1", '"\'\n=1"\r\n'],
    ["＝1+1", "'＝1+1\r\n"],
    ['=1,"2"', '"\'=1,""2"""\r\n'],
  ])("makes no formula of %j", (text, line) => {
    expect(csvLine([text])).toBe(line);
  });

  it("keeps numbers as they are, negative ones too", () => {
    expect(csvLine([-12.5, 0, 1_234.05])).toBe("-12.5,0,1234.05\r\n");
  });

  it("quotes what RFC 4180 requires, and leaves empty cells empty", () => {
    expect(csvLine(['The "Cave", below', "two\nlines", null, "plain = fine", " led by a space"])).toBe(
      '"The ""Cave"", below","two\nlines",,plain = fine," led by a space"\r\n',
    );
  });
});
