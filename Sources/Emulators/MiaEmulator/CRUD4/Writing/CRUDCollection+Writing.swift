import GhostlightCore
import GhostlightEmulation

/// Writes, each paid for before it is done.
extension CRUDCollection {
  /// Adds a document.
  ///
  /// - Returns: What stands against it; it is not added then.
  /// - Throws: ``Fault/workLimit(_:)``.
  mutating func insert(
    _ document: JSONObject, within budget: WorkBudget
  ) throws(Fault) -> DuplicateKey? {
    let id = document["_id"]?.string ?? ""
    if let problem = try problem(with: document, id, within: budget) { return problem }
    guard documents.insert(document, forKey: id) else {
      return DuplicateKey(collection: definition.name, id: id)
    }
    return nil
  }

  /// Puts a document in the place of the one with its id.
  ///
  /// - Returns: What stands against it; the other stays then.
  /// - Throws: ``Fault/workLimit(_:)``.
  mutating func replace(
    _ document: JSONObject, within budget: WorkBudget
  ) throws(Fault) -> DuplicateKey? {
    if let problem = try problemOfReplacing(document, within: budget) { return problem }
    put(document)
    return nil
  }

  /// Puts a document in the place of the one with its id, once it is paid for and nothing stands
  /// against it.
  mutating func put(_ document: JSONObject, printed: [UInt8]? = nil) {
    documents.replace(document, forKey: document["_id"]?.string ?? "", printed: printed)
  }

  private func problemOfReplacing(
    _ document: JSONObject, within budget: WorkBudget
  ) throws(Fault) -> DuplicateKey? {
    let id = document["_id"]?.string ?? ""
    if let old = documents[id] { try pay(for: old, within: budget) }
    return try problem(with: document, id, within: budget)
  }

  /// What a unique index has against a document, which is paid for afterwards.
  private func problem(
    with document: JSONObject, _ id: String, within budget: WorkBudget
  ) throws(Fault) -> DuplicateKey? {
    try pay(for: document, within: budget)
    try checkPlaces(document)
    guard let index = try violated(by: document, key: id, within: budget) else { return nil }
    return DuplicateKey(collection: definition.name, index, document)
  }

  /// Refuses places off the globe, which an index of places cannot hold.
  ///
  /// - Throws: ``Fault/crudDatabase``.
  private func checkPlaces(_ document: JSONObject) throws(Fault) {
    for index in indexes where index.kind == .geo {
      for field in index.fields {
        guard let place = document[field]?["coordinates"]?.array, place.count >= 2,
          let longitude = place[0].number, let latitude = place[1].number,
          abs(longitude) > 180 || abs(latitude) > 90
        else { continue }
        throw .database(
          "Can't extract geo keys: longitude/latitude is out of bounds, "
            + "lng: \(place[0].text()) lat: \(place[1].text())")
      }
    }
  }

  /// What it costs to put a document in or to take it out.
  static let write = 40

  /// Pays for a document that is put in or taken out; indexes have an entry for every element of an
  /// array.
  func pay(for document: JSONObject, within budget: WorkBudget) throws(Fault) {
    try budget.spend(Self.write)
    for index in indexes where index.kind == .normal || index.kind == .hash {
      for field in index.fields {
        guard case .array(let elements)? = document[field] else { continue }
        try budget.spend(elements.count, times: Self.write / 2)
      }
    }
  }

  /// What commands make of a document, which ``put(_:)`` may take then.
  ///
  /// - Throws: What stands against it.
  func changed(
    _ document: JSONObject, _ commands: UpdateCommands, foundBy filter: Filter,
    _ stamp: DocumentStamp, within budget: WorkBudget
  ) throws(Fault) -> JSONObject {
    var changed = try commands.applied(
      to: document, foundBy: filter, at: stamp.milliseconds, within: budget)
    stamp.renew(&changed)
    // The document is the collection's own, and is taken out.
    try pay(for: document, within: budget)
    if let problem = try problem(with: changed, changed["_id"]?.string ?? "", within: budget) {
      throw .crudDuplicateUpdate.filled(["message": problem.message])
    }
    return changed
  }
}

/// Who writes and when: the metadata of one request (A3).
struct DocumentStamp: Sendable {
  let user: String
  let milliseconds: Int64
  /// The time as documents have it, written once for all of them.
  private let date: JSON

  init(_ call: Call, _ moment: Moment) {
    self.init(user: call.userID, milliseconds: moment.milliseconds)
  }

  init(user: String, milliseconds: Int64) {
    self.user = user
    self.milliseconds = milliseconds
    date = .string(ISODate.format(milliseconds: milliseconds))
  }

  /// A new document: the standard fields, then those of `body`.
  func document(_ body: JSONObject, id: String, state: DocumentState) -> JSONObject {
    var document = JSONObject()
    document.reserveCapacity(body.count + CRUDDefinition.standard.count)
    document.append("_id", .string(id))
    document.append("__STATE__", body["__STATE__"] ?? .string(state.rawValue))
    document.append("creatorId", .string(user))
    document.append("createdAt", date)
    document.append("updaterId", .string(user))
    document.append("updatedAt", date)
    for member in body.members where document[member.key] == nil {
      document.append(member.key, member.value)
    }
    return document
  }

  /// A new document of `body` in a collection, with the id that it has or a drawn one.
  func document(
    _ body: JSONObject, of definition: CRUDDefinition, _ moment: inout Moment
  ) -> JSONObject {
    document(
      body, id: body["_id"]?.string ?? definition.newID(&moment), state: definition.defaultState)
  }

  /// Says who changed a document and when.
  func renew(_ document: inout JSONObject) {
    document["updaterId"] = .string(user)
    document["updatedAt"] = date
  }
}

/// A unique index would have two documents with one key.
struct DuplicateKey: Sendable, Hashable {
  /// The database's words.
  let message: String

  init(collection: String, _ index: CRUDIndex, _ document: JSONObject) {
    let key = index.fields.map { field in
      let values = WorkBudget.withoutLimit { budget throws(Fault) in
        try FilterPath(field).values(in: document, within: budget)
      }
      let value = values.first ?? .none
      return "\(field): \((value ?? .null).text())"
    }
    message =
      "E11000 duplicate key error collection: crud.\(collection) index: \(index.name) dup key: "
      + "{ \(key.joined(separator: ", ")) }"
  }

  init(collection: String, id: String) {
    message =
      "E11000 duplicate key error collection: crud.\(collection) index: _id_ dup key: "
      + "{ _id: \"\(id)\" }"
  }

  /// The refusal of an insertion, which the lines of the service answer differently.
  func fault(_ configuration: MiaConfiguration) -> Fault {
    let row: Fault =
      configuration.crudCompatibility == .seven ? .crudConflict : .crudDuplicate
    return row.filled(["message": message])
  }
}
