import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Methods that write to a container.
///
/// Each method rejects an invalid write before it changes anything.
///
/// The argument `home` is the container's path with RIDs. It is passed as a string, because a
/// second reference to the container's database would make each write copy the data that it
/// changes.
extension Container {
  mutating func create(
    _ body: JSONObject, in partition: PartitionKey, under home: String, _ stamp: WriteStamp,
    at moment: Moment, within budget: WorkBudget
  ) throws(Fault) -> DocumentWrite {
    let id = try check(body, in: partition)
    guard try find(id, in: partition, at: moment, within: budget) == nil else {
      throw .documentExists
    }
    try checkUnique(body, in: partition, except: nil, at: moment, within: budget)
    try pay(storing: body, over: documents[Self.key(id, partition)], budget)
    let document = insert(body, id, in: partition, under: home, stamp)
    return DocumentWrite(status: 201, document: document, charge: "6.67")
  }

  mutating func upsert(
    _ body: JSONObject, in partition: PartitionKey, under home: String,
    _ preconditions: Preconditions, _ stamp: WriteStamp, at moment: Moment,
    within budget: WorkBudget
  ) throws(Fault) -> DocumentWrite {
    let id = try check(body, in: partition)
    let key = Self.key(id, partition)
    guard let old = documents[key], !hasExpired(old, at: moment) else {
      return try create(body, in: partition, under: home, stamp, at: moment, within: budget)
    }
    try preconditions.checkWrite(old)
    try checkUnique(body, in: partition, except: key, at: moment, within: budget)
    try pay(storing: body, over: old, budget)
    let document = overwrite(key, with: body, old, stamp)
    return DocumentWrite(status: 200, document: document, charge: "10.67")
  }

  mutating func replace(
    _ name: String, with body: JSONObject, in partition: PartitionKey,
    _ preconditions: Preconditions, _ stamp: WriteStamp, at moment: Moment,
    within budget: WorkBudget
  ) throws(Fault) -> DocumentWrite {
    let id = try check(body, in: partition)
    let (key, old) = try stored(name, in: partition, preconditions, at: moment, within: budget)
    let home = Self.key(id, partition)
    if !key.isExactly(home), try find(id, in: partition, at: moment, within: budget) != nil {
      throw .documentExists
    }
    try checkUnique(body, in: partition, except: key, at: moment, within: budget)
    try pay(storing: body, over: old, budget)
    if !key.isExactly(home) { rename(key, to: home, at: stamp.seconds) }
    let document = overwrite(home, with: body, old, stamp)
    return DocumentWrite(status: 200, document: document, charge: "11.05")
  }

  /// Returns the key and contents of the document with a name, after checking the preconditions of
  /// a write.
  func stored(
    _ name: String, in partition: PartitionKey, _ preconditions: Preconditions, at moment: Moment,
    within budget: WorkBudget
  ) throws(Fault) -> (key: String, document: JSONObject) {
    guard let key = try find(name, in: partition, at: moment, within: budget),
      let document = documents[key]
    else { throw .noDocument }
    try preconditions.checkWrite(document)
    return (key, document)
  }

  mutating func delete(
    _ name: String, in partition: PartitionKey, _ preconditions: Preconditions, at moment: Moment,
    within budget: WorkBudget
  ) throws(Fault) -> DocumentWrite {
    let (key, old) = try stored(name, in: partition, preconditions, at: moment, within: budget)
    try pay(storing: [:], over: old, budget)
    documents.remove(key)
    lsn += 1
    keep(.delete, old, of: key, number: lsn, at: moment.seconds)
    changes[key] = nil
    return DocumentWrite(status: 204, document: nil, charge: "6.67")
  }

  /// Deletes all documents of a range; if it throws, no document is deleted.
  mutating func deleteAll(
    in range: DocumentRange, at moment: Moment, within budget: WorkBudget
  ) throws(Fault) {
    var walk = try DocumentWalk(
      self, range, filter: .always, from: 0, moment, within: budget)
    let found = try walk.all()
    // The walk has charged the work of finding the documents; removing a document from the indexes
    // takes more work.
    try budget.spend(found.count, times: 64)
    for document in found { try pay(storing: [:], over: document.document, budget) }
    for document in found {
      documents.remove(document.key)
      lsn += 1
      keep(.delete, document.document, of: document.key, number: lsn, at: moment.seconds)
      changes[document.key] = nil
    }
  }

  /// Replaces a document without any check, because the caller, a patch, has already made all
  /// checks.
  mutating func overwrite(
    _ key: String, with body: JSONObject, _ old: JSONObject, _ stamp: WriteStamp
  ) -> JSONObject {
    let document = Self.document(
      body, rid: old["_rid"] ?? .null, link: old["_self"] ?? .null, stamp)
    addIndexes(for: document)
    documents.replace(document, forKey: key)
    recordChange(.replace, document, of: key, at: stamp.seconds)
    return document
  }

  private mutating func insert(
    _ body: JSONObject, _ id: String, in partition: PartitionKey, under home: String,
    _ stamp: WriteStamp
  ) -> JSONObject {
    let key = Self.key(id, partition)
    // A document that is still stored under `key` has expired, so it can be removed.
    if let expired = documents.remove(key) {
      keep(.delete, expired, of: key, number: lsn + 1, at: stamp.seconds, isExpired: true)
      changes[key] = nil
    }
    documentCount += 1
    let rid = self.rid.document(documentCount).text
    let document = Self.document(
      body, rid: .string(rid), link: .string("\(home)docs/\(rid)/"), stamp)
    addIndexes(for: document)
    documents.insert(document, forKey: key)
    recordChange(.create, document, of: key, at: stamp.seconds)
    return document
  }

  /// Moves a document to a new key.
  ///
  /// If another document still has the new key, it has expired and is removed.
  private mutating func rename(_ key: String, to home: String, at seconds: Int64) {
    if let expired = documents.remove(home) {
      keep(.delete, expired, of: home, number: lsn + 1, at: seconds, isExpired: true)
    }
    changes[home] = changes[key]
    documents.rename(key, to: home)
    changes[key] = nil
  }

  private mutating func recordChange(
    _ operation: ContainerHistory.Operation, _ document: JSONObject, of key: String,
    at seconds: Int64
  ) {
    lsn += 1
    keep(operation, document, of: key, number: lsn, at: seconds)
    changes[key] = lsn
  }

  /// Returns the members of a body in their order, followed by the system properties.
  ///
  /// System properties that the client sent are ignored.
  private static func document(
    _ body: JSONObject, rid: JSON, link: JSON, _ stamp: WriteStamp
  ) -> JSONObject {
    var document = body
    document.reserveCapacity(body.count + systemProperties.count)
    for name in systemProperties { document.removeValue(forKey: name) }
    document.append("_rid", rid)
    document.append("_self", link)
    document.append("_etag", .string(stamp.tag))
    document.append("_attachments", "attachments/")
    document.append("_ts", .integer(stamp.seconds))
    return document
  }

  static let systemProperties = ["_rid", "_self", "_etag", "_attachments", "_ts"]
}

extension Container {
  /// Checks that `body` can be stored in `partition`, and returns the id in `body`.
  func check(_ body: JSONObject, in partition: PartitionKey) throws(Fault) -> String {
    let id = try ResourceName.read(body)
    try RequestJSON.checkSize(body)
    let own = PartitionKey(of: body, along: settings.partitionPaths)
    guard own.text == partition.text else { throw .keyMismatch }
    for case .string(let text)? in partition.components
    where text.utf8.count > ContainerSettings.longestKey {
      throw .badKey.filled(["key": text]).withReason(
        "the value has \(text.utf8.count) bytes; a partition key has at most "
          + "\(ContainerSettings.longestKey)")
    }
    if let ttl = body["ttl"], ttl.integer.map({ $0 == -1 || $0 > 0 }) != true { throw .badTTL }
    return id
  }

  /// Returns the partition key in a request's header field.
  ///
  /// - Throws: A refusal if the key is missing, malformed, or only a prefix of a hierarchical key.
  func partition(of request: Request) throws(Fault) -> PartitionKey {
    try partition(header: request.value(of: .msPartitionKey))
  }

  /// Returns the partition key in the text of a header field, or of an operation of bulk.
  ///
  /// - Throws: A refusal if the key is missing, malformed, or only a prefix of a hierarchical key.
  func partition(header: String?) throws(Fault) -> PartitionKey {
    if settings.hasSystemKey, header ?? "[]" == "[]" { return PartitionKey([nil]) }
    guard let header else { throw .keyTooShort }
    guard let key = PartitionKey(header: header) else { throw .badKey.filled(["key": header]) }
    guard key.components.count == settings.partitionPaths.count else {
      throw key.components.count < settings.partitionPaths.count
        ? .incompleteKey : .badKey.filled(["key": header])
    }
    return key
  }

  /// Rejects `body` if a document of `partition`, except the one stored under `key`, has the same
  /// values at the paths of a unique key (B9).
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

  /// The maximum number of paths that get an index.
  static let mostIndexes = 12

  /// The maximum number of documents in a container that still adds indexes for new paths.
  static let mostIndexed = 20_000

  /// Adds an index for each path that no earlier document had, since the service indexes every
  /// path.
  ///
  /// If the container has too many documents, no index is added.
  mutating func addIndexes(for document: JSONObject) {
    guard mayAddIndexes else { return }
    addIndexes(under: [], document)
  }

  private var mayAddIndexes: Bool {
    settings.isIndexed && indexedPaths.count < Self.mostIndexes
      && documents.count <= Self.mostIndexed
  }

  /// Charges the maximum work of storing a document in advance, since a write cannot be refused
  /// after it has begun.
  func pay(storing body: JSONObject, over old: JSONObject?, _ budget: WorkBudget) throws(Fault) {
    if mayAddIndexes {
      let fresh = min(Self.mostIndexes - indexedPaths.count, Self.scalars(in: body))
      try budget.spend(documents.count * fresh, times: 4)
    }
    // If the value at a path is an array, the path's index has one entry for each element.
    for path in indexedPaths {
      for document in [body, old] {
        guard let document, document.count < Self.mostIndexed else { continue }
        let elements = path.value(in: document)?.array?.count ?? 0
        if elements > 8 { try budget.spend(elements, times: 8) }
      }
    }
  }

  /// Returns an upper bound for the number of values in a document that can get an index.
  private static func scalars(in document: JSONObject) -> Int {
    document.members.count { $0.value.array == nil } * 4
  }

  private mutating func addIndexes(under names: [String], _ object: JSONObject) {
    for member in object where !Self.systemProperties.contains(member.key) {
      switch member.value {
      case .object(let inner) where names.count < 2:
        addIndexes(under: names + [member.key], inner)
      case .object, .array: break
      default:
        guard indexedPaths.count < Self.mostIndexes, !isIndexed(member.key, under: names) else {
          continue
        }
        let field = FieldPath(names + [member.key])
        indexedPaths.append(field)
        documents.addIndex(IndexDefinition(field))
      }
    }
  }

  private func isIndexed(_ name: String, under names: [String]) -> Bool {
    indexedPaths.contains { path in
      path.names.count == names.count + 1 && name.isExactly(path.names[names.count])
        && (names.isEmpty || path.names.starts(with: names) { $0.isExactly($1) })
    }
  }
}

/// The outcome of a write to a container, from which the response is built.
struct DocumentWrite {
  /// The status of the response: 201, 200 or 204.
  var status: Int
  /// The stored document; `nil` after a delete.
  var document: JSONObject?
  /// The charge in request units, as recorded from the service for this kind of write (B21).
  var charge: String
}
