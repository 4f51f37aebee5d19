import Testing

/// A folder of sources: `Sources/<layer>/<name>`.
struct TargetFolder: Sendable, Hashable, CustomTestStringConvertible {
  let layer: String
  let name: String

  var testDescription: String { "\(layer)/\(name)" }

  /// The files of the target.
  var files: [SourceFile] { Repository.sources.filter { $0.target == self } }
}
