/** Draws a room's plan from above, the back wall at the top, with a number for everything that is there (decision 226). */
import {
  type Floor,
  floorOf,
  isOpening,
  itemsOn,
  type PlanItem,
  placeOf,
} from "../../../../core/venue/rooms/floor-plan.ts";
import { inksOf } from "../../../../core/venue/rooms/inks.ts";

/** What a plan is drawn from. */
export interface Planned {
  slug: string;
  name: string;
  plan?: readonly string[] | undefined;
  widthFeet?: number | undefined;
  depthFeet?: number | undefined;
}

/** The drawing and its legend; nothing if the room has no plan. */
export function FloorPlan({ room }: { room: Planned }) {
  const { plan = [], widthFeet = null, depthFeet = null } = room;
  const floor = floorOf({ widthFeet, depthFeet });
  if (floor === null || plan.length === 0) return null;
  const items = itemsOn(plan, floor);
  return (
    <figure className="grid items-start gap-6 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Drawing floor={floor} items={items} ink={inksOf(room.slug).first.hex} name={room.name} />
      <figcaption>
        <p className="mb-2 text-sm text-muted">Seen from above, the back wall at the top.</p>
        <ol>
          {items.map((item, index) => (
            <li key={keyOf(item)} className="flex items-baseline gap-3 border-t border-rule py-1.5">
              <span aria-hidden="true" className="figures w-6 shrink-0 text-right font-semibold">
                {index + 1}
              </span>
              {item.what}
              <span className="ml-auto text-right text-sm text-muted">{placeOf(item, floor)}</span>
            </li>
          ))}
        </ol>
      </figcaption>
    </figure>
  );
}

interface DrawingProps {
  floor: Floor;
  items: readonly PlanItem[];
  ink: string;
  name: string;
}

function Drawing({ floor, items, ink, name }: DrawingProps) {
  // All lengths are feet; the type's size follows the drawing's, so that a number is readable on a phone.
  const type = Math.max(floor.width, floor.depth) / 21;
  const wall = type / 3;
  const { width, depth } = floor;
  return (
    <svg
      role="img"
      aria-label={`Plan of ${name}, ${width} by ${depth} feet`}
      viewBox={`${-wall} ${-wall} ${width + 2 * wall} ${depth + 2 * wall}`}
      className="max-h-[34rem] w-full"
    >
      <rect
        {...{ x: -wall / 2, y: -wall / 2, width: width + wall, height: depth + wall, strokeWidth: wall }}
        className="fill-sheet stroke-ink forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]"
      />
      {items.map((item) =>
        isOpening(item) ? (
          <Opening key={keyOf(item)} item={item} floor={floor} wall={wall} />
        ) : (
          <rect
            key={keyOf(item)}
            {...{ x: item.x, y: item.y, width: item.width, height: item.depth, strokeWidth: wall / 3 }}
            fill={ink}
            fillOpacity={isAround(item, items) ? 0.16 : 0.75}
            className="stroke-ink forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]"
          />
        ),
      )}
      {items.map((item, index) => {
        const at = numberAt(item, floor, items, type);
        return (
          <text
            key={keyOf(item)}
            {...{ x: at.x, y: at.y, fontSize: type, strokeWidth: type / 3 }}
            textAnchor="middle"
            dominantBaseline="central"
            paintOrder="stroke"
            className="figures fill-ink stroke-sheet font-semibold forced-colors:fill-[CanvasText] forced-colors:stroke-[Canvas]"
          >
            {index + 1}
          </text>
        );
      })}
    </svg>
  );
}

/** A gap in the wall. */
function Opening({ item, floor, wall }: { item: PlanItem; floor: Floor; wall: number }) {
  const { x, y, width, depth } = item;
  const left = x === floor.width ? x : x - (width === 0 ? wall : 0);
  const top = y === floor.depth ? y : y - (depth === 0 ? wall : 0);
  return (
    <rect
      {...{ x: left, y: top, width: width || wall, height: depth || wall, strokeWidth: wall / 5 }}
      className="fill-ground stroke-ink forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]"
    />
  );
}

const isAround = (outer: PlanItem, items: readonly PlanItem[]): boolean =>
  items.some(
    (inner) =>
      inner !== outer &&
      inner.x >= outer.x &&
      inner.y >= outer.y &&
      inner.x + inner.width <= outer.x + outer.width &&
      inner.y + inner.depth <= outer.y + outer.depth,
  );

/** In the middle of what it names; in the corner of an area in which other things stand; beside an opening. */
function numberAt(item: PlanItem, floor: Floor, items: readonly PlanItem[], type: number) {
  if (!isOpening(item) && isAround(item, items)) {
    return { x: item.x + type * 0.8, y: item.y + item.depth - type * 0.8 };
  }
  const middle = { x: item.x + item.width / 2, y: item.y + item.depth / 2 };
  return {
    x: Math.min(Math.max(middle.x, type * 0.8), floor.width - type * 0.8),
    y: Math.min(Math.max(middle.y, type * 0.8), floor.depth - type * 0.8),
  };
}

const keyOf = (item: PlanItem): string => Object.values(item).join();
