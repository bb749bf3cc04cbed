/** When a rate is good, fair or poor, in color and in words, since not all people see the color (decision 134). */
import type { BadgeTone } from "../../ui/badge.tsx";

export interface Grade {
  tone: BadgeTone;
  word: string;
}

const GOOD: Grade = { tone: "green", word: "High" };
const FAIR: Grade = { tone: "yellow", word: "Fair" };
const POOR: Grade = { tone: "red", word: "Low" };

const gradeOf = (rate: number, good: number, fair: number): Grade =>
  rate >= good ? GOOD : rate >= fair ? FAIR : POOR;

/** Of a room's utilization, percent. */
export const utilizationGrade = (rate: number): Grade => gradeOf(rate, 80, 60);

/** Of the share of inquirers who book, percent. */
export const conversionGrade = (rate: number): Grade => gradeOf(rate, 20, 10);

/** Share of customers who came again, whole percent; 0 while there are none. */
export const retentionRate = (customers: {
  totalUniqueCustomers: number;
  returningCustomers: number;
}): number =>
  customers.totalUniqueCustomers === 0
    ? 0
    : Math.round((customers.returningCustomers / customers.totalUniqueCustomers) * 100);

/** `"12.5%"` */
export const percent = (rate: number): string => `${rate.toLocaleString("en-US")}%`;
