/** The words that comments, docs and screens do not use, and what to write instead. */

/** A word as a regular expression (matched whole, in any case), and what to write in its place. */
export type WordList = Readonly<Record<string, string>>;

const BRITISH: WordList = {
  afterwards: "afterward",
  ageing: "aging",
  amongst: "among",
  "analys(e|ed|ing)": "analyze",
  "artefacts?": "artifact",
  "authoris\\w*": "authorize",
  "behaviours?": "behavior",
  "catalogues?": "catalog",
  "centre[ds]?": "center",
  "cheques?": "check",
  "colour\\w*": "color",
  "defence|offence|licence|pretence": "-ense",
  "favour\\w*": "favor",
  "fulfil|fulfils|skilful|instalments?": "-ll-: fulfill, skillful, installment",
  "for ever": "forever",
  "grey\\w*": "gray",
  "honour\\w*": "honor",
  judgement: "judgment",
  "(mod|lab|sign|trav|lev|chann)ell(ed|ing)": "one l: modeled, labeled, signaled",
  "neighbour\\w*": "neighbor",
  "(real|recogn|organ|normal|serial|initial|minim|maxim|optim|summar|capital|custom|parameter|synchron|sanit|priorit|util|emphas|apolog|categor|standard|special|visual|canonical|material|random|general|final|penal|token)is(e|ed|es|ing|ation|ations)":
    "-ize",
  "programmes?": "program",
  "spelt|learnt|burnt|leant": "-ed: spelled, learned",
  "storeys?": "story",
  theatre: "theater",
  "(to|up|down|out|in)wards": "-ward: toward, upward",
  whilst: "while",
};

const BOOKISH: WordList = {
  anyhow: "anyway",
  albeit: "although",
  borne: "carried, allowed",
  "hence|thus": "so, therefore",
  "hereby|thereof|therein|whereby|henceforth": "the plain sentence",
  lest: "so that … not",
  latter: "the noun",
  "naught|nought": "zero, nothing",
  oftener: "more often",
  "unto|upon": "to, on",
};

/** Words that this repository once used for something else, and the plain word for it. */
const REPLACED: WordList = {
  anew: "again",
  anybody: "anyone",
  "doors?": "calls, entrance",
  everybody: "everyone",
  hands: "what is meant",
  house: "venue",
  "let(ting|s)? go": "release",
  "mend(s|ed|ing)?": "repair",
  nobody: "no + noun: no visitor, no process",
  "owns (an?|the|what|how|who|whose|which|when|where|why|whether|every\\w*|each|one|all)":
    "what the file is for, without a verb for it",
  "puts others out": "signs everyone else out",
  somebody: "someone",
  stands: "is",
  "(takes?|taken) up": "resume",
  whoever: "the noun: the holder, a visitor",
  whom: "a sentence without it",
};

export const ENFORCED: WordList = { ...BRITISH, ...BOOKISH, ...REPLACED };

/** Where a word is right, and why. What matches is left out before words are looked for. */
export const EXCEPTIONS: readonly { text: RegExp; reason: string }[] = [
  {
    text: /\/api\/(staff\/)?house\b|tab=house|["'`]house["'`]|house: "All bookings|"House"|HouseChanged|house-1\b|house-data|house-rules|seed:house/g,
    reason: "names in calls, addresses and the log",
  },
  {
    text: /[{.] ?(house|doors)\b|\b(house|doors): [A-Zdvz{]|\{ openDays, doors \}|\(doors\)/g,
    reason: "fields of answers",
  },
  { text: /Check that nobody was put before you/g, reason: "the name of a button" },
  { text: /\*Not:\*.*$/gm, reason: "the glossary names words that are not used" },
  {
    text: /\b(?:stage|loading|get-in|freight|next) door\b|"Doors?: \d|\bDoor is 0|a door(?:,| or) (?:a )?window|Music stands/gi,
    reason: "real doors and stands",
  },
];

/** Files that may not change or that list the words themselves. */
export const LEFT_OUT: readonly { path: RegExp; reason: string }[] = [
  { path: /^core\/testing\/word/, reason: "names the words" },
  { path: /^migrations\/.*\.sql$/, reason: "their checksums are recorded in databases" },
  { path: /^docs\/faults\.(md|ndjson)$/, reason: "written by `make chaos-report`" },
  { path: /common-passwords\.ts$/, reason: "a list of passwords" },
];
