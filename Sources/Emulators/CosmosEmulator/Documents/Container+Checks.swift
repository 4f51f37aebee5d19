import GhostlightCore
import GhostlightEmulation
import HTTPTypes

extension Container {
  /// Refuses a body that cannot stand in a partition, and answers its id.
  func check(_ body: JSONObject, in partition: PartitionKey) throws(Fault) -> String {
    let id = try ResourceName.read(body)
    try ResourceName.check(id)
    try RequestJSON.checkSize(body)
    let own = PartitionKey(of: body, along: settings.partitionPaths)
    guard own.text == partition.text else { throw .keyMismatch }
    if let ttl = body["ttl"], ttl.integer.map({ $0 == -1 || $0 > 0 }) != true { throw .badTTL }
    return id
  }

  /// The partition key of a request's header.
  func partition(of request: Request) throws(Fault) -> PartitionKey {
    guard let header = request.headers[.msPartitionKey] else { throw .keyTooShort }
    guard let key = PartitionKey(header: header) else { throw .badKey.filled(["key": header]) }
    guard key.components.count == settings.partitionPaths.count else {
      throw key.components.count < settings.partitionPaths.count
        ? .keyTooShort : .badKey.filled(["key": header])
    }
    return key
  }

  /// Refuses values that another document of the partition has under a unique key (B9).
  func checkUnique(
    _ body: JSONObject, in partition: PartitionKey, except key: String?, at moment: Moment
  ) throws(Fault) {
    for paths in settings.uniqueKeys where !paths.isEmpty {
      var tests: [Predicate] = []
      for path in paths {
        let path = FieldPath(path)
        tests.append(.field(path, path.value(in: body).map { .equals($0) } ?? .isMissing))
      }
      let others = documents.find(Query(.and(tests))).documents
      for other in others where other.key != key && !hasExpired(other.document, at: moment) {
        let owner = PartitionKey(of: other.document, along: settings.partitionPaths)
        if owner.text == partition.text { throw .resourceExists }
      }
    }
  }

  /// How many paths get an index of their own.
  static let mostIndexes = 12

  /// Indexes paths that have not been seen before, as the service indexes every path.
  mutating func addIndexes(for document: JSONObject) {
    guard settings.isIndexed, indexedPaths.count < Self.mostIndexes else { return }
    addIndexes(under: [], document)
  }

  private mutating func addIndexes(under names: [String], _ object: JSONObject) {
    for member in object where !Self.systemProperties.contains(member.key) {
      let path = names + [member.key]
      switch member.value {
      case .object(let inner) where path.count < 3: addIndexes(under: path, inner)
      case .object, .array: break
      default:
        let field = FieldPath(path)
        guard indexedPaths.count < Self.mostIndexes, !indexedPaths.contains(field) else {
          continue
        }
        indexedPaths.append(field)
        documents.addIndex(IndexDefinition(field))
      }
    }
  }
}
