/// The modules that each target may import.
enum ModuleMap {
  /// The modules that each target may import directly.
  ///
  /// A target may also import the modules that these modules may import.
  static let table: [TargetFolder: Set<String>] = {
    var table: [TargetFolder: Set<String>] = [:]
    for (layer, modules) in layers {
      for (name, imports) in modules {
        table[TargetFolder(layer: layer, name: name)] = imports
      }
    }
    return table
  }()

  /// Returns the modules that a target may import, directly or through a module lower in the table.
  static func modules(of target: TargetFolder) -> Set<String> {
    guard let direct = table[target] else { return [] }
    var allowed = direct
    var open = Array(direct)
    while let name = open.popLast() {
      guard let lower = table.first(where: { $0.key.name == name }) else { continue }
      let ours = lower.value.filter { candidate in table.contains { $0.key.name == candidate } }
      open += ours.subtracting(allowed)
      allowed.formUnion(ours)
    }
    return allowed
  }

  /// Returns whether a target may import a module; another test checks the imports of full
  /// Foundation.
  static func permits(_ module: String, in target: TargetFolder) -> Bool {
    if everywhere.contains(module) || modules(of: target).contains(module) { return true }
    if module.hasPrefix("NIO") { return modules(of: target).contains("NIO") }
    return mathematics.contains(module) || !isPure(target) && platform.contains(module)
  }

  /// Returns whether a target must not use clocks, random numbers, files or full Foundation.
  static func isPure(_ target: TargetFolder) -> Bool {
    target.layer == "Core" || target.layer == "Emulators"
  }

  /// Returns whether a target is linked into the program `ghostlight`.
  ///
  /// The program does not use full Foundation, to avoid linking its language tables.
  static func isInExecutable(_ target: TargetFolder) -> Bool {
    switch target.layer {
    case "Clients": false
    case "Harness": !["GhostlightTesting", "GhostlightXCTest"].contains(target.name)
    case "Server": target.name != "GhostlightCommandPlugin"
    default: true
    }
  }

  /// The modules that every target may import: HTTP types, and the portable part of Foundation.
  private static let everywhere: Set<String> = [
    "HTTPTypes", "FoundationEssentials", "Foundation", "Synchronization",
  ]

  /// The C library, imported for mathematical functions; another test forbids its functions for
  /// clocks, random numbers and files.
  private static let mathematics: Set<String> = ["Darwin", "Glibc", "Musl"]

  private static let platform: Set<String> = [
    "Dispatch", "FoundationNetworking",
  ]

  private static let vendor: Set<String> = [
    "GhostlightCore", "GhostlightPatterns", "GhostlightSigning", "GhostlightEmulation",
  ]

  private static let emulators: Set<String> = [
    "StackMobEmulator", "MiaEmulator", "EGF2Emulator", "CosmosEmulator", "AppCenterEmulator",
  ]

  private static let kit: Set<String> = [
    "GhostlightCore", "GhostlightSigning", "GhostlightSQLite", "GhostlightClient",
    "ManagedObjects",
  ]

  private static let layers: [String: [String: Set<String>]] = [
    "Core": [
      "GhostlightCore": ["OrderedCollections"],
      // A regular expression engine, for the emulators and for the predicates of clients.
      "GhostlightPatterns": [],
      // A reader of Xcode's data models, for managed objects and the generator of their classes.
      "GhostlightDataModel": [],
      "GhostlightSigning": ["GhostlightCore"],
      // A C module with SQLite's functions, for systems that do not have one.
      "CSQLite": [],
      // Each database connection belongs to a serial queue.
      "GhostlightSQLite": ["CSQLite", "SQLite3", "Dispatch"],
    ],
    "Emulators": [
      "GhostlightEmulation": ["GhostlightCore", "GhostlightPatterns", "HashTreeCollections"],
      "StackMobEmulator": vendor,
      "MiaEmulator": vendor,
      "EGF2Emulator": vendor,
      "CosmosEmulator": vendor,
      "AppCenterEmulator": vendor.union(["CosmosEmulator"]),
    ],
    "Harness": [
      "GhostlightRecording": ["GhostlightCore", "GhostlightEmulation"],
      "GhostlightContracts": ["Ghostlight", "GhostlightPatterns", "GhostlightRecording"],
      "Ghostlight": emulators.union([
        "GhostlightCore", "GhostlightEmulation", "GhostlightRecording",
      ]),
      "GhostlightTesting": ["Ghostlight", "GhostlightContracts", "GhostlightClient", "Testing"],
      "GhostlightXCTest": ["GhostlightTesting", "XCTest"],
    ],
    "Clients": [
      "GhostlightClient": ["GhostlightCore"],
      "ManagedObjects": [
        "GhostlightSQLite", "GhostlightPatterns", "GhostlightDataModel", "CoreData",
      ],
      // Shared code of the programs that generate source files: source text, output files and
      // messages.
      "GhostlightGeneration": [],
      "ManagedObjectGenerator": ["GhostlightGeneration", "GhostlightDataModel"],
      "ManagedObjectGeneratorCLI": [
        "ManagedObjectGenerator", "GhostlightGeneration", "ArgumentParser",
      ],
      "ManagedObjectGeneratorPlugin": ["PackagePlugin"],
      "ManagedObjectGeneratorBuildPlugin": ["PackagePlugin"],
      // CoreLocation, if the system has it, for the type of a location.
      "StackMob": kit.union(["CoreLocation", "GhostlightLedger"]),
      "mkApp": kit,
      "GhostlightSyncStatus": ["GhostlightClient"],
      "GhostlightLedger": ["GhostlightCore"],
      "GhostlightSync": kit.union(["GhostlightLedger", "GhostlightSyncStatus"]),
      "MIASync": kit.union(["mkApp", "GhostlightSync", "GhostlightSyncStatus"]),
      "CRUD": kit.union(["GhostlightSync", "GhostlightSyncStatus"]),
      "EGF2": kit,
      "EGF2Generator": ["GhostlightCore", "GhostlightGeneration"],
      // A separate program, like the vendor's; build plugins run it.
      "EGF2GeneratorCLI": ["EGF2Generator", "GhostlightGeneration", "ArgumentParser"],
      "EGF2GeneratorPlugin": ["PackagePlugin"],
      "EGF2GeneratorBuildPlugin": ["PackagePlugin"],
      "AppCenter": kit,
      // The vendor's module name for the sign-in; the code is in AppCenter.
      "AppCenterAuth": ["AppCenter"],
      "AppCenterData": kit.union(["AppCenter"]),
    ],
    "Server": [
      // A C module with the files of manual and console, because Swift has no directive that embeds a
      // file.
      "CManual": [],
      "GhostlightPersistence": ["Ghostlight", "GhostlightSQLite"],
      "GhostlightServer": [
        "CManual", "Ghostlight", "GhostlightSigning", "GhostlightPersistence", "NIO",
        // The console shows contracts, and creates contracts from requests.
        "GhostlightContracts",
        // For the certificate authority of `--tls`: keys, certificates and their encoding.
        "Crypto", "X509", "SwiftASN1",
      ],
      "GhostlightCLI": ["GhostlightServer", "GhostlightContracts", "ArgumentParser"],
      // A plugin that runs the command line in a package that depends on this one.
      "GhostlightCommandPlugin": ["PackagePlugin"],
    ],
  ]
}
