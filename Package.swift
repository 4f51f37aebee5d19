// swift-tools-version: 6.2
import PackageDescription

/// Warnings are errors if the variable is set, as in CI.
///
/// An app that takes the package by `path:` builds it with a compiler of its own, whose new warnings must
/// not stop it.
let warnings: [SwiftSetting] =
  Context.environment["GHOSTLIGHT_WARNINGS_AS_ERRORS"] == "1"
  ? [.treatAllWarnings(as: .error)] : []

/// The settings of every target of this package.
let strictSettings: [SwiftSetting] =
  warnings + [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ]

/// The condition of the server's libraries, which other packages do not fetch.
let server: TargetDependencyCondition? = .when(traits: ["Server"])

let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let argumentParser: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")
let hashTrees: Target.Dependency = .product(
  name: "HashTreeCollections", package: "swift-collections")

/// The emulators, each with the trait of its name.
let emulators: [Target.Dependency] = [
  "StackMobEmulator", "MiaEmulator", "EGF2Emulator", "AppCenterEmulator", "CosmosEmulator",
].map { .target(name: $0, condition: .when(traits: [$0])) }

/// The modules of SwiftNIO, which only the server uses.
let nio: [Target.Dependency] = ["NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket", "NIOTLS"].map {
  .product(name: $0, package: "swift-nio", condition: server)
}

/// The modules for certificates and TLS, which take half of the time of a server build.
let tls: [Target.Dependency] = [
  ("NIOSSL", "swift-nio-ssl"), ("X509", "swift-certificates"), ("SwiftASN1", "swift-asn1"),
  ("Crypto", "swift-crypto"),
].map { .product(name: $0.0, package: $0.1, condition: .when(traits: ["TLS"])) }

/// SwiftNIO's channel without sockets, for the server's tests.
let nioEmbedded: Target.Dependency = .product(
  name: "NIOEmbedded", package: "swift-nio", condition: server)

/// Returns a target in the folder of its layer.
func module(_ name: String, in layer: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(layer)/\(name)",
    swiftSettings: strictSettings)
}

#if canImport(Darwin)
  // The system has Core Data.
  let wherePersistent: TargetDependencyCondition? = nil
#else
  let wherePersistent: TargetDependencyCondition? = .when(traits: ["ManagedObjects"])
#endif

/// The managed objects of StackMob's store and CRUD's Sync, for apps with the trait.
let managedObjects: Target.Dependency = .target(name: "ManagedObjects", condition: wherePersistent)

/// The ledger of sent writes of StackMob's store and CRUD's Sync.
let ledger: Target.Dependency = .target(name: "GhostlightLedger", condition: wherePersistent)

/// The synchronisation of CRUD's Sync, for apps with the trait.
let synchronisation: Target.Dependency = .target(name: "GhostlightSync", condition: wherePersistent)

/// Returns a target with the calls that apps make to an SDK, for tests and contracts.
func scenarios(_ folder: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(
    name: "\(folder)Scenarios",
    dependencies: dependencies + [
      "TestExecutors", "TestSupport", "Ghostlight", "GhostlightRecording", "GhostlightEmulation",
      "GhostlightClient", "GhostlightCore", httpTypes,
    ],
    path: "Contracts/Sources/Scenarios/\(folder)", swiftSettings: strictSettings)
}

/// The imports of SDK tests: an emulator in process, over sockets and in a recording.
let inProcess: [Target.Dependency] = [
  "TestExecutors", "Ghostlight", "GhostlightEmulation", "GhostlightRecording", "GhostlightClient",
]

/// The test targets and their imports; each also imports `GhostlightCore`, HTTPTypes and `TestSupport`.
let testTable: KeyValuePairs<String, [Target.Dependency]> = [
  "GhostlightCoreTests": [],
  "GhostlightSigningTests": ["GhostlightSigning"],
  "GhostlightSQLiteTests": ["GhostlightSQLite"],
  "GhostlightEmulationTests": ["GhostlightEmulation", "GhostlightPatterns"],
  "StackMobEmulatorTests": ["StackMobEmulator", "GhostlightEmulation", "GhostlightSigning"],
  "CosmosEmulatorTests": [
    "CosmosEmulator", "GhostlightEmulation", "GhostlightPatterns", "GhostlightSigning",
  ],
  "MiaEmulatorTests": ["MiaEmulator", "GhostlightEmulation"],
  "CRUDTests": inProcess + ["CRUDScenarios", "CRUD", "GhostlightServer", "MiaEmulator"],
  "mkAppTests": [
    "mkAppScenarios", "TestExecutors", "mkApp", "Ghostlight", "GhostlightTesting",
    "GhostlightRecording",
    "GhostlightClient",
  ],
  "AppCenterEmulatorTests": [
    "AppCenterEmulator", "CosmosEmulator", "GhostlightEmulation", "GhostlightSigning",
  ],
  "GhostlightRecordingTests": [
    "GhostlightRecording", "Ghostlight", "StackMobEmulator", "GhostlightSigning",
  ],
  "GhostlightContractsTests": [
    "GhostlightContracts", "GhostlightRecording", "Ghostlight", "StackMobEmulator",
  ],
  "GhostlightTestingTests": [
    "GhostlightXCTest", "GhostlightTesting", "GhostlightClient", "GhostlightContracts",
    "Ghostlight",
    "GhostlightRecording", "GhostlightEmulation", "StackMobEmulator",
  ],
  "GhostlightXCTestTests": [
    "GhostlightXCTest", "GhostlightTesting", "GhostlightContracts", "Ghostlight",
    "StackMobEmulator",
  ],
  "ContractTests": inProcess + [
    "ContractLibrary", "ConsumerContracts", "StackMobContracts", "CosmosContracts",
    "AppCenterContracts", "MiaContracts", "EGF2Contracts", "EGF2Emulator", "GhostlightContracts",
    "GhostlightServer", "StackMobEmulator",
    "CosmosEmulator", "AppCenterEmulator", "MiaEmulator",
  ],
  "StackMobTests": inProcess + [
    "StackMobScenarios", "StackMob", "StackMobEmulator", "GhostlightSigning",
  ],
  "StackMobStoreTests": inProcess + [
    "StackMobStoreScenarios", "SyncFixtures", "SyncWriter", "StackMob", "ManagedObjects",
    "StackMobEmulator",
  ],
  "MiaSyncTests": inProcess + [
    "SyncScenarios", "SyncFixtures", "SyncWriter", "MIASync", "mkApp", "CRUD", "ManagedObjects",
    "GhostlightSync",
    "GhostlightSyncStatus", "MiaEmulator",
  ],
  "GhostlightLedgerTests": ["GhostlightLedger"],
  "GhostlightSyncTests": [
    "SyncFixtures", "GhostlightSync", "GhostlightSyncStatus", "ManagedObjects", "GhostlightClient",
  ],
  "AppCenterTests": ["AppCenter", "AppCenterAuth", "GhostlightClient"],
  "AppCenterDataTests": inProcess + [
    "AppCenterScenarios", "AppCenterData", "AppCenter", "AppCenterEmulator", "CosmosEmulator",
    "GhostlightSigning", "GhostlightSQLite",
  ],
  "GhostlightTests": [
    "Ghostlight", "GhostlightEmulation", "GhostlightRecording", "GhostlightSigning",
    "MiaEmulator", "StackMobEmulator",
  ],
  "EGF2Tests": inProcess + [
    "EGF2Scenarios", "EGF2", "EGF2FixtureModels", "EGF2Emulator", "GhostlightServer",
  ],
  "EGF2GeneratorTests": [
    "EGF2Generator", "egf2gen", "EGF2FixtureModels", "EGF2PrefixedModels", "EGF2",
    "GhostlightClient",
  ],
  "EGF2EmulatorTests": ["EGF2Emulator", "GhostlightEmulation"],
  "GhostlightClientTests": ["GhostlightClient"],
  "GhostlightServerTests": inProcess + [
    "EGF2Emulator", "GhostlightContracts", "GhostlightSigning", "GhostlightServer", nioEmbedded,
  ] + nio,
  "GhostlightPersistenceTests": [
    "GhostlightPersistence", "Ghostlight", "GhostlightSQLite", "GhostlightEmulation", "MiaEmulator",
  ],
  "CompatibilityTests": [
    "Ghostlight", "GhostlightPersistence", "GhostlightRecording", "GhostlightContracts",
    "GhostlightServer", "GhostlightSQLite",
  ],
  "GhostlightCLITests": [
    argumentParser, "GhostlightCLI", "Ghostlight", "GhostlightContracts", "GhostlightRecording",
    "GhostlightServer",
  ],
  "ManagedObjectsTests": [
    "ManagedObjects", "ManagedObjectsBehaviours", "ManagedObjectsFixtureModels",
    "ManagedObjectsParity", "ManagedObjectsWriter", "GhostlightSQLite",
  ],
  "ManagedObjectGeneratorTests": ["ManagedObjectGenerator", "GhostlightGeneration", "managedgen"],
  "ArchitectureTests": [],
  "ExampleTests": [
    "Ghostlight", "GhostlightEmulation", "GhostlightSigning", "GhostlightClient",
    "GhostlightServer", "TestExecutors", "StackMob", "StackMobEmulator", "AppCenter",
    "AppCenterData", "AppCenterEmulator", "CosmosEmulator",
    "mkApp", "MIASync", "CRUD", "ManagedObjects", "GhostlightSyncStatus", "MiaEmulator", "EGF2",
    "EGF2FixtureModels", "GhostlightTesting", "GhostlightXCTest", "GhostlightContracts",
  ],
]

/// The only test targets, separated by commas, if the variable is set: a build of them compiles nothing else.
let onlyTests = Context.environment["GHOSTLIGHT_TESTS"]?.split(separator: ",").map(String.init)

/// The files in the folders of test targets that are not sources.
let testExcludes = [
  "AppCenterEmulatorTests": ["Transcripts"],
  "CosmosEmulatorTests": ["Transcripts"],
  "EGF2EmulatorTests": ["Transcripts"],
  "MiaEmulatorTests": ["Transcripts"],
  "StackMobEmulatorTests": ["Transcripts"],
  "CompatibilityTests": ["Fixtures", "README.md", "ghostlight.json", "make_fixtures.py"],
  "GhostlightCLITests": ["WrongUses"],
  "GhostlightContractsTests": ["Rules/rules.json"],
  "GhostlightRecordingTests": ["HAR/Fixtures"],
  "EGF2GeneratorTests": ["Golden"],
  "ManagedObjectsTests": ["Declarations.md", "README.md"],
  "ManagedObjectGeneratorTests": ["Golden"],
]

/// Returns the test target of a row of ``testTable``.
func tests(_ name: String, importing dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: name, dependencies: ["TestSupport", "GhostlightCore", httpTypes] + dependencies,
    exclude: testExcludes[name, default: []], swiftSettings: strictSettings)
}

/// Returns a target with EGF2 models, which the build generates from `settings.json` and `config.json`.
func models(_ name: String, path: String) -> Target {
  .target(
    name: name, dependencies: ["EGF2"], path: path, exclude: ["settings.json", "config.json"],
    swiftSettings: strictSettings, plugins: ["EGF2GeneratorBuildPlugin"])
}

/// Returns a target with the contracts of a vendor, or with their shared code.
func contracts(_ folder: String, as name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(
    name: name,
    dependencies: dependencies + [
      "Ghostlight", "GhostlightContracts", "GhostlightRecording", "GhostlightEmulation",
      "GhostlightCore", httpTypes,
    ],
    path: "Contracts/Sources/\(folder)", swiftSettings: strictSettings)
}

let package = Package(
  name: "ghostlight",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    // Every emulator in process, for test targets.
    .library(name: "Ghostlight", targets: ["Ghostlight"]),
    // Traits for Swift Testing: a namespace for each test, recordings, contracts.
    .library(name: "GhostlightTesting", targets: ["GhostlightTesting"]),
    // The same for XCTest.
    .library(name: "GhostlightXCTest", targets: ["GhostlightXCTest"]),
    // HAR files: matching, replay, redaction, drift.
    .library(name: "GhostlightRecording", targets: ["GhostlightRecording"]),
    // Pact files: builders, runner, reports.
    .library(name: "GhostlightContracts", targets: ["GhostlightContracts"]),
    // The vendors' request signatures, for tests that sign requests.
    .library(name: "GhostlightSigning", targets: ["GhostlightSigning"]),
    // The base of the vendors' SDKs.
    .library(name: "GhostlightClient", targets: ["GhostlightClient"]),
    // Core Data on systems without it; otherwise Core Data itself.
    .library(name: "ManagedObjects", targets: ["ManagedObjects"]),
    .executable(name: "managedgen", targets: ["managedgen"]),
    .plugin(name: "ManagedObjectGeneratorPlugin", targets: ["ManagedObjectGeneratorPlugin"]),
    .plugin(
      name: "ManagedObjectGeneratorBuildPlugin", targets: ["ManagedObjectGeneratorBuildPlugin"]),
    // The module of StackMob apps.
    .library(name: "StackMob", targets: ["StackMob"]),
    // The modules of Mia-Platform apps: BaaS up to 3, and from 4 on.
    .library(name: "mkApp", targets: ["mkApp"]),
    .library(name: "MIASync", targets: ["MIASync"]),
    .library(name: "CRUD", targets: ["CRUD"]),
    // The module of EGF2 apps, and the generators of its models: a program and two plugins.
    .library(name: "EGF2", targets: ["EGF2"]),
    .executable(name: "egf2gen", targets: ["egf2gen"]),
    .plugin(name: "EGF2GeneratorPlugin", targets: ["EGF2GeneratorPlugin"]),
    .plugin(name: "EGF2GeneratorBuildPlugin", targets: ["EGF2GeneratorBuildPlugin"]),
    // The modules of an app with App Center Data and Auth.
    .library(name: "AppCenter", targets: ["AppCenter"]),
    .library(name: "AppCenterAuth", targets: ["AppCenterAuth"]),
    .library(name: "AppCenterData", targets: ["AppCenterData"]),
    // The command line: `ghostlight serve`.
    .executable(name: "ghostlight", targets: ["GhostlightCLI"]),
    // The command line in a package that depends on this one: `swift package ghostlight serve`.
    .plugin(name: "GhostlightCommandPlugin", targets: ["GhostlightCommandPlugin"]),
  ],
  traits: [
    .default(enabledTraits: ["Server", "TLS"]),
    // The emulators that tests in process build.
    .trait(name: "StackMobEmulator", description: "StackMob's emulator."),
    .trait(name: "MiaEmulator", description: "Mia-Platform's emulator, of both generations."),
    .trait(name: "EGF2Emulator", description: "EGF2's emulator."),
    .trait(
      name: "AppCenterEmulator", description: "App Center's emulator, with Cosmos DB's behind it.",
      enabledTraits: ["CosmosEmulator"]),
    .trait(name: "CosmosEmulator", description: "Azure Cosmos DB's emulator."),
    // Without it, an app or a test in process does not fetch SwiftNIO and its dependencies.
    .trait(
      name: "Server",
      description: "The command line `ghostlight`, and the server in it, with every emulator.",
      enabledTraits: ["StackMobEmulator", "MiaEmulator", "EGF2Emulator", "AppCenterEmulator"]),
    // Without it, BoringSSL is not built, which takes half of the time until the first `serve`.
    .trait(
      name: "TLS",
      description: "HTTPS: the server's own, the proxy, and calls to other servers by https.",
      enabledTraits: ["Server"]),
    // Without it, an app builds no local database.
    .trait(
      name: "ManagedObjects",
      description: "StackMob's Core Data store and CRUD's Sync, where the system has no Core Data."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
    .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    module("GhostlightCore", in: "Core", [httpTypes]),
    module("GhostlightSigning", in: "Core", ["GhostlightCore", httpTypes]),
    // Regular expressions in linear time, without a library, so that clients can use them.
    module("GhostlightPatterns", in: "Core", []),
    // SQLite; on Apple's systems it is one of the system's modules.
    .systemLibrary(
      name: "CSQLite", path: "Sources/Core/CSQLite",
      providers: [.apt(["libsqlite3-dev"]), .yum(["sqlite-devel"])]),
    module(
      "GhostlightSQLite", in: "Core",
      [.target(name: "CSQLite", condition: .when(platforms: [.linux]))]),
    // Xcode's data models, for managed objects and for the generator of their classes.
    module("GhostlightDataModel", in: "Core", []),
    module(
      "GhostlightEmulation", in: "Emulators",
      ["GhostlightCore", "GhostlightPatterns", httpTypes, hashTrees]),
    module(
      "StackMobEmulator", in: "Emulators",
      ["GhostlightCore", "GhostlightSigning", "GhostlightEmulation", httpTypes]),
    module(
      "CosmosEmulator", in: "Emulators",
      [
        "GhostlightCore", "GhostlightPatterns", "GhostlightSigning", "GhostlightEmulation",
        httpTypes,
      ]),
    module(
      "AppCenterEmulator", in: "Emulators",
      ["GhostlightCore", "GhostlightSigning", "GhostlightEmulation", httpTypes]),
    module(
      "MiaEmulator", in: "Emulators",
      [
        "GhostlightCore", "GhostlightPatterns", "GhostlightSigning", "GhostlightEmulation",
        httpTypes,
      ]),
    module(
      "EGF2Emulator", in: "Emulators",
      ["GhostlightCore", "GhostlightSigning", "GhostlightEmulation", httpTypes]),
    module(
      "GhostlightRecording", in: "Harness",
      ["GhostlightCore", "GhostlightEmulation", httpTypes]),
    module(
      "Ghostlight", in: "Harness",
      [
        "GhostlightCore", "GhostlightEmulation", "GhostlightRecording", "GhostlightSigning",
        httpTypes,
      ] + emulators),
    module(
      "GhostlightContracts", in: "Harness",
      [
        "Ghostlight", "GhostlightEmulation", "GhostlightPatterns", "GhostlightCore",
        "GhostlightRecording", httpTypes,
      ]),
    module(
      "GhostlightTesting", in: "Harness",
      [
        "Ghostlight", "GhostlightContracts", "GhostlightRecording", "GhostlightClient",
        "GhostlightEmulation", "GhostlightCore", httpTypes,
      ]),
    module("GhostlightXCTest", in: "Harness", ["GhostlightTesting", "Ghostlight"]),
    module("GhostlightClient", in: "Clients", ["GhostlightCore", httpTypes]),
    // A subset of Core Data, for systems without it.
    module(
      "ManagedObjects", in: "Clients",
      ["GhostlightPatterns", "GhostlightDataModel", "GhostlightSQLite"]),
    // The shared code of the generators `managedgen` and `egf2gen`.
    module("GhostlightGeneration", in: "Clients", []),
    module(
      "ManagedObjectGenerator", in: "Clients", ["GhostlightGeneration", "GhostlightDataModel"]),
    // The program `managedgen`; plugins find it by the name that target and product share.
    .executableTarget(
      name: "managedgen",
      dependencies: ["ManagedObjectGenerator", "GhostlightGeneration", argumentParser],
      path: "Sources/Clients/ManagedObjectGeneratorCLI", swiftSettings: strictSettings),
    .plugin(
      name: "ManagedObjectGeneratorPlugin",
      capability: .command(
        intent: .custom(
          verb: "managedgen", description: "Make the classes of a data model."),
        permissions: [.writeToPackageDirectory(reason: "managedgen writes the classes.")]),
      dependencies: ["managedgen"], path: "Sources/Clients/ManagedObjectGeneratorPlugin"),
    .plugin(
      name: "ManagedObjectGeneratorBuildPlugin", capability: .buildTool(),
      dependencies: ["managedgen"], path: "Sources/Clients/ManagedObjectGeneratorBuildPlugin"),
    // Sent writes without a response, for clients that store copies of the service's data.
    module("GhostlightLedger", in: "Clients", ["GhostlightCore"]),
    module(
      "StackMob", in: "Clients",
      [
        "GhostlightCore", "GhostlightSigning", "GhostlightClient", managedObjects, ledger,
        httpTypes,
      ]),
    module("mkApp", in: "Clients", ["GhostlightClient", "GhostlightCore", httpTypes]),
    // The status of synchronisations, for both generations.
    module("GhostlightSyncStatus", in: "Clients", ["GhostlightClient"]),
    // The shared code of both synchronisations: records, pull, push, progress.
    module(
      "GhostlightSync", in: "Clients",
      [
        "GhostlightSyncStatus", "GhostlightLedger", "ManagedObjects", "GhostlightClient",
        "GhostlightCore",
      ]),
    module(
      "MIASync", in: "Clients",
      [
        "mkApp", "GhostlightSync", "GhostlightSyncStatus", "GhostlightLedger", "ManagedObjects",
        "GhostlightClient", "GhostlightCore", httpTypes,
      ]),
    module(
      "CRUD", in: "Clients",
      [
        "GhostlightClient", "GhostlightCore", "GhostlightSyncStatus", synchronisation, ledger,
        managedObjects, httpTypes,
      ]),
    module("EGF2", in: "Clients", ["GhostlightClient", "GhostlightCore", httpTypes]),
    module("EGF2Generator", in: "Clients", ["GhostlightGeneration", "GhostlightCore"]),
    // The program `egf2gen`; plugins find it by the name that target and product share.
    .executableTarget(
      name: "egf2gen", dependencies: ["EGF2Generator", "GhostlightGeneration", argumentParser],
      path: "Sources/Clients/EGF2GeneratorCLI", swiftSettings: strictSettings),
    .plugin(
      name: "EGF2GeneratorPlugin",
      capability: .command(
        intent: .custom(
          verb: "egf2gen", description: "Make EGF2 models of settings.json and config.json."),
        permissions: [.writeToPackageDirectory(reason: "egf2gen writes the models.")]),
      dependencies: ["egf2gen"], path: "Sources/Clients/EGF2GeneratorPlugin"),
    .plugin(
      name: "EGF2GeneratorBuildPlugin", capability: .buildTool(), dependencies: ["egf2gen"],
      path: "Sources/Clients/EGF2GeneratorBuildPlugin"),
    module("AppCenter", in: "Clients", ["GhostlightClient", "GhostlightCore", httpTypes]),
    // The module name with which apps import AppCenter's sign-in.
    module("AppCenterAuth", in: "Clients", ["AppCenter"]),
    module(
      "AppCenterData", in: "Clients",
      ["AppCenter", "GhostlightClient", "GhostlightCore", "GhostlightSQLite", httpTypes]),
    module(
      "GhostlightPersistence", in: "Server",
      ["Ghostlight", "GhostlightCore", "GhostlightRecording", "GhostlightSQLite", httpTypes]),
    // The pages of the manual and the files of the console, as bytes in the executable.
    .target(
      name: "CManual", path: "Sources/Server/CManual", exclude: ["Console"], publicHeadersPath: "."),
    module(
      "GhostlightServer", in: "Server",
      [
        "CManual", "Ghostlight", "GhostlightContracts", "GhostlightCore", "GhostlightEmulation",
        "GhostlightRecording", "GhostlightSigning", httpTypes,
      ] + nio + tls),
    .executableTarget(
      name: "GhostlightCLI",
      dependencies: [
        "GhostlightServer", "GhostlightPersistence", "GhostlightContracts", "GhostlightRecording",
        "Ghostlight", "StackMobEmulator", "CosmosEmulator", "AppCenterEmulator",
        "GhostlightEmulation", "GhostlightCore", httpTypes, argumentParser,
      ],
      path: "Sources/Server/GhostlightCLI", swiftSettings: strictSettings),
    .plugin(
      name: "GhostlightCommandPlugin",
      capability: .command(
        intent: .custom(
          verb: "ghostlight", description: "Serve the emulators, record, replay, verify contracts."),
        permissions: [
          .allowNetworkConnections(
            scope: .all(), reason: "It serves the emulators and records other servers.")
        ]),
      path: "Sources/Server/GhostlightCommandPlugin"),
    // The contracts of the emulators, and the program that writes them: `swift run ContractBook`.
    contracts("Library", as: "ContractLibrary", []),
    contracts("StackMob", as: "StackMobContracts", ["ContractLibrary"]),
    contracts(
      "Cosmos", as: "CosmosContracts", ["ContractLibrary", "CosmosEmulator", "GhostlightSigning"]),
    contracts(
      "AppCenter", as: "AppCenterContracts",
      ["ContractLibrary", "AppCenterEmulator", "GhostlightSigning"]),
    contracts("Mia", as: "MiaContracts", ["ContractLibrary"]),
    contracts("EGF2", as: "EGF2Contracts", ["ContractLibrary"]),
    // The requests of every SDK to its vendor's emulator, in each of its modes.
    contracts(
      "Consumers", as: "ConsumerContracts",
      [
        "ContractLibrary", "TestExecutors", "StackMobScenarios", "StackMobStoreScenarios",
        "mkAppScenarios", "CRUDScenarios", "SyncScenarios", "EGF2Scenarios", "AppCenterScenarios",
      ]),
    .executableTarget(
      name: "ContractBook",
      dependencies: [
        "ContractLibrary", "ConsumerContracts", "StackMobContracts", "CosmosContracts",
        "AppCenterContracts",
        "MiaContracts", "EGF2Contracts",
      ],
      path: "Contracts/Sources/Book", swiftSettings: strictSettings),
    // The calls that apps make to every SDK, for tests and for consumers' contracts.
    scenarios("StackMob", ["StackMob", "StackMobEmulator"]),
    scenarios(
      "StackMobStore", ["StackMob", "ManagedObjects", "SyncFixtures", "StackMobEmulator"]),
    scenarios("mkApp", ["mkApp", "GhostlightTesting"]),
    scenarios("CRUD", ["CRUD"]),
    scenarios(
      "Sync", ["MIASync", "mkApp", "CRUD", "ManagedObjects", "GhostlightSync", "SyncFixtures"]),
    scenarios("EGF2", ["EGF2", "EGF2FixtureModels"]),
    scenarios(
      "AppCenter",
      ["AppCenterData", "AppCenter", "AppCenterEmulator", "CosmosEmulator", "GhostlightSigning"]),
    // The shared code of test targets and scenarios.
    .target(
      name: "TestSupport", dependencies: ["GhostlightCore", "GhostlightEmulation", httpTypes],
      path: "Tests/Support",
      swiftSettings: strictSettings),
    // Runs a scenario in process, over sockets and in a recording.
    .target(
      name: "TestExecutors",
      dependencies: [
        "Ghostlight", "GhostlightServer", "GhostlightRecording", "GhostlightEmulation",
        "GhostlightClient", "GhostlightCore", httpTypes,
      ],
      path: "Tests/Executors", swiftSettings: strictSettings),
    // A server with all emulators and one of a test, for the test in a browser.
    .executableTarget(
      name: "LibraryServer",
      dependencies: ["TestExecutors", "Ghostlight", "GhostlightServer", "GhostlightCore"],
      path: "Tests/LibraryServer", swiftSettings: strictSettings),
    // The shared code of both synchronisations' tests: models, devices, random interleavings.
    .target(
      name: "SyncFixtures",
      dependencies: [
        "TestSupport", "TestExecutors", "ManagedObjects", "GhostlightSync", "GhostlightSyncStatus",
        "GhostlightLedger", "Ghostlight", "MiaEmulator", "GhostlightEmulation", "GhostlightClient",
        "GhostlightCore",
        httpTypes,
      ],
      path: "Tests/SyncFixtures", swiftSettings: strictSettings),
    // A program that synchronises until it kills itself.
    .executableTarget(
      name: "SyncWriter",
      dependencies: [
        "SyncFixtures", "MIASync", "mkApp", "CRUD", "StackMob", "ManagedObjects",
        "GhostlightSyncStatus", "GhostlightClient", "GhostlightCore", httpTypes,
      ],
      path: "Tests/SyncWriter", swiftSettings: strictSettings),
    models("EGF2FixtureModels", path: "Tests/EGF2FixtureModels"),
    models("EGF2PrefixedModels", path: "Tests/EGF2PrefixedModels"),
    // The benchmarks: `swift run -c release Benchmarks`.
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "Ghostlight", "GhostlightClient", "GhostlightCore", "GhostlightEmulation",
        "GhostlightRecording", "GhostlightSigning", "StackMobEmulator", "CosmosEmulator",
        "MiaEmulator", "EGF2Emulator", httpTypes,
        .target(name: "GhostlightServer", condition: server),
      ],
      path: "Tests/Benchmarks",
      exclude: [
        "README.md", "console.py", "crowds.py", "instructions.sh", "instructions.tsv",
        "isolation.py", "isolation_cases.py", "proxies.py", "rivals.py", "run.py", "scale.py",
        "served.py", "vectors.py",
      ],
      swiftSettings: strictSettings),
    // The behaviours that every store must have.
    .target(
      name: "ManagedObjectsBehaviours", dependencies: ["ManagedObjects"],
      path: "Tests/ManagedObjectsBehaviours", swiftSettings: strictSettings),
    // A program that runs these behaviours from an asynchronous `main`.
    .executableTarget(
      name: "ManagedObjectsParity", dependencies: ["ManagedObjectsBehaviours"],
      path: "Tests/ManagedObjectsParity", swiftSettings: strictSettings),
    // A program that saves until it is killed.
    .executableTarget(
      name: "ManagedObjectsWriter", dependencies: ["ManagedObjects"],
      path: "Tests/ManagedObjectsWriter", swiftSettings: strictSettings),
    // Classes that the build generates from the data model in the folder.
    .target(
      name: "ManagedObjectsFixtureModels", dependencies: ["ManagedObjects"],
      path: "Tests/ManagedObjectsFixtureModels", exclude: ["Shop.xcdatamodeld"],
      swiftSettings: strictSettings, plugins: ["ManagedObjectGeneratorBuildPlugin"]),
  ]
    + testTable.filter { onlyTests?.contains($0.key) ?? true }.map {
      tests($0.key, importing: $0.value)
    }
)
