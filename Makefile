# All commands of the product. `make run` starts it, `make test` tests it; both need only Node.js 20.19 or newer and npm.
.DEFAULT_GOAL := help
.PHONY: help run dev bff worker migrate demo test test-long schema client check lines types lint boundaries folders dead words size bench lighthouse pictures rebuild as-of diff check-guard status resume log erase remove-second-factor change-zone raise-epoch backup restore seal verify proof export import build fuzz soak chaos chaos-report

BIN := node_modules/.bin
MODULES := node_modules/.installed
ALL_MODULES := node_modules/.all-installed
SERVER := dist/.server-built
WEB := dist/.web-built
EMBED := dist/.embed-built

# NODE=24 runs any of the commands on that version of Node.js, which npm installs: `make test NODE=24`.
ifdef NODE
OTHER_NODE := .node/$(NODE)/.installed
NODE_PACKAGE := node-$(shell node -p '`$${process.platform}-$${process.arch}`')
export PATH := $(CURDIR)/.node/$(NODE)/node_modules/$(NODE_PACKAGE)/bin:$(PATH)
endif

SOURCE_FILES := $(shell find bff core operator projections migrations -type f ! -name '*.test.ts' ! -name '*.spec.ts' 2>/dev/null)
WEB_FILES := $(shell find web -type f ! -path 'web/node_modules/*' ! -path 'web/e2e/*' ! -name '*.gen.ts' 2>/dev/null)

help: ## list all commands
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | while IFS="$$(printf '\t')" read -r name text; do printf '  make %-12s %s\n' "$$name" "$$text"; done

# --- running ---------------------------------------------------------------------------------------------------------

run: $(SERVER) $(WEB) ## install, build and start everything at http://localhost:3000; DEMO=1 with a living sample venue
	@$(if $(DEMO),node --enable-source-maps dist/migrate.js && node --enable-source-maps dist/cli.js demo --bookings $(or $(BOOKINGS),1500) &&) exec node --max-old-space-size=1024 dist/product.js

dev: $(ALL_MODULES) ## start everything from the sources at http://localhost:5173, and restart or reload when they change
	@$(BIN)/tsx watch --clear-screen=false bff/product.ts & server=$$!; \
	$(BIN)/vite & web=$$!; \
	trap 'kill $$server $$web 2>/dev/null' INT TERM; wait $$server; wait $$web

bff: $(SERVER) $(WEB) ## start one BFF, on DATABASE_URL
	@exec node --max-old-space-size=1024 dist/bff.js

worker: $(SERVER) ## start one worker, on DATABASE_URL
	@exec node --max-old-space-size=1024 dist/worker.js

migrate: $(SERVER) ## update the database to this version's schema
	@exec node --enable-source-maps dist/migrate.js

demo: $(SERVER) ## add sample bookings through the real commands; BOOKINGS=50000 for many, YES=1 also among real ones
	@node --enable-source-maps dist/migrate.js && exec node --enable-source-maps dist/cli.js demo --bookings $(or $(BOOKINGS),400) $(if $(YES),--yes)

# --- operating -------------------------------------------------------------------------------------------------------

rebuild: $(SERVER) ## rebuild read tables from the log: PROJECTION="a b", or all; FROM_START=1 starts over instead of resuming
	@exec node --enable-source-maps --max-old-space-size=320 --max-semi-space-size=32 dist/cli.js rebuild $(or $(PROJECTION),all) $(if $(FROM_START),--from-start)

as-of: $(SERVER) ## print a read table as of an instant, one JSON object per line: PROJECTION=bookings AT=2026-11-21T10:00:00Z
	@exec node --enable-source-maps dist/cli.js as-of "$(PROJECTION)" "$(AT)"

diff: $(SERVER) ## compare read tables with the log: PROJECTION="a b", or all
	@exec node --enable-source-maps dist/cli.js diff $(or $(PROJECTION),all)

check-guard: $(SERVER) ## compare the hour claims with the events; REPAIR=1 repairs them
	@exec node --enable-source-maps dist/cli.js check-guard $(if $(REPAIR),--repair)

status: $(SERVER) ## print the state of followers and jobs, and what stops them
	@exec node --enable-source-maps dist/cli.js status

resume: $(SERVER) ## resume a parked follower (FOLLOWER=availability, or all) or a stream that was set aside (STREAM=booking-42)
	@exec node --enable-source-maps dist/cli.js resume $(or $(FOLLOWER),all) $(if $(STREAM),--stream $(STREAM))

log: $(SERVER) ## print the newest events; STREAM=booking-42 for one stream, FOLLOW=1 to continue with new ones
	@exec node --enable-source-maps dist/cli.js $(if $(STREAM),stream $(STREAM),log $(if $(FOLLOW),--follow))

erase: $(SERVER) ## erase a person's data and account: EMAIL=someone@example.com
	@exec node --enable-source-maps dist/cli.js erase "$(EMAIL)"

remove-second-factor: $(SERVER) ## remove a staff account's second factor, when device and recovery codes are lost: USERNAME=admin
	@exec node --enable-source-maps dist/cli.js remove-second-factor "$(USERNAME)"

change-zone: $(SERVER) ## change the venue's zone to VENUE_TIMEZONE; the product must be stopped, without bookings in the future
	@exec node --enable-source-maps dist/cli.js change-zone

raise-epoch: $(SERVER) ## raise the log's epoch, after a dump was restored into a newer cluster and before the product starts; YES=1 also while it runs
	@exec node --enable-source-maps dist/cli.js raise-epoch $(if $(YES),--yes)

backup: $(SERVER) ## write everything that cannot be rebuilt into one file, while the product runs: FILE=hub.backup
	@exec node --enable-source-maps --max-old-space-size=384 dist/cli.js backup "$(FILE)"

restore: $(SERVER) ## restore a backup into an empty database: FILE=hub.backup; NEW_KEYS=1 if the session secret is lost
	@exec node --enable-source-maps --max-old-space-size=384 dist/cli.js restore "$(FILE)" $(if $(NEW_KEYS),--new-keys)

import: $(SERVER) ## say what importing a CSV file would do: FILE=f.csv KIND=customers COLUMNS="Kunde=last name" DAYS=day-first; APPLY=1 does it, UNDO=3 undoes import 3
	@exec node --enable-source-maps dist/cli.js $(if $(UNDO),undo-import "$(UNDO)",import "$(FILE)" --kind "$(or $(KIND),bookings)" $(if $(COLUMNS),--columns "$(COLUMNS)") $(if $(DAYS),--days "$(DAYS)") $(if $(APPLY),--apply))

seal: $(SERVER) ## seal all committed events and print the signed head; NEW_KEY=1 introduces a new LOG_SIGNING_KEY
	@exec node --enable-source-maps dist/cli.js seal $(if $(NEW_KEY),--new-key)

verify: $(SERVER) ## check the log against its seal, and the hour claims against the log; CHECKPOINT=file of a head that you saved
	@exec node --max-semi-space-size=64 --enable-source-maps dist/cli.js verify $(if $(CHECKPOINT),--checkpoint "$(CHECKPOINT)")

proof: $(SERVER) ## write proof files of a stream, for verify-log.mjs: STREAM=booking-42 DIR=proofs
	@exec node --enable-source-maps dist/cli.js proof "$(STREAM)" "$(DIR)"

export: $(SERVER) ## write the sealed log as NDJSON, with its signed head: FILE=out.ndjson FROM=… TO=… STREAM=booking-42
	@exec node --enable-source-maps dist/cli.js export "$(FILE)" $(if $(FROM),--from "$(FROM)") $(if $(TO),--to "$(TO)") $(if $(STREAM),--stream "$(STREAM)")

# --- testing ---------------------------------------------------------------------------------------------------------

test: $(ALL_MODULES) $(SERVER) $(WEB) check ## run everything: checks, unit tests, tests on a real PostgreSQL, browser journeys in Chromium
	@$(BIN)/tsx core/testing/require-chromium.ts
	@$(BIN)/vitest run
	@$(BIN)/playwright test
	@$(BIN)/tsx core/testing/totals.ts

test-long: export CI_LONG := 1
test-long: test ## the same with all repetitions of fuzz, kill and chaos tests (CI_LONG=1)

schema: $(ALL_MODULES) ## write migrations/schema.sql, the schema that the migrations create in an empty database
	@$(BIN)/vitest run migrations/schema.test.ts --update

client: $(ALL_MODULES) ## write client/schema.d.ts, the types of the API for other programs
	@$(BIN)/vitest run client/client.test.ts --update

check: $(ALL_MODULES) $(WEB) ## check types, style, imports, unused code, words and references, and the size of the landing page
	@$(MAKE) --no-print-directory -j2 types boundaries folders lint dead words size

# Files that are tests, or are generated, are no product lines.
NOT_PRODUCT := \.(spec|test)\.|fixture|(^|/)(testing|e2e)/|^trials/|routeTree\.gen\.ts|^migrations/(before-baseline/|schema\.sql|test-server)
lines: ## count the product's lines: TypeScript, CSS and SQL, without tests
	@git ls-files '*.ts' '*.tsx' '*.css' '*.mjs' '*.sql' | grep -vE '$(NOT_PRODUCT)' | tr '\n' '\0' | xargs -0 cat | wc -l

types: $(ALL_MODULES) $(WEB)
	@echo 'types'; $(BIN)/tsc --noEmit --incremental --tsBuildInfoFile node_modules/.cache/types.tsbuildinfo

lint: $(ALL_MODULES)
	@echo 'lint'; $(BIN)/biome check --error-on-warnings .

boundaries: $(ALL_MODULES)
	@echo 'boundaries'; $(BIN)/depcruise --config .dependency-cruiser.cjs bff core operator projections migrations trials web

folders: $(ALL_MODULES)
	@echo 'boundaries of folders'; $(BIN)/depcruise --config .dependency-cruiser-folders.cjs bff core operator projections migrations trials web

dead: $(ALL_MODULES)
	@echo 'dead code'; $(BIN)/knip --no-config-hints

words: $(ALL_MODULES)
	@echo 'words and references'; $(BIN)/tsx core/testing/check-words.ts

size: $(ALL_MODULES) $(WEB)
	@echo 'size'; $(BIN)/size-limit

fuzz: $(ALL_MODULES) ## send unusual requests to every call of the API, alone and in sequences: COUNT=20000, SEED=7 repeats a run
	@FUZZ_COUNT=$(or $(COUNT),20000) FUZZ_SEED=$(or $(SEED),$(shell date +%s)) $(BIN)/vitest run trials/fuzz/fuzz.test.ts trials/fuzz/lives.test.ts

chaos: $(ALL_MODULES) $(SERVER) ## run the product under traffic and random faults, and check it: SEED=1 MINUTES=10 or FAULTS=100, ARRANGEMENT=product
	@$(BIN)/tsx trials/chaos/main.ts run --seed $(or $(SEED),1) $(if $(MINUTES),--minutes $(MINUTES)) $(if $(FAULTS),--faults $(FAULTS)) $(if $(ARRANGEMENT),--arrangement $(ARRANGEMENT))

chaos-report: $(ALL_MODULES) ## write docs/faults.md and docs/faults.ndjson again, with the runs in test-results/chaos added
	@$(BIN)/tsx trials/chaos/main.ts report

bench: $(ALL_MODULES) $(SERVER) ## measure speed, beside the same work without the product
	@$(BIN)/tsx trials/bench/main.ts

soak: $(ALL_MODULES) $(SERVER) $(WEB) ## run half of the measured load for MINUTES=30 with 2,000 changing sockets, and report what grows (on a quiet machine)
	@$(BIN)/tsx trials/bench/soak.ts --minutes $(or $(MINUTES),30) --seed $(or $(SEED),1) --page docs/soak.md --json test-results/soak.json

lighthouse: $(ALL_MODULES) $(SERVER) $(WEB) ## measure home, find and a room with Lighthouse, on phone and desktop: RUNS=3 (on a quiet machine)
	@$(BIN)/tsx core/testing/require-chromium.ts
	@$(BIN)/tsx trials/bench/lighthouse.ts --runs $(or $(RUNS),3)

pictures: $(ALL_MODULES) $(SERVER) $(WEB) ## take the screens in docs/screens again: phone and desktop, light and dark
	@$(BIN)/tsx core/testing/require-chromium.ts
	@$(BIN)/tsx web/e2e/pictures.ts

# --- building --------------------------------------------------------------------------------------------------------

build: $(SERVER) $(WEB) ## build server and web into dist/

$(SERVER): $(MODULES) $(SOURCE_FILES) tsconfig.json
	@echo 'building the server'; node bff/build.mjs
	@touch $@

# What the browser shares with the server.
SHARED_FILES := $(shell find bff/contract core/booking/rules core/calendar core/person core/text core/venue -name '*.ts' ! -name '*.spec.ts' ! -name '*.test.ts')

# The web has no part of the element, and one build makes both.
$(WEB): $(MODULES) $(filter-out web/embed/%,$(WEB_FILES)) $(SHARED_FILES) vite.config.ts | $(EMBED)
	@echo 'building the web'; $(BIN)/vite build --logLevel warn
	@touch $@

$(EMBED): $(MODULES) $(WEB_FILES) $(SHARED_FILES)
	@echo 'building the booking element'; $(BIN)/vite build --config web/embed/vite.config.ts --logLevel warn
	@mkdir -p $(@D); touch $@

$(MODULES): package.json client/package.json package-lock.json .npmrc $(wildcard patches/*.patch) | $(OTHER_NODE)
	@command -v npm >/dev/null || { echo 'Node.js 20.19 or newer with npm is needed: https://nodejs.org' >&2; exit 1; }
	@echo 'installing packages'; npm ci --omit=dev --loglevel=error
	@touch $@

# The packages for tests are added to those that a build needs, so that neither command undoes the other.
$(ALL_MODULES): $(MODULES)
	@echo 'installing packages for tests'; npm install --no-save --loglevel=error
	@touch $@

.node/%/.installed:
	@echo 'installing Node.js $*'; npm install --prefix $(@D) --loglevel=error --no-save $(NODE_PACKAGE)@$*
	@touch $@
