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
    _ body: JSONObject, in partition: PartitionKey, except key: String?, at moment: Moment,
    within budget: WorkBudget
  ) throws(Fault) {
    for paths in settings.uniqueKeys where !paths.isEmpty {
      var tests: [Predicate] = []
      for path in paths {
        let path = FieldPath(path)
        tests.append(.field(path, path.value(in: body).map { .equals($0) } ?? .isMissing))
      }
      let others = try documents.find(Query(.and(tests)), within: budget).documents
      try budget.spend(others.count, times: 8)
      for other in others where other.key != key && !hasExpired(other.document, at: moment) {
        let owner = PartitionKey(of: other.document, along: settings.partitionPaths)
        if owner.text == partition.text { throw .resourceExists }
      }
    }
  }

  /// How many paths get an index of their own.
  static let mostIndexes = 12

  /// The most documents that a path's index is made of at once.
  static let mostIndexed = 20_000

  /// Indexes paths that have not been seen before, as the service indexes every path, while there
  /// are not too many documents.
  mutating func addIndexes(for document: JSONObject) {
    guard mayAddIndexes else { return }
    addIndexes(under: [], document)
  }

  private var mayAddIndexes: Bool {
    settings.isIndexed && indexedPaths.count < Self.mostIndexes
      && documents.count <= Self.mostIndexed
  }

  /// Pays for what storing a document in the place of another may cost; nothing can be refused
  /// once it has begun.
  func pay(storing body: JSONObject, over old: JSONObject?, _ budget: WorkBudget) throws(Fault) {
    if mayAddIndexes {
      let fresh = min(Self.mostIndexes - indexedPaths.count, Self.scalars(in: body))
      try budget.spend(documents.count * fresh, times: 4)
    }
    // The elements of an array are filed one by one.
    for path in indexedPaths {
      for document in [body, old] {
        guard let document, document.count < Self.mostIndexed else { continue }
        let elements = path.value(in: document)?.array?.count ?? 0
        if elements > 8 { try budget.spend(elements, times: 8) }
      }
    }
  }

  /// How many values of a document might get an index, at most.
  private static func scalars(in document: JSONObject) -> Int {
    document.members.count { $0.value.array == nil } * 4
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
