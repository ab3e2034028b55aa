# prism-wall. Each target does its own set-up; `make demo` and `make test` are the
# two to know. The packages that each needs stand in packaging/packages.

PREFIX  ?= /usr/local
DESTDIR ?=
SWIFT   ?= swift
BUILD   := .build
RELEASE := $(BUILD)/release-static
PROGRAM := $(RELEASE)/release/prism-wall
SOURCES := $(shell find Sources -type f) Package.swift

# What makes the program start faster where the building machine has it: packed relocations
# (glibc 2.36), and the C++ runtime that Swift's own needs, linked statically like that one.
GLIBC   := $(lastword $(shell getconf GNU_LIBC_VERSION))
RUNTIME := $(filter /%,$(shell clang -print-file-name=libstdc++.a))
ifeq ($(shell printf '%s\n' 2.36 $(GLIBC) | sort -V | head -n 1),2.36)
  FASTER += -Xlinker -z -Xlinker pack-relative-relocs
endif
ifneq ($(RUNTIME),)
  # A folder that holds it without the shared one, which would be preferred.
  STATIC := $(BUILD)/static
  FASTER += -Xswiftc -L$(CURDIR)/$(STATIC) -Xswiftc -Xclang-linker -Xswiftc -static-libgcc
endif

# Before the libraries that SwiftPM names first: what is opened when it runs is not linked.
LINK := CCC_OVERRIDE_OPTIONS='\#^-Wl,--as-needed'

# The same bytes wherever it is built: no paths, nothing of an earlier build.
SAME := -Xswiftc -gnone -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen \
	-Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc -ffile-prefix-map=$(CURDIR)=.

SWIFT_FLAGS := --explicit-target-dependency-import-check error
RELEASE_FLAGS := -c release --static-swift-stdlib --disable-local-rpath --scratch-path $(RELEASE) \
	--product prism-wall -Xlinker -s -Xswiftc -use-ld=lld -Xlinker -z -Xlinker now -Xlinker -z -Xlinker relro \
	-Xlinker --no-export-dynamic $(FASTER) $(SAME) $(addprefix -Xcc ,$(CPPFLAGS) $(CFLAGS))

# The Debian package is built in a tree of its own, below this folder.
DEB := $(BUILD)/deb

.PHONY: all deps build program demo desktops test test-desktops test-package deb lint format bench fuzz install \
	uninstall clean

all: build

deps:
	@packaging/deps build

build: deps $(PROGRAM)

# Without a look at the packages: debian/rules has them already.
program: $(PROGRAM)

$(PROGRAM): $(SOURCES) Makefile
	@$(if $(STATIC),mkdir -p $(STATIC) && ln -sf $(RUNTIME) $(STATIC))
	$(LINK) $(SWIFT) build $(SWIFT_FLAGS) $(RELEASE_FLAGS)
	@touch $@

demo:
	@packaging/deps --ask build demo
	@$(MAKE) --no-print-directory $(PROGRAM)
	@packaging/demo $(PROGRAM)

# CI has the time for the package, too.
test:
	@packaging/deps build test
	@$(MAKE) --no-print-directory $(PROGRAM)
	@Tests/run $(PROGRAM)
	$(if $(filter true,$(CI)),@$(MAKE) --no-print-directory test-package)

# Each script is a desktop, and its name is the purpose of its packages.
desktops:
	@packaging/deps build test
	@packaging/deps --offer $(notdir $(wildcard Tests/Desktops/*))

test-desktops: desktops
	@$(MAKE) --no-print-directory $(PROGRAM)
	@Tests/Desktops/run $(PROGRAM)

deb:
	@packaging/deps build deb
	@$(MAKE) --no-print-directory $(DEB)/built

$(DEB)/built: $(SOURCES) Makefile LICENSE CHANGELOG.md $(shell find packaging man -type f)
	@packaging/deb $(DEB)

# The package as it is installed, and the units as they run. As root it makes a Debian of
# its own below .build/package and starts it; what it cannot do it says. The desktops of a
# user's first day are offered, as for test-desktops.
test-package:
	@packaging/deps build deb package
	@packaging/deps --offer first-day
	@$(MAKE) --no-print-directory $(DEB)/built
	@Tests/Package/run $(DEB)

lint:
	@packaging/deps build lint
	@Tests/Lint/run

format:
	$(SWIFT) format format --in-place --recursive Sources Tests Package.swift

bench:
	@packaging/deps build bench
	@$(MAKE) --no-print-directory $(PROGRAM)
	@packaging/bench/run $(PROGRAM)
	@packaging/bench/desktops $(PROGRAM)

fuzz:
	@packaging/deps build
	@Tests/Fuzz/run $(FUZZ)
	@$(MAKE) --no-print-directory $(PROGRAM)
	@Tests/Fuzz/composer $(PROGRAM)

install: build
	packaging/install install "$(PROGRAM)" "$(DESTDIR)" "$(PREFIX)"

uninstall:
	packaging/install uninstall "$(PROGRAM)" "$(DESTDIR)" "$(PREFIX)"

clean:
	rm -rf $(BUILD)
