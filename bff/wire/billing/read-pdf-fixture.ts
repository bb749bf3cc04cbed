/** Reads a PDF as other programs do, with Mozilla's parser: its texts in their order, tags, links and properties. */
import { getDocument, type PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

type StructTreeNode = NonNullable<Awaited<ReturnType<PDFPageProxy["getStructTree"]>>>;

/** Takes the place of a piece of text while the tags above it are found. */
const CONTENT = "";

/** The foot is in the margin, in points from the bottom. */
const FOOT_TOP = 57;

export async function readPdf(bytes: Buffer) {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await task.promise;
  const pages = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const texts = items.flatMap((item) => ("str" in item && item.str.trim() !== "" ? [item] : []));
    const tree = await page.getStructTree();
    pages.push({
      /** In the order in which they are read. */
      texts: texts.map(({ str }) => str),
      /** Where a text ends, in points from the left. */
      endOf: (text: string) =>
        texts.filter(({ str }) => str === text).map(({ transform, width }) => transform[4] + width),
      /** Where the last line above the foot is, in points from the bottom. */
      lowest: Math.min(...texts.map(({ transform }) => transform[5]).filter((y) => y > FOOT_TOP)),
      tags: tree ? rolesOf(tree) : [],
      links: (await page.getAnnotations()).map(({ url }: { url?: string }) => url),
      width: page.view[2],
    });
  }
  const { info } = await document.getMetadata();
  const marks = await document.getMarkInfo();
  await task.destroy();
  return { pages, info: info as Record<string, unknown>, isTagged: marks?.Marked === true };
}

/** The tags that have content on the page, each before those in it. */
function rolesOf({ role, children }: StructTreeNode): string[] {
  const inner = children.flatMap((child) => ("role" in child ? rolesOf(child) : [CONTENT]));
  return inner.length === 0 ? [] : [role, ...inner.filter((found) => found !== CONTENT)];
}
