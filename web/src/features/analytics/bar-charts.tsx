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

interface ChartBar {
  /** The day or the name of the bar. */
  name: string;
  value: number;
  /** A CSS color; the venue's by default. */
  fill?: string;
}

export interface ChartProps {
  bars: readonly ChartBar[];
  /** Formats a value for the axis. */
  format(value: number): string;
  along: "days" | "names";
}

const AXIS = { tick: { fill: "var(--color-muted)", fontSize: 13 }, tickLine: false } as const;
const LINE = { stroke: "var(--color-control)" };
const ROW_HEIGHT = 44;

export default function BarCharts({ bars, format, along }: ChartProps) {
  const lying = along === "names";
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
            <XAxis {...AXIS} type="number" allowDecimals={false} tickFormatter={format} axisLine={LINE} />
            <YAxis {...AXIS} type="category" dataKey="name" width={132} axisLine={LINE} />
          </>
        ) : (
          <>
            <XAxis {...AXIS} dataKey="name" minTickGap={24} axisLine={LINE} />
            <YAxis {...AXIS} width={64} allowDecimals={false} tickFormatter={format} axisLine={false} />
          </>
        )}
        {!lying && <ReferenceLine y={0} stroke="var(--color-control)" />}
        <Tooltip cursor={{ fill: "var(--color-rule)", fillOpacity: 0.5 }} content={Hint} />
        <Bar dataKey="value" isAnimationActive={false} maxBarSize={lying ? 24 : 28} shape={Shape} />
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
