import Testing

/// A target's folder of sources, `Sources/<layer>/<name>`.
struct TargetFolder: Sendable, Hashable, CustomTestStringConvertible {
  let layer: String
  let name: String

  var testDescription: String { "\(layer)/\(name)" }

  /// The Swift files in the target's folder.
  var files: [SourceFile] { Repository.sources.filter { $0.target == self } }
}
