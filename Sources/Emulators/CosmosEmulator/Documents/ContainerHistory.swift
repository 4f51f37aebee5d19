import GhostlightCore
import GhostlightEmulation

/// The changes of a container's documents in the order of the writes, with replaced versions and
/// deletions (B18).
///
/// Only a container with a retention time in its `changeFeedPolicy` has a history.
struct ContainerHistory: Sendable {
  /// The kind of a change, in the service's words.
  enum Operation: String, Sendable {
    case create, replace, delete
  }

  private struct Content: Sendable {
    var records = DocumentCollection()
    var horizon: Int64 = 0
  }

  /// One element, or none if there was no change, so that copying a container without a history
  /// takes no time.
  private var content: [Content] = []

  /// The changes, each as a ``ContainerChange``.
  var records: DocumentCollection { content.first?.records ?? DocumentCollection() }

  /// The LSN of the last change that was removed because its retention time was over; 0 if there is
  /// none.
  var horizon: Int64 { content.first?.horizon ?? 0 }

  init() {}

  fileprivate mutating func append(_ change: ContainerChange) {
    if content.isEmpty { content = [Content()] }
    // Changes of one batch have the same LSN.
    var place = 0
    while !content[0].records.insert(change.json, forKey: "\(change.number)/\(place)") {
      place += 1
    }
  }

  /// Removes the changes that were made at `seconds` or earlier.
  fileprivate mutating func trim(through seconds: Int64) {
    while let first = records.documents(from: 0, limit: 1).first,
      let change = ContainerChange(first.document), change.seconds <= seconds
    {
      content[0].horizon = change.number
      content[0].records.remove(first.key)
    }
  }

  /// Returns the offset of the first change whose LSN is greater than `number`.
  func offset(after number: Int64) -> Int {
    records.offset { ($0["lsn"]?.integer ?? 0) <= number }
  }
}

/// A change of one document.
struct ContainerChange {
  let operation: ContainerHistory.Operation
  /// The document after the change; for a deletion, the document before it.
  let document: JSONObject
  /// The LSN of the change.
  let number: Int64
  /// The LSN of the document's change before this one.
  let previous: Int64?
  /// The time of the change, in seconds since 1970.
  let seconds: Int64
  /// Whether the document was deleted because its time to live was over.
  let isExpired: Bool

  fileprivate init(
    _ operation: ContainerHistory.Operation, _ document: JSONObject, number: Int64,
    previous: Int64?, at seconds: Int64, isExpired: Bool
  ) {
    self.operation = operation
    self.document = document
    self.number = number
    self.previous = previous
    self.seconds = seconds
    self.isExpired = isExpired
  }

  /// Creates a change from its stored form, or returns `nil` if the form is invalid.
  init?(_ json: JSONObject) {
    guard
      let operation = json["operation"]?.string.flatMap(ContainerHistory.Operation.init),
      let document = json["document"]?.object, let number = json["lsn"]?.integer,
      let seconds = json["seconds"]?.integer
    else { return nil }
    self.init(
      operation, document, number: number, previous: json["previous"]?.integer, at: seconds,
      isExpired: json["expired"] == true)
  }

  /// The stored form of the change.
  fileprivate var json: JSONObject {
    var object: JSONObject = [
      "operation": .string(operation.rawValue), "lsn": .integer(number),
      "seconds": .integer(seconds), "document": .object(document),
    ]
    object["previous"] = previous.map { .integer($0) }
    if isExpired { object["expired"] = true }
    return object
  }

  /// Returns the change as the change feed contains it.
  ///
  /// - Source: Microsoft's page on change feed modes; the empty `current` of a deletion is in the
  ///   suite of azure-cosmos 4.17.1. Assumption: a nested partition key has the name of its last
  ///   member.
  func entry(along paths: [[String]]) -> JSON {
    var metadata: JSONObject = [
      "operationType": .string(operation.rawValue), "lsn": .integer(number),
      "crts": .integer(seconds),
    ]
    if operation != .create { metadata["previousImageLSN"] = previous.map { .integer($0) } }
    guard operation == .delete else {
      return ["current": .object(document), "metadata": .object(metadata)]
    }
    if isExpired { metadata["timeToLiveExpired"] = true }
    metadata["id"] = document["id"]
    var key = JSONObject()
    for path in paths { key[path.last ?? ""] = FieldPath(path).value(in: document) }
    metadata["partitionKey"] = .object(key)
    return ["current": [:], "metadata": .object(metadata)]
  }
}

extension Container {
  /// Adds a change to the history, if the container has one.
  ///
  /// The caller has not yet changed the document's number in ``changes``.
  mutating func keep(
    _ operation: ContainerHistory.Operation, _ document: JSONObject, of key: String,
    number: Int64, at seconds: Int64, isExpired: Bool = false
  ) {
    guard let retention = settings.retention else { return }
    history.trim(through: seconds - retention)
    history.append(
      ContainerChange(
        operation, document, number: number, previous: changes[key], at: seconds,
        isExpired: isExpired))
  }

  /// Whether expired documents must be removed, so that their deletion is in the history.
  private var recordsExpiry: Bool { settings.retention != nil && settings.defaultTTL != nil }

  /// Charges the work of ``purge(at:)`` in advance, since a write cannot be refused after it has
  /// begun.
  func payPurge(_ budget: WorkBudget) throws(Fault) {
    if recordsExpiry { try budget.spend(documents.count, times: 8) }
  }

  /// Removes the documents that have expired and adds their deletions to the history, if the
  /// container has one.
  mutating func purge(at moment: Moment) {
    guard recordsExpiry else { return }
    for found in documents.find(Query()).documents where hasExpired(found.document, at: moment) {
      lsn += 1
      documents.remove(found.key)
      keep(
        .delete, found.document, of: found.key, number: lsn, at: moment.seconds, isExpired: true)
      changes[found.key] = nil
    }
  }
}

extension ContainerHistory {
  /// The history as JSON; `nil` if there was no change.
  var snapshot: JSON? {
    guard horizon > 0 || !records.isEmpty else { return nil }
    return [
      "horizon": .integer(horizon),
      "records": .array(records.documents().map { .object($0.document) }),
    ]
  }

  init(_ reader: SnapshotReader, upTo lsn: Int64) throws(SnapshotError) {
    var last = try reader.member("horizon").integer()
    content = [Content(horizon: last)]
    guard (0...lsn).contains(last) else { throw reader.error("begins after the container's lsn") }
    for element in try reader.member("records").elements() {
      guard let change = ContainerChange(try element.object()), (last...lsn).contains(change.number)
      else { throw element.error("is not a valid change of a document") }
      last = change.number
      append(change)
    }
  }
}
