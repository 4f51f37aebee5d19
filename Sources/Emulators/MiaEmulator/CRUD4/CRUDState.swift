import GhostlightCore
import GhostlightEmulation

/// The collections of the CRUD service, in the order of their definitions.
struct CRUDState: Sendable {
  var collections: [CRUDCollection] = []
  /// Whether at least two endpoints use the same database collection.
  private var hasPartners = false
  /// Whether documents of at least one collection expire.
  private var hasExpiry = false
  /// Whether the path of at least one collection has several segments.
  private var hasLongPaths = false

  /// The end of an error message about a missing collection: the names of the existing collections.
  var knownCollections: String {
    let names = collections.map(\.definition.endpoint)
    return names.isEmpty
      ? "there is none yet: define it in ghostlight.json, or with the state \"collection exists\""
      : "there are: \(names.joined(separator: ", "))"
  }

  /// Returns the index of the collection with this path, or `nil` if there is none.
  func position(of endpoint: String) -> Int? {
    // The loop uses indexes, because iterating over the collections would copy each one.
    for position in collections.indices
    where endpoint.isExactly(collections[position].definition.endpoint) {
      return position
    }
    return nil
  }

  /// Adds a collection.
  ///
  /// An existing collection with the same path is removed together with its documents.
  ///
  /// Collections that name the same database collection share its documents and indexes.
  mutating func define(_ collection: CRUDCollection) {
    let slot: Int
    if let known = position(of: collection.definition.endpoint) {
      slot = known
      for other in [slot] + partners(of: slot) {
        collections[other] = CRUDCollection(
          collections[other].definition, access: collections[other].access)
      }
      collections[slot] = collection
    } else {
      slot = collections.count
      collections.append(collection)
    }
    hasExpiry = hasExpiry || collection.indexes.contains { $0.lifetime != nil }
    hasLongPaths = hasLongPaths || collection.definition.endpoint.contains("/")
    let partners = partners(of: slot)
    hasPartners = hasPartners || !partners.isEmpty
    for partner in partners { collections[slot].share(with: collections[partner]) }
    for partner in partners { collections[partner].share(with: collections[slot]) }
  }

  /// Copies a collection's documents to all collections that name the same database collection.
  ///
  /// Must be called after each change of the documents.
  mutating func share(_ slot: Int) {
    guard hasPartners else { return }
    for partner in partners(of: slot) {
      collections[partner].documents = collections[slot].documents
    }
  }

  /// Hides the documents that have expired, when the next request arrives, and removes some of them.
  ///
  /// - Source: MongoDB manual, *TTL Indexes*. Its pass once a minute is not emulated.
  mutating func expire(at milliseconds: Int64) {
    guard hasExpiry else { return }
    for slot in collections.indices where collections[slot].expire(at: milliseconds) {
      share(slot)
    }
  }

  /// Returns a request in whose target the path of a collection is a single segment, as the routes
  /// expect.
  ///
  /// The longest path of a collection counts.
  func joined(_ request: Request) -> Request {
    guard hasLongPaths else { return request }
    let path = request.target.raw.utf8.prefix(request.target.pathLength)
    var longest = ""
    for endpoint in collections.map(\.definition.endpoint)
    where endpoint.utf8.count > longest.utf8.count {
      let start = "/v2/" + endpoint
      guard path.starts(with: start.utf8) else { continue }
      let next = path.dropFirst(start.utf8.count).first
      if next == nil || next == UInt8(ascii: "/") { longest = endpoint }
    }
    guard longest.contains("/") else { return request }
    let rest = request.target.raw.utf8.dropFirst("/v2/".utf8.count + longest.utf8.count)
    var copy = request
    copy.target = RequestTarget(
      "/v2/" + longest.split(separator: "/").joined(separator: "%2F")
        + String(decoding: rest, as: UTF8.self))
    return copy
  }

  /// Returns the indexes of the other collections that use the same database collection as the
  /// collection at `slot`.
  private func partners(of slot: Int) -> [Int] {
    let name = collections[slot].definition.name
    return collections.indices.filter {
      $0 != slot && name.isExactly(collections[$0].definition.name)
    }
  }
}

extension CRUDState {
  var snapshot: JSON {
    .array(
      collections.enumerated().map { slot, collection in
        [
          "definition": .object(collection.definition.json),
          "access": .string(collection.access.rawValue),
          // Documents that several collections share appear only once in a snapshot, in the first
          // of these collections.
          "documents": .array(
            partners(of: slot).contains { $0 < slot }
              ? [] : collection.documents.documents().map { .object($0.document) }),
        ]
      })
  }

  init(_ reader: SnapshotReader) throws(SnapshotError) {
    self.init()
    for element in try reader.elements() {
      let json = try element.member("definition")
      let definition: CRUDDefinition
      let object = try json.object()
      do throws(DefinitionError) {
        definition = try CRUDDefinition(object, isStrict: false)
      } catch {
        throw json.error("is not a valid definition: \(error.message)")
      }
      let access = try element.member("access")
      guard let known = CollectionAccess(rawValue: try access.string()) else {
        throw access.error("is not a kind of access")
      }
      define(CRUDCollection(definition, access: known))
      let slot = collections.count - 1
      let stored = try element.member("documents")
      let elements = try stored.array()
      let read = { (position: Int) throws(SnapshotError) in
        let document = try stored.object(position, of: elements)
        return (key: try stored.string("_id", of: document, at: position), document: document)
      }
      if !partners(of: slot).isEmpty {
        for position in elements.indices {
          let (id, document) = try read(position)
          collections[slot].documents.insert(document, forKey: id)
        }
      } else if let taken = try collections[slot].documents.insert(count: elements.count, read) {
        throw stored.element(taken).error("has the id of another document")
      }
      for position in elements.indices { collections[slot].check(try read(position).document) }
      share(slot)
    }
  }
}
