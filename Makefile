# Sinew's commands; `make` alone lists them. Targets that need GL install missing libraries first (.ci/deps), the others need only Go.
# Where nothing can be installed, make demo and make test leave out what needs it, and say so.
# Recipes longer than a few lines are scripts in .ci/.

GO        ?= go
TESTFLAGS ?=
BENCH     ?= .
BENCHTIME ?= 1s
# not empty: also benchmarks crowds of 100,000 characters
BENCH_LONG ?=
# benchmarks that are also run with the kernels in plain Go
GENERIC   := ^BenchmarkFrame$$/^joints=64$$/^clips=[12]$$/^characters=1000$$/^workers=1$$
# the tests that make race runs of packages whose tests are mostly of one goroutine
CONCURRENT := ^(TestGoroutinesShareARetargeter|TestBake|TestCache|TestEditions|TestLoadingInTheBackground|TestLoadingThatFails|TestRollbackOverBirthsAndDeaths|TestPeersOfAGameAgree|TestHistoryAgainstReference|TestMembersShowWhatCharactersShow|TestSessionsRestoreCrowds|TestFramesAllocateNothing|TestTheStoreFollowsTheWorld)
# compiles the packages that make the built-in character without the race detector: each process makes it once, in one goroutine, and
# the detector makes that ten times as slow; make race-long has it
UNDETECTED := '-gcflags=github.com/sinew-go/sinew/assets/mannequin/...=-race=false'
# the Go after the one in go.mod, with which make check-next builds
NEXT_GO   := go1.27.0
PEERS     ?=
# for how long make fuzz runs each target
FUZZTIME  ?= 10s
# folders and flags for bench/clips, which make bench-clips passes on
CLIPS     ?=
# options of the demo; all but FILES and SCENE apply only without a display, when the demo writes a film
FILES     ?=
FRAMES    ?=
SIZE      ?=
OUT       ?= out/demo.gif
# a scene; "go run ./cmd/demo view -h" lists them
SCENE     ?=
# where make web serves the page
ADDRESS   ?= 127.0.0.1:8080

GOLANGCI_LINT_VERSION := v2.15.0

# The folder of a tool is named after its version and Go's, so that a change of either one rebuilds it.
TOOLS         := $(CURDIR)/.tools/$(shell $(GO) env GOVERSION)
GOLANGCI_LINT := $(TOOLS)/golangci-lint-$(GOLANGCI_LINT_VERSION)/golangci-lint

.DEFAULT_GOAL := help
.PHONY: help demo web pages gallery test test-long bench bench-c bench-wasm bench-clips bench-peers lint fmt cover race race-packages race-tests race-long check-sources test-exact test-exact-long predict-arm checks check-docs check-mod check-cross check-next check-exact check-generate check-workflows check-scripts check-api check-vulnerabilities fuzz models deps clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-21s %s\n", $$1, $$2 }' Makefile

demo: ## run the demo: a window, or without a display a film in out/ (SCENE=locomotion FILES=a.glb FRAMES=100 SIZE=640x360 OUT=out/demo.gif)
	@GO='$(GO)' SCENE='$(SCENE)' FRAMES='$(FRAMES)' SIZE='$(SIZE)' OUT='$(OUT)' .ci/demo $(FILES)

web: ## build the demo as a web page into out/web and serve it on this machine (ADDRESS=127.0.0.1:8080, or empty to only build it)
	CGO_ENABLED=0 $(GO) run ./cmd/demo/web --out out/web $(if $(ADDRESS),--address $(ADDRESS),--serve=false)

pages: ## build the web page with a gallery of the scenes before it into out/pages, for static hosting
	@GO='$(GO)' .ci/pages out/pages

gallery: deps ## draw the picture of each scene, or of SCENE, and write docs/gallery.md
	.ci/display $(GO) run ./cmd/demo/gallery $(SCENE)

test: check-docs ## run all tests (TESTFLAGS='-run Pose -v' to choose)
	@GO='$(GO)' .ci/test $(TESTFLAGS)

test-long: deps ## the random tests at full length, such as a crowd of 2,000 for 10,000 frames, the size of the web page, and every scene in a window and in a browser (long: each package may take 90 minutes)
	SINEW_LONG=1 $(GO) test -timeout 90m ./systems ./systems/internal/... ./systems/rollback ./systems/rewind ./systems/crowd ./ecs ./assets/... ./internal/playback ./internal/testing/town
	SINEW_LONG=1 .ci/display $(GO) test -timeout 90m ./systems/render/...
	SINEW_LONG=1 .ci/display $(GO) test -timeout 90m -run 'TestDownload|TestEverySceneOnThePage' ./cmd/demo/web
	SINEW_LONG=1 $(GO) test -timeout 90m -run TestEverySceneInAWindow ./cmd/demo
	SINEW_LONG=1 .ci/display $(GO) test -timeout 90m -run TestViewDrawsEachScene ./cmd/demo/internal/cli
	SINEW_LONG=1 $(GO) test -timeout 90m -run TestNoBodyIsBroken ./cmd/demo/internal/stage
	SINEW_LONG=1 $(GO) test -timeout 90m -run TestEveryScene ./cmd/demo/internal/timeline

test-exact: ## compare bits on AVX2, plain Go, 386, NEON and WebAssembly with and without SIMD (the last ones by QEMU and Node, installed if missing, and not all of the simulation)
	.ci/test-exact

test-exact-long: ## test-exact with all models and frames everywhere, and also on amd64 with GOAMD64=v3, on emulated arm64 in plain Go, riscv64, ppc64le, s390x and loong64 (half an hour)
	.ci/test-exact --long

predict-arm: ## predict how fast the kernels are on arm64 processors, with QEMU and llvm-mca 19 or newer
	$(GO) run ./bench/predictarm

bench: ## run the benchmarks, print a table, draw out/bench.svg (BENCH=regexp BENCHTIME=1s BENCH_LONG=1)
	@mkdir -p out
	BENCH_LONG=$(BENCH_LONG) $(GO) test -run '^$$' -bench '$(BENCH)' -benchmem -benchtime $(BENCHTIME) -timeout 1h ./bench/... > out/bench.txt || { cat out/bench.txt; exit 1; }
ifeq ($(BENCH)$(SINEW_NOASM),.)
	SINEW_NOASM=1 $(GO) test -run '^$$' -bench '$(GENERIC)' -benchmem -benchtime $(BENCHTIME) ./bench >> out/bench.txt || { cat out/bench.txt; exit 1; }
endif
	@.ci/bench-table out/bench.txt
	@cd bench/peers && $(GO) run ./chart --out ../../out/bench.svg ../../out/bench.txt

bench-c: ## run a frame and the same arithmetic in plain C in turns, print both and their ratio (a minute; amd64 with AVX2)
	$(GO) run ./bench/plainc

bench-wasm: ## run benchmarks in Node, with the kernels in WebAssembly SIMD and in plain Go in turn, print both (BENCH=regexp)
	@.ci/bench-wasm $(filter-out .,$(BENCH))

bench-clips: ## run ACL and ozz-animation on the same clips, print size, error and times (needs git, g++ and GitHub, or MIRROR=folder of clones)
	@bench/clips/native/run $(CLIPS)

bench-peers: deps ## run other libraries on the same work, print a table, draw out/peers.svg (PEERS='--model a.glb --clip 0')
	@bench/peers/run $(PEERS)

lint: deps $(GOLANGCI_LINT) ## gofmt, golangci-lint, which has the checks of go vet and staticcheck and tells who may import whom
	@echo "gofmt -l -s ."; unformatted=$$(gofmt -l -s .); if [ -n "$$unformatted" ]; then \
		echo "these files are not formatted; run 'make fmt':"; echo "$$unformatted"; exit 1; fi
	$(GO) -C assets/gltfio/draco vet ./...
	$(GOLANGCI_LINT) run ./...
	GOOS=js GOARCH=wasm CGO_ENABLED=0 $(GOLANGCI_LINT) run --tests=false ./cmd/demo/web ./systems/render/... ./internal/kernel/...

fmt: $(GOLANGCI_LINT) ## format all Go files
	$(GOLANGCI_LINT) fmt ./...

cover: deps ## run all tests and write their coverage to out/cover.html, with the total
	@mkdir -p out
	.ci/display $(GO) test -coverprofile out/cover.out -coverpkg ./assets/...,./components,./ecs,./systems/...,./internal/... ./...
	@$(GO) tool cover -html out/cover.out -o out/cover.html
	@$(GO) tool cover -func out/cover.out > out/cover.txt; tail -n 1 out/cover.txt; echo "by function: out/cover.txt, by line: out/cover.html"

race: race-packages race-tests ## run under the race detector the tests of what works on several goroutines

race-packages:
	$(GO) test -race $(UNDETECTED) -vet=off -timeout 25m -run '^Test' $(TESTFLAGS) ./ecs/... ./systems ./assets/bake ./assets/cache

race-tests:
	$(GO) test -race $(UNDETECTED) -vet=off -timeout 25m -run '$(CONCURRENT)' $(TESTFLAGS) ./assets ./assets/gltfio ./assets/retarget ./systems/rollback ./systems/crowd

race-long: ## run all tests of packages without GL under the race detector (an hour)
	SINEW_RACE=all $(GO) test -race -timeout 90m -run '^Test' $(TESTFLAGS) ./ecs/... ./assets/... ./systems ./systems/internal/... ./systems/rollback ./systems/rewind ./systems/crowd ./internal/...

checks: check-sources check-api check-next ## run all of the following

# what CI checks, the longest first: most of it uses one processor
check-sources: check-exact check-cross check-mod check-generate check-scripts check-docs check-workflows

check-docs: ## each package has a doc.go
	.ci/check-docs

check-mod: ## go.mod and go.sum list exactly the modules that are used, the modules in subfolders have all that they need, and the peers build that need no C
	$(GO) mod tidy -diff
	$(GO) -C bench/peers vet . ./agree ./chart ./compare ./plots ./sinew ./textbook ./three
	$(GO) -C internal/kernel/asmgen list -deps . > /dev/null
	$(GO) -C assets/gltfio/draco mod tidy -diff

check-cross: ## the core depends on no GL, and its types are right without cgo on arm64, Windows, macOS, 386 and in WebAssembly
	.ci/check-cross

check-exact: ## no fused multiply-add on the exact path
	.ci/check-exact

check-next: ## the core builds with the next Go, and its kernels and the simulation give the same bits; says so where it cannot be had
	@if ! GOTOOLCHAIN=$(NEXT_GO) $(GO) version; then echo "$(NEXT_GO) cannot be downloaded here: nothing was checked"; exit 0; fi; \
	export GOTOOLCHAIN=$(NEXT_GO) CGO_ENABLED=0; set -ex; \
	$(GO) vet ./assets/... ./components ./ecs ./systems ./systems/internal/... ./systems/rollback ./systems/rewind ./systems/mcap ./systems/crowd ./internal/kernel/... ./internal/exact; \
	$(GO) test ./internal/exact ./internal/kernel/... ./internal/testing/simulation

check-generate: ## go generate reproduces the committed assembly and modules, byte for byte
	.ci/check-generate

check-workflows: ## the workflows of .github are valid, and the scripts that they call exist (needs only Go)
	.ci/check-workflows

check-scripts: ## scripts of .ci go on without model files, compiler and packages, and find files and machines that differ
	.ci/check-scripts

check-api: ## what the exported names lost and gained since the last tag; fails if the coming version may not lose them
	.ci/check-api

check-vulnerabilities: ## known vulnerabilities in what the library and the programs call; says so where the database cannot be reached
	.ci/check-vulnerabilities

fuzz: ## run each fuzz target for a time (FUZZTIME=10s)
	.ci/fuzz $(FUZZTIME)

models: ## download the public model files that tests read into ../shared, or the folder in SINEW_SHARED
	.ci/get-models

deps: ## install the C libraries and programs that GL needs, if any is missing
	@.ci/deps

clean: ## remove the files that make created
	rm -rf out .tools

$(GOLANGCI_LINT):
	GOBIN=$(@D) $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_LINT_VERSION)
