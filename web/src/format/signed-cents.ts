/** Reads an amount of the API that may be below zero. */

/** `"-1.50"` → `-150` */
export const signedCents = (amount: string): number => Math.round(Number(amount) * 100);
