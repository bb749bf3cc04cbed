/** Which file may import which, with a comment for each rule that `make check` prints when the rule is broken. */

// TypeScript 7 has no API to parse with yet, so swc parses. dependency-cruiser does not tell swc which files contain JSX, and ignores
// which imports swc marks as types only. A deciding folder may import types from the platform, so those imports are removed here.
const DECIDING = "core/(booking|closure|payment|series|inquiry|feedback|customer|session|staff|venue)/";
const swc = require("@swc/core");
const parseFileSync = swc.parseFileSync.bind(swc);
swc.parseFileSync = (file, options) => {
  const parsed = parseFileSync(file, { ...options, tsx: file.endsWith(".tsx") });
  if (!new RegExp(DECIDING).test(file)) return parsed;
  const isTypeOfPlatform = ({ typeOnly, source }) =>
    typeOnly && /^(\.\.\/)+platform\//.test(source?.value ?? "");
  return { ...parsed, body: parsed.body.filter((item) => !isTypeOfPlatform(item)) };
};

const TESTING = "^core/testing/";
const TEST_FILES = [
  "\\.(spec|test)\\.tsx?$",
  "-fixture\\.ts$",
  TESTING,
  "^trials/",
  "^web/e2e/",
  "^migrations/test-server\\.ts$",
];
/** The checker's own tests start the product to check it. */
const CHECKER_TESTS = ["\\.(spec|test)\\.ts$", "-fixture\\.ts$"];
const RESTORE = "^operator/backup/(backup-commands|.*\\.test|backup-fixture)\\.ts$";
/** The files of the core that a browser may load: pure rules, the same on both sides. */
const PURE_CORE_FOR_BROWSER = [
  "^core/calendar/(room-hours|taken-hours|turnaround)\\.ts$",
  "^core/venue/(calendar-links|currency|settings|setup|venue-map|look/[^/.]+|photos/photo-sizes|rooms/(room-rates|price-rules|overlays|inks|floor-plan)|time/(venue-time|time-format|opening-hours))\\.ts$",
  "^core/(person/person-name|text/count-text|transparency/canonical-json)\\.ts$",
  "^core/booking/rules/(event-types|pricing|money|refund-policy|statuses)\\.ts$",
  "^core/booking/waitlist/waitlist-words\\.ts$",
  "^core/booking/series/repeat\\.ts$",
  "^core/(token/scopes|open/public-event-types|webhook/choices)\\.ts$",
  "^core/import/(columns|line-result|read-values)\\.ts$",
  "^core/((feed|token)/scopes|open/public-event-types|webhook/choices)\\.ts$",
];

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Modules that import each other in a circle cannot be understood one at a time.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "resolvable",
      comment: "An import must lead to a file or to an installed package.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: ["^virtual:"] },
    },
    {
      name: "deciders-import-no-adapter",
      comment: "A deciding folder uses ports, never an adapter; of the platform it uses only types.",
      severity: "error",
      from: { path: `^${DECIDING}`, pathNot: TEST_FILES },
      to: { path: "^core/adapters/" },
    },
    {
      name: "deciders-import-only-types-of-the-platform",
      comment:
        "What a deciding folder needs of the platform is passed to it; it imports only the platform's types.",
      severity: "error",
      from: { path: `^${DECIDING}`, pathNot: TEST_FILES },
      to: { path: "^core/platform/" },
    },
    {
      name: "platform-imports-no-other-core",
      comment: "The platform is the base of the rest of the core and imports none of it.",
      severity: "error",
      from: { path: "^core/platform/", pathNot: TEST_FILES },
      to: { path: "^core/", pathNot: "^core/platform/" },
    },
    {
      name: "adapters-import-only-ports",
      comment: "An adapter talks to an outside service for a port; it decides nothing and reads no log.",
      severity: "error",
      from: { path: "^core/adapters/", pathNot: TEST_FILES },
      to: { path: "^core/(booking|inquiry|feedback|customer|staff|log)/" },
    },
    {
      name: "engine-imports-no-follower",
      comment:
        "The engine runs every follower of the log; it imports no projection, no reaction and no operator's command.",
      severity: "error",
      from: { path: "^projections/engine/", pathNot: TEST_FILES },
      to: { path: "^(projections/(audit|views|reactions|words)|operator)/" },
    },
    {
      name: "views-import-no-reaction",
      comment: "A projection is folded from events alone: it imports no reaction and no operator's command.",
      severity: "error",
      from: { path: "^projections/(audit|views|words)/", pathNot: TEST_FILES },
      to: { path: "^(projections/reactions|operator)/" },
    },
    {
      name: "reactions-import-no-operator-command",
      comment: "A reaction imports none of the operator's commands.",
      severity: "error",
      from: { path: "^projections/reactions/", pathNot: TEST_FILES },
      to: { path: "^operator/" },
    },
    {
      name: "bff-layers",
      comment:
        "In bff, contract ← http ← access, wire, live ← routes: the layers below routes import no route.",
      severity: "error",
      from: { path: "^bff/(contract|http|access|live|wire)/", pathNot: TEST_FILES },
      to: { path: "^bff/(routes/|app\\.ts|server\\.ts)" },
    },
    {
      name: "bff-http-imports-no-other-bff",
      comment:
        "In bff, http is below the rest: it uses the contract and imports nothing about access or what is shown.",
      severity: "error",
      from: { path: "^bff/http/", pathNot: TEST_FILES },
      to: { path: "^bff/(access|live|wire|routes)/" },
    },
    {
      name: "core-imports-only-core",
      comment: "core decides: it imports none of the product's other folders.",
      severity: "error",
      from: { path: "^core/" },
      to: { path: "^(projections|operator|bff|web|migrations|trials)/" },
    },
    {
      name: "projections-import-only-core",
      comment: "projections build from core's events; they import no HTTP, no screen and no migration.",
      severity: "error",
      from: { path: "^projections/", pathNot: TEST_FILES },
      to: { path: "^(operator|bff|web|migrations|trials)/" },
    },
    {
      name: "operator-imports-core-and-projections",
      comment: "An operator's command uses core and projections. Only a restore creates a database.",
      severity: "error",
      from: { path: "^operator/", pathNot: RESTORE },
      to: { path: "^(bff|web|migrations|trials)/" },
    },
    {
      name: "restore-imports-only-the-migration-runner",
      comment: "Outside of projections and core, a restore imports only the runner of migrations.",
      severity: "error",
      from: { path: RESTORE },
      to: { path: "^(bff|web|migrations)/", pathNot: "^migrations/runner\\.ts$" },
    },
    {
      name: "migrations-import-only-platform-and-seeds",
      comment:
        "migrations import how to reach a database, and the rooms and admin that a new hub starts with, but nothing of bookings.",
      severity: "error",
      from: { path: "^migrations/" },
      to: {
        path: "^(core|projections|operator|bff|web|trials)/",
        pathNot: ["^core/platform/", "^core/venue/seed-venue\\.ts$", "^core/staff/seed-admin\\.ts$", TESTING],
      },
    },
    {
      name: "bff-imports-no-web",
      comment: "bff serves core and projections; it never imports the web's sources.",
      severity: "error",
      from: { path: "^bff/" },
      to: { path: "^web/" },
    },
    {
      name: "only-product-runs-migrations",
      comment: "Of bff's programs only `product` runs migrations; a BFF, which may be one of many, must not.",
      severity: "error",
      from: { path: "^bff/", pathNot: ["^bff/product\\.ts$", "\\.test\\.ts$"] },
      to: { path: "^migrations/" },
    },
    {
      name: "chaos-checker-imports-only-the-history",
      comment:
        "The checker of a run under faults shares no code with the product: it imports only the history's shape.",
      severity: "error",
      from: { path: "^trials/chaos/checker/", pathNot: CHECKER_TESTS },
      to: {
        path: "^(core|projections|operator|bff|web|migrations|trials)/",
        pathNot: "^trials/chaos/(checker/|history\\.ts$)",
      },
    },
    {
      name: "contract-is-browser-safe",
      comment:
        "bff/contract goes to the browser: it imports zod, itself and the core's pure rules, nothing else.",
      severity: "error",
      from: { path: "^bff/contract/", pathNot: "\\.(spec|test)\\.ts$" },
      to: { pathNot: ["^bff/contract/", "^node_modules/zod/", ...PURE_CORE_FOR_BROWSER] },
    },
    {
      name: "core-for-browser-is-pure",
      comment:
        "The core's files that a browser loads need no database, no platform and no adapter, not even indirectly.",
      severity: "error",
      from: { path: PURE_CORE_FOR_BROWSER },
      to: { path: "^core/(adapters|log|platform)/|^(bff|projections|operator|migrations)/", reachable: true },
    },
    {
      name: "web-imports-only-the-contract",
      comment:
        "web imports only itself, bff/contract and the core's pure rules. Three exceptions: its pictures and journeys start the whole product and receive its webhooks, its checks of the log and of the waitlist's order are tested against logs that the core sealed, and its ranking of rooms against the first rooms.",
      severity: "error",
      from: {
        path: "^web/",
        pathNot: [
          "^web/e2e/(pictures|product|open/webhooks\\.spec)\\.ts$",
          "^web/src/features/(audit/verification|waitlist)/[^/]+(\\.spec|-fixture)\\.ts$",
          "^web/src/features/find/suits\\.spec\\.ts$",
        ],
      },
      to: {
        path: "^(core|projections|operator|bff|migrations|trials)/",
        pathNot: ["^bff/contract/", ...PURE_CORE_FOR_BROWSER],
      },
    },
    {
      name: "web-imports-no-node-module",
      comment: "Node's own modules don't exist in a browser.",
      severity: "error",
      from: { path: "^web/src/", pathNot: "(\\.(spec|test)\\.tsx?|-fixture\\.ts)$" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "web-browser-imports-no-other-web",
      comment:
        "In web, browser is below the rest: it handles the address, the storage, listeners and cryptography, and nothing that is shown.",
      severity: "error",
      from: { path: "^web/src/browser/" },
      to: { path: "^(web/src/|bff/|core/)", pathNot: "^web/src/browser/" },
    },
    {
      name: "ui-imports-no-data",
      comment:
        "In web, ui ← features ← pages ← routes ← start: ui imports none of the others, no API, no session and no contract.",
      severity: "error",
      from: { path: "^web/src/ui/" },
      to: { path: "^web/src/(features|pages|routes|start|api|live|session)/|^bff/" },
    },
    {
      name: "features-import-no-page",
      comment:
        "In web, ui ← features ← pages ← routes ← start: pages combine features, and a feature imports no page.",
      severity: "error",
      from: { path: "^web/src/(features|api|live|session|format)/" },
      to: { path: "^web/src/(pages|routes|start)/" },
    },
    {
      name: "pages-import-no-route",
      comment: "In web, ui ← features ← pages ← routes ← start: a page imports no route.",
      severity: "error",
      from: { path: "^web/src/pages/" },
      to: { path: "^web/src/(routes|start)/" },
    },
    {
      name: "only-start-imports-start",
      comment: "start assembles the site; no other folder imports it.",
      severity: "error",
      from: { path: "^web/src/", pathNot: "^web/src/start/" },
      to: { path: "^web/src/start/" },
    },
    {
      name: "routes-import-only-pages",
      comment:
        "A route file has its address, the data that it reads ahead and its page; the page decides what is shown.",
      severity: "error",
      from: { path: "^web/src/routes/", pathNot: "/__root\\.tsx$" },
      to: { path: "^web/src/(features|ui|format|live)/" },
    },
    {
      name: "features-import-no-feature",
      comment: "Features never import each other; code that two of them need belongs below both.",
      severity: "error",
      from: { path: "^web/src/features/([^/]+)/" },
      to: { path: "^web/src/features/", pathNot: "^web/src/features/$1/" },
    },
    {
      name: "api-imports-no-feature",
      comment: "The API, live and session layers import neither features nor ui.",
      severity: "error",
      from: { path: "^web/src/(api|live|session)/" },
      to: { path: "^web/src/(features|ui)/" },
    },
    {
      name: "session-imports-no-api",
      comment: "Calls use a session; a session makes no calls.",
      severity: "error",
      from: { path: "^web/src/session/" },
      to: { path: "^web/src/(api|live)/" },
    },
    {
      name: "deciders-are-pure",
      comment: "A decider decides from its arguments: no I/O, no clock, no framework.",
      severity: "error",
      from: {
        path: "^core/(booking/booking|inquiry/inquiry|staff/staff|customer/customer|feedback/feedback)\\.ts$",
      },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "deciders-reach-no-database-or-http",
      comment:
        "A decider decides from its arguments: no database, no payment provider, no HTTP, not even indirectly.",
      severity: "error",
      from: {
        path: "^core/(booking/booking|inquiry/inquiry|staff/staff|customer/customer|feedback/feedback)\\.ts$",
      },
      to: { path: "node_modules/(postgres|pg|stripe|hono|@hono)/", reachable: true },
    },
    {
      name: "http-stays-in-bff",
      comment:
        "Hono belongs to bff, and to the simulated payment provider, which is a small server of its own. Elsewhere only its JSX is used, to write mails.",
      severity: "error",
      from: { pathNot: ["^bff/", "^trials/", "^core/adapters/simulated-stripe/", "node_modules"] },
      to: { path: "node_modules/(hono|@hono)/", pathNot: "node_modules/hono/dist/.*/?jsx/" },
    },
    {
      name: "product-imports-no-test",
      comment: "The product imports no test and no test tool.",
      severity: "error",
      from: {
        path: "^(core|projections|operator|bff|web|migrations)/",
        pathNot: TEST_FILES,
      },
      to: { path: TEST_FILES },
    },
    {
      name: "no-import-of-a-process",
      comment: "No file imports a file that starts a process when it is imported.",
      severity: "error",
      from: {},
      to: { path: "^(bff/(main|product)|projections/main|operator/cli|migrations/migrate)\\.ts$" },
    },
  ],
  options: {
    parser: "swc",
    doNotFollow: { path: "node_modules" },
    exclude: { path: "routeTree\\.gen\\.ts$" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "module", "browser", "default", "types"],
      extensions: [".ts", ".tsx", ".mts", ".mjs", ".js", ".cjs", ".json", ".d.ts"],
      mainFields: ["module", "main", "types"],
    },
  },
};
