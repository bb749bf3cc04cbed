/** Draws a QR code, dark on light in both themes, because some cameras cannot read an inverted one. */
import { generate } from "lean-qr";
import { toSvgPath } from "lean-qr/extras/svg";
import { useMemo } from "react";

/** The quiet zone around it, in modules (ISO/IEC 18004). */
const QUIET = 4;

export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => {
    const code = generate(text);
    return { path: toSvgPath(code), size: code.size };
  }, [text]);
  const side = size + 2 * QUIET;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-52 bg-white"
    >
      <path d={path} fill="#14151f" />
    </svg>
  );
}
