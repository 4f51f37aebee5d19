import Testing

@Suite struct `Documentation of public types` {
  private static let types = Repository.sources.flatMap(PublicType.all)

  @Test func `most public types have four lines of documentation, and some an example`() {
    let types = Self.types
    let short = types.filter { $0.comment.count < 4 }
    let withExample = types.count { type in type.comment.contains { $0.contains("```") } }
    let list = short.map { "\($0.path):\($0.line): \($0.name): \($0.comment.count)" }
    #expect(
      (types.count - short.count) * 100 >= 80 * types.count,
      "write what these are, when to use them, and an example:\n\(list.joined(separator: "\n"))")
    #expect(withExample * 100 >= 10 * types.count, "\(withExample) of \(types.count) have one")
    #expect(types.count > 500)
  }

  @Test func `public types are found with their comments`() {
    let file = SourceFile(
      path: "Sources/Core/Sample/Sample.swift",
      text: """
        /// A sample.
        ///
        /// Use it.
        @available(macOS 15, *)
        @frozen public struct Sample {
          // Not documentation.
          public indirect enum Inner {}
          struct Hidden { let text = "public struct Quoted {}" }
          /// A name.
          public typealias Name = String
        }
        """)
    #expect(
      PublicType.all(in: file) == [
        PublicType(
          path: file.path, line: 5, name: "Sample",
          comment: ["/// A sample.", "///", "/// Use it."]),
        PublicType(path: file.path, line: 7, name: "Inner", comment: []),
        PublicType(path: file.path, line: 10, name: "Name", comment: ["/// A name."]),
      ])
  }
}

/// A public type, with the lines of its documentation comment.
private struct PublicType: Sendable, Hashable {
  let path: String
  let line: Int
  let name: String
  let comment: [String]

  /// Returns the public types that a file declares, in order.
  static func all(in file: SourceFile) -> [PublicType] {
    file.code.indices.compactMap { index in
      let line = file.code[index]
      guard line.contains("public ") || line.contains("open "),
        let match = line.prefixMatch(of: pattern)
      else { return nil }
      let above = file.lines[..<index].reversed().map { $0.drop { $0 == " " } }
      let comment = above.drop { $0.hasPrefix("@") }.prefix { $0.hasPrefix("///") }
      return PublicType(
        path: file.path, line: index + 1, name: String(match.1),
        comment: comment.reversed().map(String.init))
    }
  }

  private static var pattern: Regex<(Substring, Substring)> {
    /\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:nonisolated\s+)?(?:public|open)\s+(?:final\s+|indirect\s+)*(?:struct|class|enum|protocol|actor|typealias)\s+(`?\w+`?)/
  }
}
