/** Owns what a chart is drawn from: bars with their names and values. */

interface ChartBar {
  /** The day or the name under the bar. */
  name: string;
  value: number;
  /** A CSS color; the house's unless told. */
  fill?: string;
}

export interface ChartProps {
  bars: readonly ChartBar[];
  /** How a value reads on the axis. */
  format(value: number): string;
  along: "days" | "names";
}
