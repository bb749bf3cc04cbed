/** Owns that checking what is typed makes no code from text: the pages' policy forbids it, and browsers report the mere try. */

// Where zod looks for its settings when it is first loaded, whichever page or part brings it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
