/** The data of a chart: bars with their names and values. */

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
