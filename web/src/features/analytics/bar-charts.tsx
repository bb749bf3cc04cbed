/** Draws the charts, in a chunk of its own: figures as vertical bars by day or horizontal bars by name. */
import {
  Bar,
  BarChart,
  type BarShapeProps,
  CartesianGrid,
  Rectangle,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import type { ChartProps } from "./chart-bars.ts";

const TICK = { fill: "var(--color-muted)", fontSize: 13 };
const AXIS = { stroke: "var(--color-control)" };
const ROW_HEIGHT = 44;

export default function BarCharts({ bars, format, along }: ChartProps) {
  const lying = along === "names";
  const values = <Tooltip cursor={{ fill: "var(--color-rule)", fillOpacity: 0.5 }} content={Hint} />;
  const bar = <Bar dataKey="value" isAnimationActive={false} maxBarSize={lying ? 24 : 28} shape={Shape} />;
  return (
    <ResponsiveContainer width="100%" height={lying ? bars.length * ROW_HEIGHT + 30 : 260}>
      <BarChart
        data={bars.map((entry) => ({ ...entry, text: format(entry.value) }))}
        layout={lying ? "vertical" : "horizontal"}
        accessibilityLayer={false}
        margin={{ top: 8, right: 16, bottom: 0, left: 0 }}
      >
        <CartesianGrid stroke="var(--color-rule)" horizontal={!lying} vertical={lying} />
        {lying ? (
          <>
            <XAxis
              type="number"
              allowDecimals={false}
              tickFormatter={format}
              tick={TICK}
              axisLine={AXIS}
              tickLine={false}
            />
            <YAxis type="category" dataKey="name" width={132} tick={TICK} axisLine={AXIS} tickLine={false} />
          </>
        ) : (
          <>
            <XAxis dataKey="name" minTickGap={24} tick={TICK} axisLine={AXIS} tickLine={false} />
            <YAxis
              width={64}
              allowDecimals={false}
              tickFormatter={format}
              tick={TICK}
              axisLine={false}
              tickLine={false}
            />
          </>
        )}
        {!lying && <ReferenceLine y={0} stroke="var(--color-control)" />}
        {values}
        {bar}
      </BarChart>
    </ResponsiveContainer>
  );
}

/** An outline keeps pale inks visible on pale paper. */
function Shape({ fill, ...place }: BarShapeProps) {
  return (
    <Rectangle {...place} fill={fill ?? "var(--color-action)"} stroke={fill ? "var(--color-ink)" : "none"} />
  );
}

interface Pointed {
  active?: boolean;
  payload?: readonly { payload?: { name?: string; text?: string } }[];
}

function Hint({ active, payload }: Pointed) {
  const entry = payload?.[0]?.payload;
  if (!active || !entry) return null;
  return (
    <p className="figures border border-ink bg-sheet px-3 py-1.5 text-sm text-ink">
      {entry.name}: <strong>{entry.text}</strong>
    </p>
  );
}
