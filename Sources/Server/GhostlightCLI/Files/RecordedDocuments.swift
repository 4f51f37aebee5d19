import GhostlightCore
import GhostlightRecording
import HTTPTypes

/// The documents that a backend had before a recording began, as far as its responses show them.
///
/// Each document has the contents that a client received first; documents that were created during
/// the recording are left out. Members that the first response omits are taken from later ones.
struct RecordedDocuments {
  /// A StackMob schema, a Mia collection, or a Cosmos DB container with its database.
  struct Place: Hashable {
    var database = ""
    let name: String
  }

  /// The vendors whose responses can be searched for documents.
  static let vendors = ["stackmob", "mia", "cosmos"]

  /// The schemas, collections or containers, in the order in which they first appear.
  private(set) var places: [Place] = []
  private var documents: [Place: [JSONObject]] = [:]
  private var created: [Place: Set<String>] = [:]
  /// The path of the document member that is the partition key, as far as requests reveal it.
  private var partitionPaths: [Place: String] = [:]
  private let vendor: String

  /// Collects the documents in the successful exchanges with a vendor's backend.
  init(_ exchanges: [RecordedExchange], of vendor: String) {
    self.vendor = vendor
    for exchange in exchanges where exchange.response.status.kind == .successful {
      read(exchange)
    }
  }

  func count(of place: Place) -> Int { documents[place]?.count ?? 0 }

  /// Returns what the documents imply for the place's declaration, as text for the user.
  ///
  /// The text contains the types of the fields, the path of the partition key, or the primary key.
  func inference(of place: Place) -> String {
    switch vendor {
    case "mia":
      fields(of: place).map { "\($0.name): \($0.type)" }.joined(separator: ", ")
    case "cosmos":
      "partition key \(partitionPath(of: place))"
        + (partitionPaths[place] == nil ? ", as no request names another" : "")
    default: "primary key \(key(of: place))"
    }
  }

  private mutating func read(_ exchange: RecordedExchange) {
    let segments = exchange.request.target.rawPath.split(separator: "/").map {
      PercentEncoding.decode(String($0)) ?? String($0)
    }
    guard let json = exchange.response.json, let place = place(segments, exchange.request) else {
      return
    }
    let key = key(of: place)
    let found = (json["Documents"]?.array ?? json.array ?? [json]).compactMap(\.object)
    for object in found {
      guard let id = object[key].map({ $0.string ?? $0.text() }) else { continue }
      if exchange.request.method == .post, !isQuery(exchange.request) {
        created[place, default: []].insert(id)
        continue
      }
      add(object, id, key, in: place)
      if vendor == "cosmos" { recordPartitionPath(of: object, exchange.request, in: place) }
    }
  }

  private mutating func add(_ object: JSONObject, _ id: String, _ key: String, in place: Place) {
    guard created[place]?.contains(id) != true else { return }
    var object = object
    if vendor == "cosmos" {
      for name in ["_rid", "_self", "_etag", "_attachments", "_ts"] { object[name] = nil }
    }
    if documents[place] == nil { places.append(place) }
    guard let known = documents[place]?.firstIndex(where: { $0[key] == object[key] }) else {
      documents[place, default: []].append(object)
      return
    }
    for member in object where documents[place]?[known][member.key] == nil {
      documents[place]?[known].append(member.key, member.value)
    }
  }

  /// Returns the place of the documents in a response; `nil` if the response contains none.
  private func place(_ segments: [String], _ request: Request) -> Place? {
    switch vendor {
    case "stackmob":
      let query = (request.target.queryItems ?? []).map(\.name)
      let isExpanded = query.contains("_expand") || request.headers[Self.expand] != nil
      guard let name = segments.first?.lowercased(), segments.count <= 2, !isExpanded,
        name != "listapi", segments.count < 2 || !Self.isMethod(segments[1])
      else { return nil }
      return Place(name: name)
    case "mia":
      guard segments.first == "v2", segments.count == 2 || segments.count == 3 else { return nil }
      return Place(name: segments[1])
    case "cosmos":
      guard segments.count >= 5, segments[0] == "dbs", segments[2] == "colls",
        segments[4] == "docs"
      else { return nil }
      return Place(database: segments[1], name: segments[3])
    default: return nil
    }
  }

  private static let expand = HTTPField.Name("X-StackMob-Expand") ?? .accept
  private static let isQueryField = HTTPField.Name("x-ms-documentdb-isquery") ?? .accept
  private static let partitionKey = HTTPField.Name("x-ms-documentdb-partitionkey") ?? .accept

  /// Returns whether a path segment is a method of StackMob's user schema rather than a key.
  ///
  /// Of these methods, only `loggedInUser` returns a document.
  private static func isMethod(_ segment: String) -> Bool {
    let methods: Set<String> = [
      "accessToken", "refreshToken", "logout", "resetPassword", "forgotPassword", "login",
    ]
    let networks = ["Facebook", "Twitter", "Gigya", "facebook", "twitter", "gigya"]
    return methods.contains(segment) || networks.contains(where: segment.contains)
  }

  private func isQuery(_ request: Request) -> Bool {
    vendor == "cosmos"
      && (request.headers[Self.isQueryField] != nil
        || request.headers[.contentType]?.contains("query+json") == true)
  }

  private func key(of place: Place) -> String {
    switch vendor {
    case "mia": "_id"
    case "cosmos": "id"
    default: place.name == "user" ? "username" : place.name + "_id"
    }
  }

  private mutating func recordPartitionPath(
    of object: JSONObject, _ request: Request, in place: Place
  ) {
    guard partitionPaths[place] == nil, let text = request.headers[Self.partitionKey] else {
      return
    }
    let value: JSON?
    do throws(JSONError) { value = try JSON.parse(text)[0] } catch { value = nil }
    guard let value else { return }
    let name = object.first { $0.key != "id" && $0.value == value }?.key
    partitionPaths[place] = name ?? (object["id"] == value ? "id" : nil)
  }
}

/// Creates the vendor's section of a configuration.
extension RecordedDocuments {
  /// Returns a vendor's section with these documents added after the existing ones.
  func section(addedTo old: JSON?) -> JSON {
    var section = old?.object ?? [:]
    switch vendor {
    case "stackmob":
      var objects = section["objects"]?.object ?? [:]
      for place in places {
        objects[place.name] = .array(
          Self.merged(objects[place.name]?.array ?? [], list(place), by: key(of: place)))
      }
      section["objects"] = .object(objects)
    case "mia":
      var collections = section["collections"]?.array ?? []
      for place in places {
        Self.change(&collections, by: "name", place.name, orAppend: collection(place)) { old in
          old["documents"] = .array(
            Self.merged(old["documents"]?.array ?? [], list(place), by: "_id"))
        }
      }
      section["collections"] = .array(collections)
    default:
      var databases = section["databases"]?.array ?? []
      for place in places {
        Self.change(&databases, by: "id", place.database, orAppend: ["id": .string(place.database)])
        { database in
          var containers = database["containers"]?.array ?? []
          Self.change(&containers, by: "id", place.name, orAppend: container(place)) { old in
            old["documents"] = .array(
              Self.merged(old["documents"]?.array ?? [], list(place), by: "id"))
          }
          database["containers"] = .array(containers)
        }
      }
      section["databases"] = .array(databases)
    }
    return .object(section)
  }

  private func list(_ place: Place) -> [JSON] { (documents[place] ?? []).map(JSON.object) }

  private static func merged(_ old: [JSON], _ new: [JSON], by key: String) -> [JSON] {
    let known = Set(old.compactMap { $0[key] })
    return old + new.filter { $0[key].map { !known.contains($0) } ?? true }
  }

  /// Changes the element with the given name, after appending `new` if there is no such element.
  private static func change(
    _ list: inout [JSON], by key: String, _ name: String, orAppend new: JSON,
    _ change: (inout JSONObject) -> Void
  ) {
    let index = list.firstIndex { $0[key]?.string == name } ?? list.endIndex
    if index == list.endIndex { list.append(new) }
    var object = list[index].object ?? [:]
    change(&object)
    list[index] = .object(object)
  }

  private func container(_ place: Place) -> JSON {
    [
      "id": .string(place.name),
      "partitionKey": ["paths": [.string(partitionPath(of: place))], "kind": "Hash"],
    ]
  }

  private func partitionPath(of place: Place) -> String { "/" + (partitionPaths[place] ?? "id") }

  private func collection(_ place: Place) -> JSON {
    [
      "name": .string(place.name), "endpointBasePath": .string("/" + place.name),
      "defaultState": "PUBLIC",
      "fields": .array(
        fields(of: place).map { ["name": .string($0.name), "type": .string($0.type)] }),
    ]
  }

  /// Returns the fields of a collection's documents, with the types inferred from their values.
  private func fields(of place: Place) -> [(name: String, type: String)] {
    var known: Set<String> = [
      "_id", "creatorId", "createdAt", "updaterId", "updatedAt", "__STATE__",
    ]
    return (documents[place] ?? []).flatMap(\.members)
      .filter { !$0.value.isNull && known.insert($0.key).inserted }
      .map { (name: $0.key, type: Self.type(of: $0.value)) }
  }

  private static func type(of value: JSON) -> String {
    switch value {
    case .null, .string: "string"
    case .bool: "boolean"
    case .integer, .double, .decimal: "number"
    case .array: "Array"
    case .object: "RawObject"
    }
  }
}
