import GhostlightCore
import GhostlightEmulation

/// The graph with everything around it.
package struct EGF2State: Sendable {
  private(set) var configuration: EGF2Configuration
  /// Whether the configuration is one of this state alone.
  private(set) var isConfigured = false
  /// The records of each type, at the type's ``ObjectType/slot``; soft-deleted ones included.
  var records: [DocumentCollection]
  /// The links of all edges.
  var edges = EdgeStore()
  /// Who holds a unique value: ids by `type-field-value`.
  var unique = KeyedStore<String>()
  /// The bytes of files (A12).
  var files = FileStore()
  /// What has happened (A15).
  var events = EventLog()
  /// The mails that would have been sent.
  var outbox = Outbox()
  /// Why mails cannot be sent, if they cannot.
  var mailError: String?

  package init(_ configuration: EGF2Configuration) {
    self.configuration = configuration
    records = Self.noRecords(configuration.schema)
  }

  /// Gives a graph without objects a configuration of its own.
  ///
  /// - Throws: `ConfigurationError` with the place, or that there are objects.
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

  /// The types that objects may have.
  var schema: GraphSchema { configuration.schema }
}

/// What the exchange at work, or else the last one, has done to the graph (A15).
///
/// Older events are gone: whoever wants to know listens.
struct EventLog: Sendable {
  private(set) var latest: [GraphEvent] = []

  init() {}

  /// Begins an exchange.
  mutating func begin() {
    if !latest.isEmpty { latest = [] }
  }

  /// Takes what an exchange has done.
  mutating func append(_ event: GraphEvent) { latest.append(event) }

  /// The events, each printed for those who subscribed to it.
  var events: [BackendEvent] {
    latest.map { BackendEvent(topic: $0.topic, text: JSON.object($0.json).text()) }
  }
}

/// The links of all edges, by source and name.
struct EdgeStore: Sendable {
  private var lists = KeyedStore<EdgeList>()
  /// The keys of the lists that hold a destination, under its id.
  private var incoming = OrderedIndex()
  private var lastNumber = 0

  init() {}

  /// The links of an object's edge; `nil` where there never was one.
  func list(of source: String, _ edge: String) -> EdgeList? { lists[Self.key(source, edge)] }

  /// Whether there is such a link.
  func contains(_ link: GraphLink) -> Bool {
    list(of: link.source, link.edge)?.number(of: link.destination) != nil
  }

  /// How many links lead to an object.
  func count(to destination: String) -> Int { incoming.count(in: .only(.string(destination))) }

  /// Makes a link, newest of its edge; does nothing where there is one.
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

  /// Makes many links, each newer than the one before; does nothing where there is one.
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

  /// What finds a link by its destination.
  private static func entry(_ destination: String, _ number: Int, _ key: String) -> IndexEntry {
    IndexEntry(value: .string(destination), sequence: number, key: key)
  }

  /// Takes a link out; does nothing where there is none.
  mutating func remove(_ link: GraphLink) {
    let key = Self.key(link.source, link.edge)
    guard var list = lists[key], let number = list.number(of: link.destination) else { return }
    list.remove(link.destination)
    lists[key] = list.isEmpty ? nil : list
    incoming.remove(value: .string(link.destination), sequence: number)
  }

  /// Lets pages show the links to an object from now on, or leave them out.
  mutating func show(_ destination: String, _ isShown: Bool) {
    for entry in incoming.walk(in: .only(.string(destination))) {
      guard var list = lists[entry.key] else { continue }
      if isShown { list.show(destination) } else { list.hide(destination) }
      lists[entry.key] = list
    }
  }

  /// All links in the order they were made in.
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

  /// The links as rows of a table, by destination.
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

  /// The name first: it has no slash, and a source may.
  private static func key(_ source: String, _ edge: String) -> String { "\(edge)/\(source)" }
}
