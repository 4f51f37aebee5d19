import GhostlightCore
import GhostlightEmulation

/// A backend's state: the graph, files, e-mails and the events of the last exchange.
package struct EGF2State: Sendable {
  private(set) var configuration: EGF2Configuration
  /// Whether a provider state has changed the configuration.
  private(set) var isConfigured = false
  /// The records of each type, including deleted ones, at the index ``ObjectType/slot`` of the
  /// type.
  var records: [DocumentCollection]
  var edges = EdgeStore()
  /// The ids of the objects that have a unique value, keyed by `type-field-value`.
  var unique = KeyedStore<String>()
  /// The contents of uploaded files (A12).
  var files = FileStore()
  /// The events that the last exchange has caused (A15).
  var events = EventLog()
  /// The e-mails that the services would have sent.
  var outbox = Outbox()
  /// The reason why e-mails cannot be sent; `nil` if they can.
  var mailError: String?

  package init(_ configuration: EGF2Configuration) {
    self.configuration = configuration
    records = Self.noRecords(configuration.schema)
  }

  /// Replaces the configuration of a graph without objects.
  ///
  /// - Throws: `ConfigurationError` if the file is invalid, or if the graph contains objects.
  mutating func configure(_ file: JSON) throws(ConfigurationError) {
    guard records.allSatisfy(\.isEmpty) else {
      throw ConfigurationError(path: "$", "there are objects; configure the graph before")
    }
    configuration = try EGF2Configuration(file)
    records = Self.noRecords(configuration.schema)
    isConfigured = true
  }

  private static func noRecords(_ schema: GraphSchema) -> [DocumentCollection] {
    schema.types.map { type in
      type.name == GraphSchema.userName
        ? DocumentCollection(indexes: [IndexDefinition(FieldPath("email"))]) : DocumentCollection()
    }
  }

  var schema: GraphSchema { configuration.schema }
}

/// The changes of the graph by the current exchange or, between exchanges, by the last one (A15).
///
/// Earlier events are not kept: a client must be connected to receive them.
struct EventLog: Sendable {
  private(set) var latest: [GraphEvent] = []

  init() {}

  /// Removes the events of the previous exchange.
  mutating func begin() {
    if !latest.isEmpty { latest = [] }
  }

  mutating func append(_ event: GraphEvent) { latest.append(event) }

  /// The events, each serialized once for all its subscribers.
  var events: [BackendEvent] {
    latest.map { BackendEvent(topic: $0.topic, text: JSON.object($0.json).text()) }
  }
}

/// The links of all edges, with lookup by source and edge name, and by destination.
struct EdgeStore: Sendable {
  private var lists = KeyedStore<EdgeList>()
  /// For each destination's id, the keys of the lists that contain a link to it.
  private var incoming = OrderedIndex()
  private var lastNumber = 0

  init() {}

  /// Returns the links of an object's edge; `nil` if the edge has never had any.
  func list(of source: String, _ edge: String) -> EdgeList? { lists[Self.key(source, edge)] }

  func contains(_ link: GraphLink) -> Bool {
    list(of: link.source, link.edge)?.number(of: link.destination) != nil
  }

  /// Returns the number of links to an object.
  func count(to destination: String) -> Int { incoming.count(in: .only(.string(destination))) }

  /// Adds a link as the newest one of its edge, unless it already exists.
  ///
  /// If `isShown` is `false`, pages do not contain the link.
  mutating func add(_ link: GraphLink, isShown: Bool) {
    let key = Self.key(link.source, link.edge)
    let number = lastNumber + 1
    let isNew = lists.update(key, default: EdgeList()) {
      $0.add(link.destination, number: number, isShown: isShown)
    }
    guard isNew else { return }
    lastNumber = number
    incoming.insert(Self.entry(link.destination, number, key))
  }

  /// Adds links in order, so that the last one is the newest; existing links are skipped.
  mutating func add(_ links: [GraphLink], areShown: [Bool]) {
    var positions: [BytewiseString: [Int]] = [:]
    for (position, link) in links.enumerated() {
      positions[BytewiseString(Self.key(link.source, link.edge)), default: []].append(position)
    }
    var entries = Array(incoming)
    let first = lastNumber + 1
    for (key, positions) in positions {
      lists.update(key.text, default: EdgeList()) { list in
        for position in positions {
          let (number, destination) = (first + position, links[position].destination)
          if list.add(destination, number: number, isShown: areShown[position]) {
            entries.append(Self.entry(destination, number, key.text))
          }
        }
      }
    }
    lastNumber += links.count
    incoming = OrderedIndex(entries)
  }

  /// Returns the index entry for finding a link by its destination.
  private static func entry(_ destination: String, _ number: Int, _ key: String) -> IndexEntry {
    IndexEntry(value: .string(destination), sequence: number, key: key)
  }

  /// Removes a link, if it exists.
  mutating func remove(_ link: GraphLink) {
    let key = Self.key(link.source, link.edge)
    guard var list = lists[key], let number = list.number(of: link.destination) else { return }
    list.remove(link.destination)
    lists[key] = list.isEmpty ? nil : list
    incoming.remove(value: .string(link.destination), sequence: number)
  }

  /// Shows all links to the object `destination` on pages, or hides them if `isShown` is `false`.
  mutating func show(_ destination: String, _ isShown: Bool) {
    for entry in incoming.walk(in: .only(.string(destination))) {
      guard var list = lists[entry.key] else { continue }
      if isShown { list.show(destination) } else { list.hide(destination) }
      lists[entry.key] = list
    }
  }

  /// All links in creation order.
  var all: [GraphLink] {
    var found: [(link: GraphLink, number: Int)] = []
    for key in lists.keys {
      let parts = key.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
      for entry in lists[key]?.all ?? [] where parts.count == 2 {
        let link = GraphLink(
          source: String(parts[1]), edge: String(parts[0]), destination: entry.destination)
        found.append((link, entry.number))
      }
    }
    return found.sorted { $0.number < $1.number }.map(\.link)
  }

  /// Returns all links as table rows, sorted by destination.
  func rows(_ row: @escaping @Sendable (GraphLink) -> DataRow) -> DataRows {
    DataRows(
      incoming,
      find: { [self] path in
        GraphLink(path: path).flatMap { contains($0) ? row($0).row : nil }
      },
      row: { entry in
        let parts = entry.key.split(separator: "/", maxSplits: 1).map(String.init)
        let destination: String =
          if case .string(let text) = entry.value { text } else { "" }
        return row(
          GraphLink(source: parts.last ?? "", edge: parts[0], destination: destination))
      })
  }

  /// Returns the key of a list of links.
  ///
  /// The edge's name comes first: it cannot contain a slash, but the source can.
  private static func key(_ source: String, _ edge: String) -> String { "\(edge)/\(source)" }
}
