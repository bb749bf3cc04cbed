/** Offers what can be done with free hours that were chosen on the board: book them, or close them. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { buttonClass } from "../../ui/button.tsx";
import { cellAt } from "./board-dom.ts";
import type { RowRange } from "./use-board-pointer.ts";

interface SelectionMenuProps {
  board: RefObject<HTMLElement | null>;
  mark: RefObject<HTMLElement | null>;
  hours: RowRange;
  /** The room and the hours, as text. */
  words: string;
  onBook(): void;
  onClose?: (() => void) | undefined;
  onLeave(): void;
}

const GAP_PX = 6;

export function SelectionMenu({ board, mark, hours, words, onBook, onClose, onLeave }: SelectionMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const first = useRef<HTMLButtonElement>(null);

  useLayoutEffect(() => {
    const [own, under, sheet] = [menu.current, mark.current, board.current];
    if (!own || !under || !sheet) return;
    const below = under.offsetTop + under.offsetHeight + GAP_PX;
    const above = under.offsetTop - own.offsetHeight - GAP_PX;
    const fitsBelow = below + own.offsetHeight <= sheet.offsetHeight;
    own.style.top = `${fitsBelow || above < 0 ? Math.min(below, sheet.offsetHeight - own.offsetHeight) : above}px`;
    own.style.left = `${Math.max(0, Math.min(under.offsetLeft, sheet.offsetWidth - own.offsetWidth))}px`;
    first.current?.focus({ preventScroll: true });
    own.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [board, mark]);

  // A press outside closes the menu; a press on the board starts a new choice anyway.
  useEffect(() => {
    const pressed = ({ target }: PointerEvent) => {
      if (target instanceof Node && !menu.current?.contains(target)) onLeave();
    };
    window.addEventListener("pointerdown", pressed);
    return () => window.removeEventListener("pointerdown", pressed);
  }, [onLeave]);

  const backToCell = () => {
    onLeave();
    if (board.current) cellAt(board.current, { column: hours.column, row: hours.first })?.focus();
  };
  const actions: [string, () => void][] = [["Book these hours", onBook]];
  if (onClose) actions.push(["Close these hours", onClose]);
  return (
    <div
      ref={menu}
      role="dialog"
      aria-label={words}
      className="print-none absolute z-5 grid max-w-full min-w-48 border-2 border-ink bg-sheet p-1 shadow-[4px_4px_0_0_var(--color-ink)]"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        backToCell();
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) onLeave();
      }}
    >
      <p className="figures px-3.5 pt-1 text-sm text-muted">{words}</p>
      {actions.map(([text, act], at) => (
        <button
          key={text}
          ref={at === 0 ? first : undefined}
          type="button"
          className={buttonClass({ density: "dense", className: "justify-start border-transparent" })}
          onClick={() => {
            backToCell();
            act();
          }}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
