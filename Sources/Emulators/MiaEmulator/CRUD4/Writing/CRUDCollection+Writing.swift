import GhostlightCore
import GhostlightEmulation

/// Methods that add and replace documents of a collection.
///
/// Each method charges its work to the budget before it changes anything.
extension CRUDCollection {
  /// Adds a document, unless it would violate a unique index.
  ///
  /// - Returns: The violation of a unique index, or `nil` if the document was added.
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  mutating func insert(
    _ document: JSONObject, within budget: WorkBudget
  ) throws(Fault) -> DuplicateKey? {
    let id = document["_id"]?.string ?? ""
    if let problem = try problem(with: document, id, within: budget) { return problem }
    if documents.contains(id), try self.document(id, within: budget) == nil {
      documents.remove(id)
    }
    guard documents.insert(document, forKey: id) else {
      return DuplicateKey(collection: definition.name, id: id)
    }
    return nil
  }

  /// Replaces the document with the same id, unless the new one would violate a unique index.
  ///
  /// - Returns: The violation of a unique index, or `nil` if the document was replaced.
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  mutating func replace(
    _ document: JSONObject, within budget: WorkBudget
  ) throws(Fault) -> DuplicateKey? {
    if let problem = try problemOfReplacing(document, within: budget) { return problem }
    put(document)
    return nil
  }

  /// Replaces the document with the same id, without any check.
  ///
  /// The caller must already have charged the work and checked the unique indexes.
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

  /// Returns the unique index violation that a document would cause, or `nil` if there is none.
  ///
  /// Also charges the work of writing the document.
  private func problem(
    with document: JSONObject, _ id: String, within budget: WorkBudget
  ) throws(Fault) -> DuplicateKey? {
    try pay(for: document, within: budget)
    try checkPlaces(document)
    guard let index = try violated(by: document, key: id, within: budget) else { return nil }
    return DuplicateKey(collection: definition.name, index, document)
  }

  /// Rejects coordinates outside the valid range, which a geographic index cannot contain.
  ///
  /// - Throws: ``Fault/crudDatabase`` for a longitude or latitude out of range.
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

  /// The units of work for adding or removing a document.
  static let write = 40

  /// Charges the work of adding or removing a document.
  ///
  /// An index has one entry for each element of an array, so arrays cost more.
  func pay(for document: JSONObject, within budget: WorkBudget) throws(Fault) {
    try budget.spend(Self.write)
    for index in indexes where index.kind == .normal || index.kind == .hash {
      for field in index.fields {
        guard case .array(let elements)? = document[field] else { continue }
        try budget.spend(elements.count, times: Self.write / 2)
      }
    }
  }

  /// Returns the document after update commands.
  ///
  /// The result can be passed to ``put(_:printed:)``.
  ///
  /// - Throws: A refusal if a command fails, or if the result would violate a unique index.
  func changed(
    _ document: JSONObject, _ commands: UpdateCommands, foundBy filter: Filter,
    _ stamp: DocumentStamp, within budget: WorkBudget
  ) throws(Fault) -> JSONObject {
    var changed = try commands.applied(
      to: document, foundBy: filter, at: stamp.milliseconds, within: budget)
    stamp.renew(&changed)
    // The old version of the document must also be removed from the indexes, which is charged here.
    try pay(for: document, within: budget)
    if let problem = try problem(with: changed, changed["_id"]?.string ?? "", within: budget) {
      throw .crudDuplicateUpdate.filled(["message": problem.message])
    }
    return changed
  }
}

/// The metadata that one request writes into all its documents: user and time (A3).
struct DocumentStamp: Sendable {
  let user: String
  let milliseconds: Int64
  /// The time as a string in the stored form, created once for all documents.
  private let date: JSON

  init(_ call: Call, _ moment: Moment) {
    self.init(user: call.userID, milliseconds: moment.milliseconds)
  }

  init(user: String, milliseconds: Int64) {
    self.user = user
    self.milliseconds = milliseconds
    date = .string(ISODate.format(milliseconds: milliseconds))
  }

  /// Returns a new document with the standard fields, followed by the fields of `body`.
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

  /// Returns a new document for a collection, with the id in `body` or a newly drawn one.
  func document(
    _ body: JSONObject, of definition: CRUDDefinition, _ moment: inout Moment
  ) -> JSONObject {
    document(
      body, id: body["_id"]?.string ?? definition.newID(&moment), state: definition.defaultState)
  }

  /// Updates `updaterId` and `updatedAt` of a changed document.
  func renew(_ document: inout JSONObject) {
    document["updaterId"] = .string(user)
    document["updatedAt"] = date
  }
}

/// The violation of a unique index: two documents would have the same key.
struct DuplicateKey: Sendable, Hashable {
  /// The message in the words of MongoDB.
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

  /// Returns the refusal of an insertion, which depends on the emulated version of the service.
  func fault(_ configuration: MiaConfiguration) -> Fault {
    let row: Fault =
      configuration.crudCompatibility == .seven ? .crudConflict : .crudDuplicate
    return row.filled(["message": message])
  }
}
