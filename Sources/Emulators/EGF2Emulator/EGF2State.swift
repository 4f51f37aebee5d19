import GhostlightCore
import GhostlightEmulation

/// The state of a backend: the graph, files, mails and the events of the last exchange.
package struct EGF2State: Sendable {
  private(set) var configuration: EGF2Configuration
  /// Whether a provider state has changed the configuration.
  private(set) var isConfigured = false
  /// The records of each type, at the type's ``ObjectType/slot``, including soft-deleted ones.
  var records: [DocumentCollection]
  /// The links of all edges.
  var edges = EdgeStore()
  /// The ids of the objects that have a unique value, by `type-field-value`.
  var unique = KeyedStore<String>()
  /// The contents of files (A12).
  var files = FileStore()
  /// The events of the last exchange (A15).
  var events = EventLog()
  /// The mails that would have been sent.
  var outbox = Outbox()
  /// The reason why mails cannot be sent; `nil` if they can.
  var mailError: String?

  package init(_ configuration: EGF2Configuration) {
    self.configuration = configuration
    records = Self.noRecords(configuration.schema)
  }

  /// Replaces the configuration of a graph without objects.
  ///
  /// - Throws: `ConfigurationError` with the place, or if there are objects.
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

/// The changes of the graph by the present exchange or, between exchanges, by the last one (A15).
///
/// Earlier events are not kept: a client must listen to get them.
struct EventLog: Sendable {
  private(set) var latest: [GraphEvent] = []

  init() {}

  /// Removes the events of the previous exchange.
  mutating func begin() {
    if !latest.isEmpty { latest = [] }
  }

  mutating func append(_ event: GraphEvent) { latest.append(event) }

  /// The events, each printed for its subscribers.
  var events: [BackendEvent] {
    latest.map { BackendEvent(topic: $0.topic, text: JSON.object($0.json).text()) }
  }
}

/// The links of all edges, by source and name.
struct EdgeStore: Sendable {
  private var lists = KeyedStore<EdgeList>()
  /// The keys of the lists that contain a destination, under its id.
  private var incoming = OrderedIndex()
  private var lastNumber = 0

  init() {}

  /// Returns the links of an object's edge; `nil` if there have never been any.
  func list(of source: String, _ edge: String) -> EdgeList? { lists[Self.key(source, edge)] }

  /// Returns whether there is such a link.
  func contains(_ link: GraphLink) -> Bool {
    list(of: link.source, link.edge)?.number(of: link.destination) != nil
  }

  /// Returns the number of links to an object.
  func count(to destination: String) -> Int { incoming.count(in: .only(.string(destination))) }

  /// Adds a link as the newest one of its edge, unless it exists.
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

  /// Adds links in order, so that the last one is the newest.
  ///
  /// Existing ones are skipped.
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

  /// Returns the index entry that finds a link by its destination.
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

  /// Shows the links to an object on pages, or hides them.
  mutating func show(_ destination: String, _ isShown: Bool) {
    for entry in incoming.walk(in: .only(.string(destination))) {
      guard var list = lists[entry.key] else { continue }
      if isShown { list.show(destination) } else { list.hide(destination) }
      lists[entry.key] = list
    }
  }

  /// All links in the order in which they were created.
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

  /// Returns the links as rows of a table, sorted by destination.
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

  /// Returns the key of a list.
  ///
  /// The name comes first, because it has no slash and a source may have one.
  private static func key(_ source: String, _ edge: String) -> String { "\(edge)/\(source)" }
}
