/** Decides whether a rate is good, fair or poor, in color and in words, because some people cannot see the color (decision 134). */
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

/** Grades a room's utilization, in percent. */
export const utilizationGrade = (rate: number): Grade => gradeOf(rate, 80, 60);

/** Grades the share of inquirers who book, in percent. */
export const conversionGrade = (rate: number): Grade => gradeOf(rate, 20, 10);

/** The share of customers who booked again, in whole percent; 0 while there are no customers. */
export const retentionRate = (customers: {
  totalUniqueCustomers: number;
  returningCustomers: number;
}): number =>
  customers.totalUniqueCustomers === 0
    ? 0
    : Math.round((customers.returningCustomers / customers.totalUniqueCustomers) * 100);

/** `"12.5%"` */
export const percent = (rate: number): string => `${rate.toLocaleString("en-US")}%`;
