import Testing

@Suite struct `Documentation of errors` {
  private static let functions = Repository.sources.flatMap(ThrowingFunction.all)

  @Test func `every public throwing function documents its errors`() {
    for function in Self.functions where !function.comment.contains("- Throws:") {
      function.fail("it throws; say what, where: - Throws: …")
    }
    #expect(Self.functions.count > 200)
  }

  @Test func `every throwing function of a vendor names a source`() {
    for function in Self.functions where function.isVendors && !function.namesSource {
      function.fail("name a page, a section of the protocol or an assumption: - Source: …")
    }
    #expect(Self.functions.count(where: \.isVendors) > 120)
  }

  @Test func `throwing functions are found with their comments`() {
    let file = SourceFile(
      path: "Sources/Clients/EGF2/Sample.swift",
      text: """
        /// Objects.
        ///
        /// - Source: protocol reference B6.
        extension EGF2Graph {
          /// Reads.
          ///
          /// - Throws: ``EGF2Error``.
          @discardableResult
          public nonisolated(nonsending) func read(
            _ block: () throws -> Void, id: String
          ) async throws(EGF2Error) -> String { id }
          /// Calls.
          public func call(_ block: () throws -> Void) rethrows { try block() }
          /// Waits.
          public func wait(_ block: () throws -> Void) {}
          func hidden() throws {}
        }
        /// A value.
        public struct Value {
          // Not documented.
          public init(_ text: String) throws { self.text = text }
          /// A number, an assumption.
          public var number: Int { get throws { 1 } }
        }
        """)
    let found = ThrowingFunction.all(in: file)
    #expect(found.map(\.line) == [9, 21, 23])
    #expect(found.map { $0.comment.contains("- Throws:") } == [true, false, false])
    #expect(found.map(\.namesSource) == [true, false, true])
  }
}
