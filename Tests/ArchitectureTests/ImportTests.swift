import Testing

@Suite struct `Imports` {
  @Test(arguments: Repository.targets)
  func `every target has a row in the import table`(_ target: TargetFolder) {
    #expect(ModuleMap.table[target] != nil, "\(target.testDescription) is not in the plan")
  }

  @Test func `a file imports only the modules of its target`() throws {
    for file in Repository.sources {
      let target = try #require(file.target, "\(file.path) is in no target's folder")
      for line in ImportLine.all(in: file) where !ModuleMap.permits(line.module, in: target) {
        file.fail(line: line.line, "\(target.testDescription) may not import \(line.module)")
      }
    }
  }

  @Test func `the executable uses full Foundation only if there is no smaller one`() {
    for file in Repository.sources where file.target.map(ModuleMap.isInExecutable) ?? false {
      for line in ImportLine.all(in: file) where line.module == "Foundation" && !line.isFallback {
        file.fail(line: line.line, "import FoundationEssentials, and Foundation behind its #else")
      }
    }
  }

  @Test func `no vendor's emulator imports another, except App Center's`() {
    let vendors = ModuleMap.table.keys.filter {
      $0.layer == "Emulators" && $0.name != "GhostlightEmulation"
    }
    for vendor in vendors {
      let others = ModuleMap.modules(of: vendor).intersection(vendors.map(\.name))
      #expect(others == (vendor.name == "AppCenterEmulator" ? ["CosmosEmulator"] : []))
    }
  }

  @Test func `no client may import an emulator`() {
    for client in ModuleMap.table.keys where client.layer == "Clients" {
      let emulators = ModuleMap.modules(of: client).filter { $0.hasSuffix("Emulator") }
      #expect(emulators == [])
    }
  }

  @Test func `imports are found with their lines, after modifiers and in conditions`() {
    let file = SourceFile(
      path: "Sources/Core/Sample/Sample.swift",
      text: """
        public import HTTPTypes
        // import Commented
        @testable import struct Sample.Inner
        #if canImport(FoundationEssentials)
          import FoundationEssentials
        #else
          import Foundation
        #endif
        """)
    #expect(
      ImportLine.all(in: file) == [
        ImportLine(module: "HTTPTypes", line: 1, isFallback: false),
        ImportLine(module: "Sample", line: 3, isFallback: false),
        ImportLine(module: "FoundationEssentials", line: 5, isFallback: false),
        ImportLine(module: "Foundation", line: 7, isFallback: true),
      ])
  }
}
