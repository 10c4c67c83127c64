# Spaceline.  `make play`, `make terminal` and `make test` install what is missing, build, and do their job; the other targets expect the
# packages that tools/install-deps names.

ifeq ($(origin CC),default)
CC := gcc
endif
ifneq ($(filter clang fuzz,$(VARIANT)),)
CC := clang
endif
PREFIX  ?= /usr/local
VARIANT ?= release
O       := build/$(VARIANT)

CPPFLAGS := -Isrc -Iinclude
CFLAGS   := -std=c17 -O3 -g1 -Wall -Wextra -Wpedantic -Wshadow -Werror
LDLIBS   := -pthread
server   := -lmicrohttpd -lwslay -lsodium -ljansson -lsqlite3 -lpq -lz

# Another compiler, without optimisation: the same warnings, the same games.
ifeq ($(VARIANT),clang)
CFLAGS   := $(CFLAGS:-O3=-O0)
endif

# For the one who changes the engine: compiled in a fifth of the time, with the same warnings, and with all that a debugger asks for.
ifeq ($(VARIANT),quick)
CFLAGS   := $(patsubst -g1,-g,$(CFLAGS:-O3=-O0)) $(if $(findstring gcc,$(CC)),-Wno-format-truncation)
endif

# The paranoid build checks every invariant after every verb, with sanitizers; these make gcc see truncated text where it is meant.  What is
# put in line is instrumented again at each place, which takes long to compile: only the smallest functions are.
ifneq ($(filter check fuzz,$(VARIANT)),)
CFLAGS   := $(CFLAGS:-O3=-O1) $(if $(findstring gcc,$(CC)),-finline-limit=10) -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined
CFLAGS   += $(if $(findstring gcc,$(CC)),-Wno-format-truncation)
CPPFLAGS += -DSPACELINE_CHECK
endif
ifeq ($(VARIANT),fuzz)
CFLAGS   += -fsanitize=fuzzer-no-link
endif

# The server's threads under ThreadSanitizer: `make VARIANT=tsan build/tsan/spaceline`, for tests/net.
ifeq ($(VARIANT),tsan)
CFLAGS   := $(CFLAGS:-O3=-O1) -fno-omit-frame-pointer -fsanitize=thread $(if $(findstring gcc,$(CC)),-Wno-format-truncation)
endif

sources  := $(shell find src -name '*.c' | LC_ALL=C sort)
library  := $(patsubst src/%.c,$O/%.o,$(filter-out src/cli/% src/net/% src/store/%,$(sources)))
serving  := $(patsubst src/%.c,$O/%.o,$(filter src/net/% src/store/%,$(sources)))
program  := $(patsubst src/%.c,$O/%.o,$(filter src/cli/%,$(sources))) $(serving) $O/data.o $O/web.o $O/scenes.o
data     := $(shell find data/cards data/rulings data/rules data/grammar data/overrides data/decks -name '*.card' -o -name '*.txt' -o -name '*.grammar' -o -name '*.override' | LC_ALL=C sort)
scenes   := $(shell find tests/scenes -name '*.scene' | LC_ALL=C sort)
web      := $(shell find build/web -type f ! -name '*.map' 2>/dev/null | LC_ALL=C sort)
units    := $(patsubst tests/unit/%.c,$O/unit/%,$(sort $(wildcard tests/unit/test_*.c)))
fuzzers  := $(patsubst tests/fuzz/%.c,$O/fuzz/%,$(sort $(wildcard tests/fuzz/*.c)))

.PHONY: force all web play terminal test check units bench signature rulings golden perft mutants unseen fuzz soak storm install clean
.DELETE_ON_ERROR:

all: build/spaceline build/libspaceline.a

build/spaceline: build/release/spaceline
	@ln -f $< $@ 2>/dev/null || cp $< $@

build/libspaceline.a: build/release/libspaceline.a
	@ln -f $< $@ 2>/dev/null || cp $< $@

ifneq ($(VARIANT),release)
build/release/%: ; @$(MAKE) --no-print-directory VARIANT=release $@
endif

$O/spaceline: $(program) $O/libspaceline.a $O/files
	$(CC) $(CFLAGS) -o $@ $(program) $O/libspaceline.a $(LDLIBS) $(server)

$O/libspaceline.a: $(library) $O/files
	$(AR) rcs $@.$$$$ $(library) && mv $@.$$$$ $@

# Objects are made anew when the compiler or its flags change; what is made of many files, when the list of them changes.
$O/flags: stamp = $(CC) $(CPPFLAGS) $(CFLAGS) $(eager)
$O/files: stamp = $(sources) $(data)
$O/webs:  stamp = $(web) $(if $(web),$(shell cat $(web) | cksum))
$O/plays: stamp = $(shell mkdir -p $O)$(file >$O/scenes.list,$(scenes))$(shell cksum < $O/scenes.list)
$O/flags $O/files $O/webs $O/plays: force
	@mkdir -p $(@D)
	@echo '$(stamp)' | cmp -s - $@ || echo '$(stamp)' > $@
force:

# What runs while a game is played is put in line more readily, and nothing is computed before it is known to be needed: some hundred instructions less for each decision.
eager := $(if $(filter release,$(VARIANT)),$(if $(findstring gcc,$(CC)),--param=max-inline-insns-auto=100 --param=inline-min-speedup=4 --param=max-inline-insns-single=400 --param=early-inlining-insns=30 -fno-code-hoisting))
$(filter $O/kernel/% $O/verbs/% $O/first/% $O/second/%,$(library)): private CFLAGS += $(eager)

# What no game runs through is not optimised in the paranoid build: it compiles in half the time.
idle := $(if $(filter check,$(VARIANT)),-O0)
$(filter $O/cli/% $O/store/%,$(program)) $(units): private CFLAGS += $(idle)

$O/%.o: src/%.c $O/flags
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

$O/data.o $O/web.o $O/scenes.o: $O/%.o: $O/%.c $O/flags
	$(CC) $(CPPFLAGS) $(CFLAGS) -Wno-overlength-strings -c -o $@ $<

$O/data.c: $O/embed $(data) $O/files
	$O/embed embedded_files $(data) > $@

# The scenes are in the program as well: the sandbox shows them, and the rulings point to them.  There are more of them than fit on one line of a
# shell: their list is a file.
$O/scenes.c: $O/embed $(scenes) $O/plays
	@xargs -s 1500000 -x $O/embed embedded_scenes < $O/scenes.list > $@

# The client is in the program when it was built before it (`make web`); without it the program serves a folder.
$O/web.c: $O/embed $O/webs
	$O/embed embedded_web $(web) > $@

$O/embed: tools/embed.c $O/flags
	@mkdir -p $(@D)
	$(CC) -std=c17 -O3 -Wall -Wextra -Wpedantic -o $@ $<

# The property suite counts allocations: no game allocates while it runs.
$O/unit/test_property: LDLIBS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc

# The store's test needs the store, which the library leaves to the server.
stores := $(filter $O/store/%,$(serving))
$O/unit/test_store: $(stores)
$O/unit/test_store: extra := $(stores)
$O/unit/test_store: LDLIBS += -lsqlite3 -lpq

# libpq keeps its headers in a folder of its own.
$O/store/postgres.o $O/unit/test_store: private CPPFLAGS += -isystem $(shell pg_config --includedir 2>/dev/null)

# The server without its network: what the tests of its messages and the fuzzers of its parsers talk to.
desk := $(filter-out $(addprefix $O/net/,server.o listen.o introduction.o loop.o http.o socket.o outbox.o work.o relay.o),$(serving))
$O/unit/test_leak: $(desk)
$O/unit/test_leak: extra := $(desk)
$O/unit/test_leak: LDLIBS += $(server)

$O/unit/%: tests/unit/%.c $O/libspaceline.a $O/data.o
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -MF $@.d -o $@ $< $(extra) $O/data.o $O/libspaceline.a -lcmocka $(LDLIBS)

$O/fuzz/fuzz_message $O/fuzz/fuzz_http: $(desk)
$O/fuzz/fuzz_message $O/fuzz/fuzz_http: extra := $(desk)
$O/fuzz/fuzz_message $O/fuzz/fuzz_http: LDLIBS += $(server)

# All of the server but its first thread: the fuzzer of the wire runs a loop itself.
$O/fuzz/fuzz_wire: $(filter-out $O/net/server.o $O/net/listen.o,$(serving))
$O/fuzz/fuzz_wire: extra := $(filter-out $O/net/server.o $O/net/listen.o,$(serving))
$O/fuzz/fuzz_wire: LDLIBS += $(server)

$O/fuzz/%: tests/fuzz/%.c $O/libspaceline.a $O/data.o
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -fsanitize=fuzzer -MMD -MP -MF $@.d -o $@ $< $(extra) $O/data.o $O/libspaceline.a $(LDLIBS)

-include $(patsubst %.o,%.d,$(library) $(program)) $(addsuffix .d,$(units) $(fuzzers))

# The client for browsers, bundled into build/web.  npm installs exactly what web/package-lock.json names.
web: build/web/index.html

build/web/index.html: $(shell find web/src web/css -type f ! -name engine.ts 2>/dev/null) $(wildcard web/*.html web/*.svg web/*.mjs web/*.json) include/spaceline.h src/kernel/log.def src/cards/icons.def tools/client-numbers.mjs build/web.packages
	@cd web && node build.mjs
	@touch $@

build/web.packages: web/package-lock.json
	@mkdir -p $(@D)
	@cd web && npm ci --silent --no-audit --no-fund
	@touch $@

# The client is bundled while the library is compiled; the program, which contains the client, is made when both are there.
cores := $(shell nproc 2>/dev/null || echo 2)

# A game in the browser, or in the terminal: against the computer, with built-in decks.
play terminal:
	@tools/install-deps $@
	@[ -x build/spaceline ] || echo "building Spaceline, a moment"
	@[ $@ = terminal ] || $(MAKE) --no-print-directory -s -j$(cores) web build/libspaceline.a
	@$(MAKE) --no-print-directory -s -j$(cores) build/spaceline
	@if [ $@ = play ]; then build/spaceline serve --open; else build/spaceline play; fi

test:
	@tools/install-deps test
	@$(MAKE) --no-print-directory -s -j$(cores) web build/libspaceline.a
	@$(MAKE) --no-print-directory -s -j$(cores) all
	@tools/run-tests build/check

check:
	@$(MAKE) --no-print-directory VARIANT=check build/check/spaceline build/check/libspaceline.a

units: $(units)

# Speed, size and signature; instructions for each decision where valgrind is installed.
bench: all
	@build/spaceline bench
	@echo "First Edition:" && build/spaceline bench --edition 1e
	@tools/count-instructions build/spaceline

signature: all
	@build/spaceline bench --seconds 0 --json | sed -n 's/.*"signature":"\([0-9a-f]*\)".*/\1/p'

# With one ruling switched off, one of its scenes must fail.
rulings: all
	@build/spaceline rulings coverage --proof tests/scenes

# Rewrites what a deliberate change of play has made stale.  Read the difference before committing it.
golden: all build/release/unit/test_played
	@tools/golden build/spaceline --write
	@WRITE=1 build/release/unit/test_played

perft: all
	@build/spaceline perft --write tests/perft/table.txt
	@build/spaceline perft --edition 1e --write tests/perft/first.txt

# Breaks the rules in one place at a time; what no scene and no unit test notices is listed.  `make mutants OF=first` breaks those of the First
# Edition; MUTANTS: further options of tools/mutants.
OF ?= second
mutants:
	@tools/mutants --of $(OF) $(MUTANTS)

# How many printed texts are read without the rules that only their title needs: an estimate for cards that are in no list we have.
unseen: $O/unit/unseen
	@$O/unit/unseen

fuzz:
	@tools/install-deps fuzz
	@$(MAKE) --no-print-directory VARIANT=fuzz run-fuzzers

# Each for a minute; `make fuzz SECONDS=3600 FUZZ=fuzz_wire` is one of them for an hour.
SECONDS ?= 60
FUZZ    ?= %

.PHONY: run-fuzzers
run-fuzzers: $(filter $O/fuzz/$(FUZZ),$(fuzzers))
	@mkdir -p build/corpus
	@for f in $^; do \
	    mkdir -p build/corpus/$$(basename $$f); \
	    echo "$$(basename $$f): $(SECONDS) seconds"; \
	    $$f -max_total_time=$(SECONDS) -timeout=10 -print_final_stats=0 -verbosity=0 \
	        -artifact_prefix=build/corpus/ build/corpus/$$(basename $$f) data/cards data/decks tests/scenes tests/lackey tests/fuzz/seeds || exit 1; \
	done

# The server for a long time: killed a thousand times while people play; ten thousand connections and a hundred thousand messages that are none.
soak: all
	@tests/net/soak build/spaceline --kills 1000

storm: check
	@tests/net/storm build/check/spaceline

install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib $(DESTDIR)$(PREFIX)/include
	install -m 755 build/spaceline $(DESTDIR)$(PREFIX)/bin/
	install -m 644 build/libspaceline.a $(DESTDIR)$(PREFIX)/lib/
	install -m 644 include/spaceline.h $(DESTDIR)$(PREFIX)/include/

clean:
	rm -rf build
