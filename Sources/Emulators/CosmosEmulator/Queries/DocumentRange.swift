import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Which documents a feed or a query is about: a partition, a range of hashes, or all (B10, B12).
struct DocumentRange {
  private let partition: PartitionKey?
  private let start: String?
  private let end: String?

  /// Reads the fields of a request.
  init(_ request: Request, _ container: Container) throws(Fault) {
    if let header = request.headers[.msPartitionKey], header != "[]" {
      guard let key = PartitionKey(header: header),
        key.components.count <= container.settings.partitionPaths.count
      else { throw .badKey.filled(["key": header]) }
      partition = key
    } else {
      partition = nil
    }
    start = request.headers[.msStartEPK]
    end = request.headers[.msEndEPK]
  }

  /// Whether the whole container is meant.
  var isAll: Bool { partition == nil && start == nil && end == nil }

  /// A test that all documents of the range pass, for an index.
  func filter(_ container: Container) -> Predicate {
    guard let partition else { return .always }
    var tests: [Predicate] = []
    for (path, value) in zip(container.settings.partitionPaths, partition.components) {
      if let value { tests.append(.field(FieldPath(path), .equals(value))) }
    }
    return .and(tests)
  }

  /// Whether a document is in the range.
  func contains(_ document: JSONObject, _ container: Container) -> Bool {
    guard !isAll else { return true }
    let key = PartitionKey(of: document, along: container.settings.partitionPaths)
    if let partition, !partition.isPrefix(of: key) { return false }
    guard start != nil || end != nil else { return true }
    let place = EffectivePartitionKey.text(of: key)
    return place >= start ?? "" && (end.map { place < $0 } ?? true)
  }
}
