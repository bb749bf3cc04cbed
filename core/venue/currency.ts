/**
 * Defines the currencies in which a venue may sell, and remembers that of this process's venue (decision 241). Cents are
 * hundredths of the currency's unit. Safe in a browser.
 */

/** How amounts are written: by the usage of a place (BCP 47). */
export const MONEY_STYLES = ["en-US", "de-DE", "fr-FR", "de-CH", "en-IN"] as const;
export type MoneyStyle = (typeof MONEY_STYLES)[number];

/** The currency of a venue (ISO 4217, small letters), and how its amounts are written. */
export interface Currency {
  currency: string;
  moneyStyle: MoneyStyle;
}

export const FIRST_CURRENCY: Currency = { currency: "usd", moneyStyle: "en-US" };

/** The currencies in which the payment provider charges cards. */
export const CURRENCIES: readonly string[] = (
  "usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bhd bif bmd bnd bob brl bsd bwp byn bzd cad cdf chf clp cny " +
  "cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl htg huf idr ils inr isk jmd " +
  "jod jpy kes kgs khr kmf krw kwd kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr mwk mxn myr mzn nad " +
  "ngn nio nok npr nzd omr pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sek sgd shp sle sos srd std szl " +
  "thb tjs tnd top try ttd twd tzs uah ugx uyu uzs vnd vuv wst xaf xcd xcg xof xpf yer zar zmw"
).split(" ");

/** Currencies without a smaller coin: every amount is whole. The provider counts the first in units, the others in hundredths. */
const WHOLE = new Set("bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" "));
const WHOLE_IN_HUNDREDTHS = new Set(["isk", "ugx"]);
const isWholeCurrency = (currency: string): boolean =>
  WHOLE.has(currency) || WHOLE_IN_HUNDREDTHS.has(currency);

/** Currencies that the provider counts in thousandths, the last digit zero. */
const IN_THOUSANDTHS = new Set(["bhd", "jod", "kwd", "omr", "tnd"]);

/** The least that the provider charges a card, in cents; for other currencies it is taken to be the half of a unit. */
const LEAST: Readonly<Record<string, number>> = {
  aed: 200,
  clp: 50_000,
  czk: 1_500,
  dkk: 250,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  isk: 10_000,
  jpy: 5_000,
  krw: 10_000,
  mxn: 1_000,
  myr: 200,
  nok: 300,
  pln: 200,
  ron: 200,
  sek: 300,
  thb: 1_000,
  twd: 2_000,
};
const USUAL_LEAST = 50;

/** A process serves one venue, which has one currency; every process sets it when it reads the venue. */
let venue: Currency = FIRST_CURRENCY;
let writer = writerOf(venue);

/** Writes an amount in units for people. */
export const formatUnits = (units: number): string => writer.format(units);

/** What amounts look like in a currency and style: `"£1,234.50"`. */
export const exampleAmount = (currency: Currency): string => writerOf(currency).format(1234.5);

/** Sets the currency of this process's venue. */
export function setCurrency({ currency, moneyStyle }: Currency): void {
  if (currency === venue.currency && moneyStyle === venue.moneyStyle) return;
  venue = { currency, moneyStyle };
  writer = writerOf(venue);
}

/** The venue's currency (ISO 4217, small letters). */
export const currencyCode = (): string => venue.currency;

/** The currency's name in the plural: `"US dollars"`, `"British pounds"`. */
export const currencyName = (): string => nameFor(2);

/** The unit inside a sentence: `"dollar"`, `"pound"`. */
export const currencyUnit = (): string => nameFor(1).split(" ").at(-1) ?? "";

/** The sign: `"$"`, `"£"`. */
export const currencySign = (): string =>
  writer.formatToParts(0).find(({ type }) => type === "currency")?.value ?? venue.currency.toUpperCase();

function nameFor(count: number): string {
  const { currency } = venue;
  const name = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    currencyDisplay: "name",
    maximumFractionDigits: 0,
  });
  return name.formatToParts(count).find(({ type }) => type === "currency")?.value ?? currency.toUpperCase();
}

function writerOf({ currency, moneyStyle }: Currency): Intl.NumberFormat {
  // The symbol that the currency has at home: "$", not "US$".
  const digits = isWholeCurrency(currency) ? 0 : 2;
  return new Intl.NumberFormat(moneyStyle, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** The smallest amount of the venue's currency in cents: 1, or 100 where every amount is whole. */
export const smallestCents = (): number => (isWholeCurrency(venue.currency) ? 100 : 1);

/** Rounds cents to the currency's smallest amount, half up. */
export const roundCents = (cents: number): number => Math.round(cents / smallestCents()) * smallestCents();

/** The least that the provider charges a card in the venue's currency, in cents. */
export const leastCardCents = (): number => LEAST[venue.currency] ?? USUAL_LEAST;

/** Cents as the provider counts them: hundredths, thousandths, or whole units, by the currency. */
export function toProviderAmount(cents: number, currency: string = venue.currency): number {
  if (WHOLE.has(currency)) return cents / 100;
  return IN_THOUSANDTHS.has(currency) ? cents * 10 : cents;
}

/** The provider's amount in cents. */
export function fromProviderAmount(amount: number, currency: string): number {
  if (WHOLE.has(currency)) return amount * 100;
  return IN_THOUSANDTHS.has(currency) ? Math.round(amount / 10) : amount;
}
