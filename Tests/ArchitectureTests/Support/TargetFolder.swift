import Testing

/// A folder of sources: `Sources/<wing>/<name>`.
struct TargetFolder: Sendable, Hashable, CustomTestStringConvertible {
  let wing: String
  let name: String

  var testDescription: String { "\(wing)/\(name)" }

  /// The target's files.
  var files: [SourceFile] { Repository.sources.filter { $0.target == self } }
}
