/** Opens a printed document: a PDF 1.7, tagged for screen readers, with embedded fonts and page numbers. */
import { buffer } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { currencyCode } from "../../../core/venue/currency.ts";
import type { VenueDay } from "../../../core/venue/time/venue-time.ts";
import { typeface } from "./typeface.ts";

/** Two centimeters, in points, as all lengths here. */
const MARGIN = 57;

/** Below the last line of text. */
const FOOT = 22;

const SIZE = 9.5;
/** From line to line, in sizes of the text. */
const LEADING = 1.4;

/** Text is black, or a gray that a printer without colors shows as clearly. */
const INK = "#000000";
const GRAY = "#555555";
export const RULE = { weight: 0.75, color: INK };
export const HAIRLINE = { weight: 0.5, color: "#bbbbbb" };

/** Tabular figures. */
const FIGURES: PDFKit.Mixins.OpenTypeFeatures[] = ["tnum"];

/** Currencies of countries whose printers hold Letter; all others hold A4. */
const LETTER = new Set("usd cad mxn php cop clp crc gtq dop nio pab".split(" "));

export interface TextStyle {
  size?: number;
  isBold?: boolean;
  isGray?: boolean;
  align?: "right";
  /** Figures of one width, which align in columns. */
  figures?: boolean;
  /** The address that a click opens. */
  link?: string;
}

/** Where a text is, from the left and the top of the page. */
interface Place {
  x: number;
  y: number;
  width: number;
}

type Element = PDFKit.PDFStructureElement;

export type Paper = Awaited<ReturnType<typeof openPaper>>;

/** The bytes depend on nothing but what is written: a document that is printed again is the same file. */
export async function openPaper({ title, on }: { title: string; on: VenueDay }) {
  const [{ default: PDFDocument }, { regular, bold, printable }] = await Promise.all([
    import("pdfkit"),
    typeface(),
  ]);
  const doc = new PDFDocument({
    size: LETTER.has(currencyCode()) ? "LETTER" : "A4",
    margin: MARGIN,
    pdfVersion: "1.7",
    tagged: true,
    lang: "en",
    displayTitle: true,
    info: { Title: title, CreationDate: new Date(`${on}T00:00:00Z`) },
    bufferPages: true,
    font: regular,
  });
  const body = doc.struct("Document");
  doc.addStructure(body);

  const left = MARGIN;
  const right = doc.page.width - MARGIN;
  const width = right - left;
  const bottom = doc.page.height - MARGIN - FOOT;

  const optionsOf = ({ size = SIZE, isBold, isGray, align, figures, link }: TextStyle, width: number) => {
    doc.font(isBold ? bold : regular, size).fillColor(isGray ? GRAY : INK);
    const lineGap = size * LEADING - doc.currentLineHeight(true);
    return {
      width,
      lineGap,
      ...(align && { align }),
      ...(figures && { features: FIGURES }),
      ...(link && { link }),
    };
  };

  /** The next text begins below it. */
  const write = (text: string, { x, y, width }: Place, style: TextStyle = {}): void => {
    doc.text(printable(text), x, y, optionsOf(style, width));
  };

  /** Adds a part, into which pieces are put in the order in which they are read. */
  function part(type: string, parent = body): Element {
    const element = doc.struct(type);
    parent.add(element);
    return element;
  }

  /** Adds a text with its tag; `draw` writes it now. */
  function piece(
    type: string,
    draw: () => void,
    { parent = body, ...options }: PDFKit.Mixins.StructureElementOptions & { parent?: Element } = {},
  ): void {
    parent.add(doc.struct(type, options, draw));
  }

  /** Draws what belongs to the page and not to the text; screen readers skip it. */
  function artifact(type: "Layout" | "Pagination", draw: () => void): void {
    doc.markContent("Artifact", { type });
    draw();
    doc.endMarkedContent();
  }

  return {
    left,
    right,
    width,
    write,
    part,
    piece,
    artifact,

    /** Where the next text begins. */
    get y() {
      return doc.y;
    },
    set y(y: number) {
      doc.y = y;
    },

    heightOf: (text: string, style: TextStyle, width: number): number =>
      doc.heightOfString(printable(text), optionsOf(style, width)),

    /** Writes over the width of the page. */
    paragraph(text: string, style: TextStyle = {}, type = "P"): void {
      piece(type, () => write(text, { x: left, y: doc.y, width }, style));
    },

    /** Writes lines, of which each is a paragraph, so that none runs into the next one when it is read or copied. */
    column(lines: readonly string[], { y, ...place }: Place, style: TextStyle): void {
      doc.y = y;
      for (const line of lines.filter(Boolean)) piece("P", () => write(line, { ...place, y: doc.y }, style));
    },

    /** Writes an address that a click opens, and that can be read from paper. */
    link(url: string): void {
      const paragraph = part("P");
      piece("Link", () => write(url, { x: left, y: doc.y, width }, { link: url }), { parent: paragraph });
    },

    rule(y: number, from: number, { weight, color }: typeof RULE): void {
      artifact("Layout", () => doc.lineWidth(weight).moveTo(from, y).lineTo(right, y).stroke(color));
    },

    hasRoom: (height: number): boolean => doc.y + height <= bottom,
    /** Other requests have their turn after each page of a long document. */
    async turnPage(): Promise<void> {
      doc.addPage();
      await setImmediate();
    },

    /** Writes the foot of every page and closes the document. */
    async close(foot: string): Promise<Buffer> {
      const { count } = doc.bufferedPageRange();
      for (let index = 0; index < count; index++) {
        doc.switchToPage(index);
        // A text below the margin would begin a new page.
        doc.page.margins.bottom = 0;
        const place = { x: left, y: bottom + FOOT, width };
        artifact("Pagination", () => {
          write(foot, place, { size: 8, isGray: true });
          write(`Page ${index + 1} of ${count}`, place, { size: 8, isGray: true, align: "right" });
        });
      }
      doc.end();
      return buffer(doc);
    },
  };
}
