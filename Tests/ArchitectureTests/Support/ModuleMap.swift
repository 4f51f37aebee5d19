/// Who may import what: the table of the design, target by target.
enum ModuleMap {
  /// What a target may import of its own accord; modules of ours bring along what they may.
  static let table: [TargetFolder: Set<String>] = {
    var table: [TargetFolder: Set<String>] = [:]
    for (layer, modules) in layers {
      for (name, imports) in modules {
        table[TargetFolder(layer: layer, name: name)] = imports
      }
    }
    return table
  }()

  /// What a target may import, directly or because a module of ours lower in the table may.
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

  /// Whether a target may import a module; for full Foundation that is only the half of it.
  static func permits(_ module: String, in target: TargetFolder) -> Bool {
    if everywhere.contains(module) || modules(of: target).contains(module) { return true }
    if module.hasPrefix("NIO") { return modules(of: target).contains("NIO") }
    return mathematics.contains(module) || !isPure(target) && platform.contains(module)
  }

  /// Whether a target must do without clock, randomness, files and full Foundation.
  static func isPure(_ target: TargetFolder) -> Bool {
    target.layer == "Core" || target.layer == "Emulators"
  }

  /// Whether a target is part of `ghostlight`, which does without full Foundation and its tables of
  /// languages.
  static func isInExecutable(_ target: TargetFolder) -> Bool {
    switch target.layer {
    case "Clients": false
    case "Harness": !["GhostlightTesting", "GhostlightXCTest"].contains(target.name)
    case "Server": target.name != "GhostlightCommandPlugin"
    default: true
    }
  }

  /// What every module may import: HTTP types, and the part of Foundation that is portable.
  private static let everywhere: Set<String> = [
    "HTTPTypes", "FoundationEssentials", "Foundation", "Synchronization",
  ]

  /// The C library; what it knows of clocks, chance and files is forbidden word by word.
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
      // Regular expressions, for emulators and for predicates of clients.
      "GhostlightPatterns": [],
      // Xcode's data models, for managed objects and for what generates their classes.
      "GhostlightDataModel": [],
      "GhostlightSigning": ["GhostlightCore"],
      // SQLite's functions as a C module, where the system has no module of it.
      "CSQLite": [],
      // A connection belongs to a queue, which serves everybody in turn.
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
      "GhostlightRecording": ["GhostlightCore"],
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
      // Source text, output files and messages of programs that write source files.
      "GhostlightGeneration": [],
      "ManagedObjectGenerator": ["GhostlightGeneration", "GhostlightDataModel"],
      "ManagedObjectGeneratorCLI": [
        "ManagedObjectGenerator", "GhostlightGeneration", "ArgumentParser",
      ],
      "ManagedObjectGeneratorPlugin": ["PackagePlugin"],
      "ManagedObjectGeneratorBuildPlugin": ["PackagePlugin"],
      // Where there is one, the system's own idea of a place.
      "StackMob": kit.union(["CoreLocation", "GhostlightLedger"]),
      "mkApp": kit,
      "GhostlightSyncStatus": ["GhostlightClient"],
      "GhostlightLedger": ["GhostlightCore"],
      "GhostlightSync": kit.union(["GhostlightLedger", "GhostlightSyncStatus"]),
      "MIASync": kit.union(["mkApp", "GhostlightSync", "GhostlightSyncStatus"]),
      "CRUD": kit.union(["GhostlightSync", "GhostlightSyncStatus"]),
      "EGF2": kit,
      "EGF2Generator": ["GhostlightCore", "GhostlightGeneration"],
      // Beside the client, as the vendor had it; plugins run it in the build.
      "EGF2GeneratorCLI": ["EGF2Generator", "GhostlightGeneration", "ArgumentParser"],
      "EGF2GeneratorPlugin": ["PackagePlugin"],
      "EGF2GeneratorBuildPlugin": ["PackagePlugin"],
      "AppCenter": kit,
      // The vendor's name for the sign-in, which AppCenter has.
      "AppCenterAuth": ["AppCenter"],
      "AppCenterData": kit.union(["AppCenter"]),
    ],
    "Server": [
      "GhostlightPersistence": ["Ghostlight", "GhostlightSQLite"],
      "GhostlightServer": [
        "Ghostlight", "GhostlightSigning", "GhostlightPersistence", "NIO",
        // What the console shows of contracts, and makes of requests.
        "GhostlightContracts",
        // The authority behind `--tls`: keys, certificates and their encoding.
        "Crypto", "X509", "SwiftASN1",
      ],
      "GhostlightCLI": ["GhostlightServer", "GhostlightContracts", "ArgumentParser"],
      // The command line in a package that depends on this one.
      "GhostlightCommandPlugin": ["PackagePlugin"],
    ],
  ]
}
