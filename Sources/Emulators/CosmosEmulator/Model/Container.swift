package import GhostlightCore
import GhostlightEmulation

/// A container: its settings, its documents, and the order of the writes to them.
struct Container: Sendable {
  let rid: ResourceID
  var settings: ContainerSettings
  var tag: String
  var seconds: Int64
  var throughput = Throughput()
  var ranges: PartitionKeyRanges
  /// The documents in creation order, with keys made of partition key and id.
  var documents: DocumentCollection
  /// The number of the last write to each document, by the document's key.
  ///
  /// All writes of a batch have the same number.
  var changes = OrderedKeys()
  /// All versions of the documents, if the container's change feed policy keeps them.
  var history = ContainerHistory()
  /// The number of the last write to the container: its log sequence number (LSN).
  var lsn: Int64 = 1
  var documentCount: UInt64 = 0
  /// The paths that have an index because documents contain values there.
  var indexedPaths: [FieldPath]

  init(_ settings: ContainerSettings, rid: ResourceID, _ stamp: WriteStamp) {
    self.settings = settings
    self.rid = rid
    tag = stamp.tag
    seconds = stamp.seconds
    ranges = PartitionKeyRanges(by: settings.hashing)
    indexedPaths = [FieldPath("id"), FieldPath("_rid")]
    for path in settings.partitionPaths where !indexedPaths.contains(FieldPath(path)) {
      indexedPaths.append(FieldPath(path))
    }
    documents = DocumentCollection(indexes: indexedPaths.map { IndexDefinition($0) })
  }

  var id: String { settings.id }

  /// Returns the container's path with RIDs instead of names: `dbs/{rid}/colls/{rid}/`.
  func link(in database: Database) -> String { database.link + "colls/" + rid.text + "/" }

  /// Returns the container in its JSON form in responses (B9).
  func json(in database: Database) -> JSONObject {
    var object = settings.json
    object["_rid"] = .string(rid.text)
    object["_ts"] = .integer(seconds)
    object["_self"] = .string(link(in: database))
    object["_etag"] = .string(tag)
    for feed in ["docs", "sprocs", "triggers", "udfs", "conflicts"] {
      object["_\(feed)"] = .string(feed + "/")
    }
    return object
  }
}

extension Container {
  /// Returns the id of the key range that contains a partition, as responses contain it.
  func rangeID(of partition: PartitionKey) -> String {
    guard ranges.elements.count > 1 else { return String(ranges.elements[0].id) }
    let place = EffectivePartitionKey.text(of: partition, by: settings.hashing)
    return String(ranges.element(at: place).id)
  }
}

extension Container {
  var snapshot: JSON {
    var object: JSONObject = [
      "definition": .object(settings.json), "rid": .string(rid.text), "etag": .string(tag),
      "ts": .integer(seconds), "lsn": .integer(lsn),
      "throughput": throughput.snapshot,
      "documentCount": .integer(Int64(clamping: documentCount)),
      "documents": .array(
        documents.find(Query()).documents.map { found in
          [
            "document": .object(found.document),
            "lsn": .integer(changes[found.key] ?? 0),
          ]
        }),
    ]
    object["ranges"] = ranges.snapshot
    object["history"] = history.snapshot
    return .object(object)
  }

  /// The greatest write number that a snapshot may contain, so that later numbers cannot overflow.
  private static let greatestLSN: Int64 = 1 << 53

  init(_ reader: SnapshotReader) throws(SnapshotError) {
    let definition = try reader.member("definition")
    let definitionBody = try definition.object()
    let settings: ContainerSettings
    do throws(Fault) {
      settings = try ContainerSettings(definitionBody)
    } catch {
      throw definition.error("is not a valid definition of a container: \(error.message)")
    }
    self.init(
      settings, rid: try ResourceID(try reader.member("rid"), bytes: 8),
      WriteStamp(number: 0, seconds: try reader.member("ts").integer()))
    tag = try reader.member("etag").string()
    let last = try reader.member("lsn")
    lsn = try last.integer()
    guard (0...Self.greatestLSN).contains(lsn) else {
      throw last.error("must be from 0 to \(Self.greatestLSN)")
    }
    if let offer = reader.optional("throughput") { throughput = try Throughput(offer) }
    if let spread = reader.optional("ranges") {
      ranges = try PartitionKeyRanges(spread, by: settings.hashing)
    }
    if let changes = reader.optional("history") {
      history = try ContainerHistory(changes, upTo: lsn)
    }
    documentCount = try reader.member("documentCount").count()
    let stored = try reader.member("documents")
    let elements = try stored.array()
    var touched: [(element: OrderedKeys.Element, tag: String)] = []
    var read = DocumentCollection()
    let taken = try read.insert(count: elements.count) { position throws(SnapshotError) in
      guard case .object(let document)? = elements[position]["document"],
        case .integer(let lsn)? = elements[position]["lsn"]
      else { throw stored.element(position).error("does not have a document or its lsn") }
      guard let id = document["id"]?.string else {
        throw stored.element(position).error("has no id")
      }
      // Documents after the limit do not add indexes, just as when they were first written.
      if position <= Self.mostIndexed { addIndexes(for: document) }
      let key = Self.key(id, PartitionKey(of: document, along: settings.partitionPaths))
      touched.append((OrderedKeys.Element(key: key, number: lsn), document["_etag"]?.string ?? ""))
      return (key, document)
    }
    if let taken { throw stored.element(taken).error("has the id of another document") }
    for path in indexedPaths { read.addIndex(IndexDefinition(path)) }
    documents = read
    // The writes of a batch have the same number; their tags are in their order.
    changes = OrderedKeys(touched.sorted { $0.tag < $1.tag }.map(\.element))
  }
}

/// The definition of a container.
///
/// Members that the service does not know are dropped. The type is a class, because each request
/// copies its container.
///
/// - Source: protocol reference B9.
final class ContainerSettings: Sendable {
  let id: String
  /// The definition as the service returns it, with its members in the service's order.
  let json: JSONObject
  /// The paths of the partition key, each split into names.
  let partitionPaths: [[String]]
  /// Whether the container was created without a partition key, so that documents need no key
  /// value.
  let hasSystemKey: Bool
  /// The hash function for partition keys.
  let hashing: EffectivePartitionKey.Hashing
  /// The unique keys of the container, each a list of paths that are split into names.
  ///
  /// Two documents of a partition must not have the same values at all paths of a key.
  let uniqueKeys: [[[String]]]
  /// The default time to live of documents in seconds.
  ///
  /// It is -1 if documents do not expire by default, and `nil` if documents never expire.
  let defaultTTL: Int64?
  /// Whether queries can use indexes; `false` if the indexing mode is `none`.
  let isIndexed: Bool
  /// The properties that queries compute from each document.
  let computedProperties: [SQLComputedProperty]
  /// The paths that contain vectors and texts for search.
  let search: SearchPolicy
  /// The time in seconds during which the container keeps all versions of its documents; `nil` if
  /// it does not keep them.
  let retention: Int64?

  /// Creates the settings from the body of a request that creates or replaces a container.
  init(_ body: JSONObject) throws(Fault) {
    id = try ResourceName.read(body)
    if let paths = body["partitionKey"]?["paths"]?.array, paths.count > 3 { throw .tooManyPaths }
    guard case .object(let key) = body["partitionKey"], let paths = Self.paths(key) else {
      throw .missingPartitionKey
    }
    partitionPaths = paths
    hasSystemKey = key["systemKey"] == true
    hashing = EffectivePartitionKey.Hashing(key)
    uniqueKeys = Self.uniqueKeys(body["uniqueKeyPolicy"])
    defaultTTL = body["defaultTtl"]?.integer
    if let ttl = body["defaultTtl"], ttl.integer.map({ $0 == -1 || $0 > 0 }) != true {
      throw .badTTL
    }
    try NotEmulated.check(container: body)
    isIndexed = body["indexingPolicy"]?["indexingMode"]?.string?.lowercased() != "none"
    computedProperties = try SQLComputedProperty.read(body["computedProperties"])
    search = try SearchPolicy(body)
    retention = try Self.retention(body["changeFeedPolicy"])
    json = Self.json(id, body, key)
  }

  /// The partition key of containers that were created without one.
  ///
  /// Only clients with an API version before 2018-12-31 can create such containers (B9).
  static let systemKey: JSON = [
    "paths": ["/_partitionKey"], "kind": "Hash", "systemKey": true,
  ]

  /// Returns the retention time of a change feed policy in seconds, which the policy has in minutes.
  private static func retention(_ policy: JSON?) throws(Fault) -> Int64? {
    guard let policy, policy != .null else { return nil }
    guard case .object = policy, let minutes = (policy["retentionDuration"] ?? 0).integer,
      (0...Int64(Int32.max)).contains(minutes)
    else {
      throw .badPolicy.filled([
        "problem": "The retentionDuration of the changeFeedPolicy must be a number of minutes."
      ])
    }
    return minutes == 0 ? nil : minutes * 60
  }

  private static func json(
    _ id: String, _ body: JSONObject, _ key: JSONObject
  ) -> JSONObject {
    var object: JSONObject = [
      "id": .string(id),
      "indexingPolicy": .object(indexingPolicy(body["indexingPolicy"]?.object ?? [:])),
      "partitionKey": .object(key),
    ]
    for name in [
      "uniqueKeyPolicy", "defaultTtl", "analyticalStorageTtl", "computedProperties",
      "changeFeedPolicy", "vectorEmbeddingPolicy", "fullTextPolicy",
    ] {
      if let value = body[name] { object[name] = value }
    }
    object["conflictResolutionPolicy"] =
      body["conflictResolutionPolicy"] ?? [
        "mode": "LastWriterWins", "conflictResolutionPath": "/_ts",
        "conflictResolutionProcedure": "",
      ]
    object["geospatialConfig"] = body["geospatialConfig"] ?? ["type": "Geography"]
    return object
  }

  /// Returns an indexing policy with its defaults added.
  ///
  /// The entity tag is never indexed (B9).
  ///
  /// - Source: assumption: a policy that indexes nothing has no paths.
  private static func indexingPolicy(_ given: JSONObject) -> JSONObject {
    let mode = given["indexingMode"]?.string?.lowercased() ?? "consistent"
    let isNone = mode == "none"
    var policy: JSONObject = [
      "indexingMode": .string(mode), "automatic": given["automatic"] ?? .bool(!isNone),
      "includedPaths": included(given["includedPaths"]) ?? (isNone ? [] : [["path": "/*"]]),
    ]
    let entityTag: JSON = "/\"_etag\"/?"
    var excluded = given["excludedPaths"]?.array ?? []
    if !isNone, !excluded.contains(where: { $0["path"] == entityTag }) {
      excluded.append(["path": entityTag])
    }
    policy["excludedPaths"] = .array(excluded)
    for member in given where policy[member.key] == nil { policy[member.key] = member.value }
    if let spatial = given["spatialIndexes"]?.array {
      policy["spatialIndexes"] = .array(spatial.map(everyGeometry))
    }
    return policy
  }

  /// Returns the paths of an indexing policy without the kinds of index in `indexes`, because the
  /// service now has only one kind.
  private static func included(_ paths: JSON?) -> JSON? {
    guard let paths = paths?.array else { return paths }
    return .array(
      paths.map { path in
        guard case .object(var object) = path else { return path }
        object["indexes"] = nil
        return .object(object)
      })
  }

  /// Returns a spatial index with all types of geometry, as the service does for any requested
  /// types.
  private static func everyGeometry(_ index: JSON) -> JSON {
    guard case .object(var object) = index else { return index }
    object["types"] = ["Point", "LineString", "Polygon", "MultiPolygon"]
    return .object(object)
  }

  private static func paths(_ key: JSONObject) -> [[String]]? {
    guard let paths = key["paths"]?.array, !paths.isEmpty else { return nil }
    var result: [[String]] = []
    for path in paths {
      guard let names = path.string.flatMap(names) else { return nil }
      result.append(names)
    }
    return result
  }

  /// Returns the names in a path such as `/address/"city name"`, or `nil` if the path is invalid.
  static func names(_ path: String) -> [String]? {
    guard path.hasPrefix("/"), path.utf8.count > 1 else { return nil }
    var names: [String] = []
    var rest = path.dropFirst()
    while true {
      // A name in single or double quotation marks may contain slashes (B9).
      if let mark = rest.first, mark == "\"" || mark == "'",
        let end = rest.dropFirst().firstIndex(of: mark),
        rest[rest.index(after: end)...].first.map({ $0 == "/" }) ?? true
      {
        names.append(String(rest[rest.index(after: rest.startIndex)..<end]))
        rest = rest[rest.index(after: end)...]
      } else {
        let name = rest.prefix { $0 != "/" }
        names.append(String(name))
        rest = rest[name.endIndex...]
      }
      guard rest.first == "/" else { return names }
      rest = rest.dropFirst()
    }
  }

  private static func uniqueKeys(_ policy: JSON?) -> [[[String]]] {
    (policy?["uniqueKeys"]?.array ?? []).map { key in
      (key["paths"]?.array ?? []).compactMap { $0.string.flatMap(names) }
    }
  }
}

/// The values that determine to which partition a document belongs.
///
/// The key has one component for each path of the container's partition key; `nil` stands for
/// undefined. Values of different types are different keys: `7`, `"7"` and `true` are three
/// partitions.
///
/// - Source: protocol reference B11.
package struct PartitionKey: Sendable {
  package let components: [JSON?]
  /// The canonical form of the key: the same for all spellings of a key, and different for
  /// different keys.
  package let text: BytewiseString

  package init(_ components: [JSON?]) {
    self.components = components
    text = Self.text(of: components)
  }

  /// Creates a key from a header field such as `["readonly"]`, `[7]`, or `[{}]` for undefined.
  ///
  /// Returns `nil` if the header field is not an array of scalars.
  package init?(header: String) {
    let parsed: JSON
    do throws(JSONError) { parsed = try JSON.parse(header) } catch { return nil }
    self.init(parsed)
  }

  /// Creates a key from an array of scalars, or returns `nil` if `json` is not such an array.
  package init?(_ json: JSON) {
    guard case .array(let elements) = json else { return nil }
    var components: [JSON?] = []
    for element in elements {
      if case .object(let object) = element, object.isEmpty {
        components.append(nil)
      } else if IndexValue(element) != nil {
        components.append(element)
      } else {
        return nil
      }
    }
    self.init(components)
  }

  /// Creates the key of a document from its values at the container's partition key paths.
  package init(of document: JSONObject, along paths: [[String]]) {
    self.init(
      paths.map { path in
        guard let value = FieldPath(path).value(in: document), IndexValue(value) != nil else {
          return nil
        }
        return value
      })
  }

  private static func text(of components: [JSON?]) -> BytewiseString {
    if components.count == 1, case .string(let text) = components[0], text.isPlainJSON {
      return BytewiseString("[\"" + text + "\"]")
    }
    return BytewiseString(
      JSON.array(
        components.map { component in
          guard let component else { return .object([:]) }
          return component.number.map { .double($0) } ?? component
        }
      ).text())
  }

  /// Returns whether this key equals `key`, or is a prefix of `key` if `key` is hierarchical.
  package func isPrefix(of key: PartitionKey) -> Bool {
    guard components.count <= key.components.count else { return false }
    return PartitionKey(Array(key.components.prefix(components.count))).text == text
  }
}

extension Container {
  /// Returns whether a document's time to live is over (B11).
  ///
  /// Such a document counts as deleted.
  func hasExpired(_ document: JSONObject, at moment: Moment) -> Bool {
    guard let standard = settings.defaultTTL else { return false }
    let seconds = document["ttl"]?.integer ?? standard
    guard seconds > 0, let written = document["_ts"]?.integer else { return false }
    let (end, overflows) = written.addingReportingOverflow(seconds)
    return !overflows && end <= moment.seconds
  }

  /// Returns the document's number, which is part of its RID and increases in creation order.
  static func number(of document: JSONObject) -> Int {
    document["_rid"]?.string.flatMap(ResourceID.documentNumber) ?? 0
  }
}
