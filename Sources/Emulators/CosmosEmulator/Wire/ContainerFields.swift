import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// A cache of the header fields that describe a container in responses about its documents: path,
/// version and size (B3).
///
/// The fields of the last container are printed again only after a write or for a different
/// container. They depend only on the container, so a copied backend sends the same fields.
struct ContainerFields: Sendable {
  private var database: ResourceID?
  private var container: ResourceID?
  private var databaseName = ""
  private var containerName = ""
  private var range = ""
  private var lsn: Int64 = 0
  private var count = 0
  private var fields: [HTTPField] = []

  init() {}

  /// Adds the fields to a response, and returns whether it has added them.
  ///
  /// It does not add them if the response has no key range, or already has some of the fields.
  mutating func add(
    to response: inout Response, _ captures: Captures, _ state: CosmosState
  ) -> Bool {
    guard let range = response.headers.value(of: .msRangeID),
      response.headers.value(of: .msSessionToken) == nil,
      response.headers.value(of: .msContentPath) == nil,
      let databaseName = captures["db"], let containerName = captures["coll"],
      let position = state.position(ofDatabase: databaseName),
      let slot = state.databases[position].position(ofContainer: containerName)
    else { return false }
    if !isOf(state.databases[position], slot, range) {
      update(state.databases[position], slot, range)
    }
    response.headers.append(all: fields)
    return true
  }

  private func isOf(_ owner: Database, _ slot: Int, _ range: String) -> Bool {
    owner.containers[slot].lsn == lsn && owner.containers[slot].documents.count == count
      && self.range == range && container == owner.containers[slot].rid && database == owner.rid
      && containerName.isExactly(owner.containers[slot].id) && databaseName.isExactly(owner.id)
  }

  private mutating func update(_ owner: Database, _ slot: Int, _ range: String) {
    let container = owner.containers[slot]
    (database, databaseName) = (owner.rid, owner.id)
    (self.container, containerName) = (container.rid, container.id)
    (lsn, count) = (container.lsn, container.documents.count)
    self.range = range
    var response = Response(.ok)
    response.headers.set(.msRangeID, to: range)
    CosmosReply.setLSN(lsn, in: &response)
    fields = Array(response.headers.dropFirst()) + Self.paths(to: container, in: owner)
    fields.append(HTTPField(name: .msContentPath, value: container.rid.text))
    fields += Self.quota(of: container)
  }

  /// Returns the header field with the container's path, made of names.
  static func paths(to container: Container, in database: Database) -> [HTTPField] {
    let path = HeaderText.print("dbs/\(database.id)/colls/\(container.id)")
    return [HTTPField(name: .msAltContentPath, value: path)]
  }

  /// Returns the header fields with the maximum and the current number of documents.
  static func quota(of container: Container) -> [HTTPField] {
    let most =
      "documentSize=10240;documentsSize=10485760;documentsCount=-1;collectionSize=10485760;"
    let count = container.documents.count
    let used =
      "documentSize=0;documentsSize=\(count);documentsCount=\(count);collectionSize=\(count);"
    return [HTTPField(name: .msQuota, value: most), HTTPField(name: .msUsage, value: used)]
  }
}

/// A request path, reduced to the properties that determine the header fields of a response.
struct ResourcePath: Sendable {
  /// The number of path segments.
  private(set) var count = 0
  /// Whether the first segment is `dbs`.
  private(set) var isBelowDatabases = false
  /// Whether the third segment is `colls`.
  private(set) var isBelowContainers = false
  /// Whether the fifth segment is `docs`.
  private(set) var isOfDocuments = false

  init(_ target: RequestTarget) {
    var raw = target.raw
    raw.withUTF8 { bytes in
      var rest = bytes[..<target.pathLength]
      while true {
        rest = rest.drop { $0 == UInt8(ascii: "/") }
        guard !rest.isEmpty else { return }
        let word = rest.prefix { $0 != UInt8(ascii: "/") }
        count += 1
        switch count {
        case 1: isBelowDatabases = word.elementsEqual("dbs".utf8)
        case 3: isBelowContainers = word.elementsEqual("colls".utf8)
        case 5: isOfDocuments = word.elementsEqual("docs".utf8)
        default: break
        }
        rest = rest[word.endIndex...]
      }
    }
  }
}
