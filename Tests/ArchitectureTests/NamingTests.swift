import Testing

@Suite struct `Names of files` {
  @Test func `a file has the name of a type in it, or is a chapter that begins with an extension`()
  {
    for file in Repository.sources {
      let declarations = Declaration.all(in: file)
      let types = declarations.filter { $0.kind == .type }
      if let type = types.first, !types.contains(where: { $0.name == file.stem }),
        !file.stem.contains("+"), declarations.first?.kind != .extension
      {
        file.fail(line: type.line, "\(type.name) stands in \(file.stem).swift")
      }
      let isUseful = declarations.contains {
        $0.kind == .extension || $0.kind == .global && hasVendorGlobals(file)
      }
      // These modules only re-export others: on Apple platforms, managed objects are Core Data's, and
      // the vendor had a separate module for Auth.
      let isExport = ["CoreData", "AppCenterAuth"].contains(file.stem)
      if types.isEmpty, file.stem != "main", !isUseful, !isExport {
        file.fail(line: 1, "there is neither a type nor an extension")
      }
    }
  }

  @Test func `a file named Type+Topic is about that type`() {
    for file in Repository.sources where file.stem.contains("+") {
      let name = String(file.stem.prefix { $0 != "+" })
      let extended = Declaration.all(in: file).filter { $0.kind == .extension }.map(\.name)
      let isExtended = extended.contains { $0 == name || $0.hasPrefix("\(name).") }
      guard !isExtended, file.codeLines(with: name).isEmpty else { continue }
      file.fail(line: 1, "nothing here is about \(name)")
    }
  }

  @Test func `only types and extensions are at the top level`() {
    for file in Repository.sources where file.stem != "main" {
      for found in Declaration.all(in: file)
      where found.kind == .other && !Self.vendorVariables.contains(found.name)
        || found.kind == .global && !hasVendorGlobals(file)
      {
        file.fail(line: found.line, "\(found.name) belongs into a type")
      }
    }
  }

  /// The names of the vendors' global variables, which the SDKs must also have.
  ///
  /// The vendors' guides tell apps to set the first ones; in our SDKs, each of them is a locked
  /// value. The others are constants of types that are not `Sendable`, which Swift 6 allows only as
  /// computed variables.
  private static let vendorVariables: Set<String> = [
    "SM_CORE_DATA_DEBUG", "SM_MAX_LOG_LENGTH", "SM_CACHE_ENABLED", "SM_ALLOW_CACHE_RESET",
    "SMMergePolicyClientWins", "SMMergePolicyLastModifiedWins", "SMMergePolicyServerModifiedWins",
    "NSErrorMergePolicy", "NSMergeByPropertyStoreTrumpMergePolicy",
    "NSMergeByPropertyObjectTrumpMergePolicy", "NSOverwriteMergePolicy", "NSRollbackMergePolicy",
  ]

  /// Returns whether a file may have public constants, functions and typealiases at its top level.
  ///
  /// Our client SDKs have the same names as the vendors' SDKs, which have globals such as
  /// `SMErrorInvalidArguments`, `SMFailureBlock` and `kMSACErrorDomain`.
  private func hasVendorGlobals(_ file: SourceFile) -> Bool { file.target?.layer == "Clients" }

  @Test func `no type has the name of its module`() {
    for file in Repository.sources {
      for found in Declaration.all(in: file)
      where found.kind == .type && found.name == file.target?.name {
        guard file.target?.layer != "Clients" else { continue }
        file.fail(line: found.line, "\(found.name) hides its module")
      }
    }
  }

  @Test func `declarations are found after modifiers, but not inside others`() {
    let file = SourceFile(
      path: "Sources/Core/Sample/Sample.swift",
      text: """
        /// struct Commented {}
        public final class Sample: Sendable {
          struct Inner { let text = "} enum Quoted {" }
        }
        @available(macOS 15, *) extension Sample.Inner {
          enum Nested {}
        }
        private let number = 1
        public let SampleErrorDomain = "Sample"
        public typealias SampleBlock = @Sendable () -> Void
        public var counter = 0
        """)
    #expect(
      Declaration.all(in: file) == [
        Declaration(kind: .type, name: "Sample", line: 2),
        Declaration(kind: .extension, name: "Sample.Inner", line: 5),
        Declaration(kind: .other, name: "number", line: 8),
        Declaration(kind: .global, name: "SampleErrorDomain", line: 9),
        Declaration(kind: .global, name: "SampleBlock", line: 10),
        Declaration(kind: .other, name: "counter", line: 11),
      ])
  }
}
