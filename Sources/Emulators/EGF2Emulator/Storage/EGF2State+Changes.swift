import GhostlightCore
import GhostlightEmulation

/// Methods that check, store and publish changes of the graph (A7 to A9).
extension EGF2State {
  /// Stores a new object.
  ///
  /// - Throws: A refusal if a field is invalid, or if a unique value is in use.
  mutating func create(
    _ fields: JSONObject, of type: ObjectType, by user: String?, _ moment: inout Moment,
    within budget: WorkBudget
  ) throws(Fault) -> JSONObject {
    let now = JSON.now(moment)
    let id = newID(of: type, &moment)
    var draft = fields
    draft["object_type"] = .string(type.name)
    draft["id"] = .string(id)
    draft["created_at"] = now
    draft["modified_at"] = now
    let object = try Validation(schema, within: budget).checked(draft, as: type)
    try checkUnique(object, of: type)
    try pay(for: object, within: budget)
    store(object)
    commit(.created(object), by: user, &moment)
    return record(id) ?? object
  }

  /// Replaces some fields of an object and removes others.
  ///
  /// - Throws: A refusal if there is no such object, if a field is invalid, or if a unique value is
  ///   in use.
  mutating func update(
    _ id: String, with changes: JSONObject, removing names: [String] = [], by user: String?,
    _ moment: inout Moment, within budget: WorkBudget
  ) throws(Fault) -> JSONObject {
    let (old, type) = try changeable(id)
    var draft = old
    for member in changes { draft[member.key] = member.value }
    for name in names { draft[name] = nil }
    var object = try Validation(schema, within: budget).checked(draft, as: type)
    guard try !JSON.object(object).isSame(as: .object(old), within: budget) else { return old }
    object["modified_at"] = .now(moment)
    try checkUnique(object, of: type)
    try pay(for: object, within: budget)
    store(object)
    commit(.updated(object, previous: old), by: user, &moment)
    return record(id) ?? object
  }

  /// Deletes an object.
  ///
  /// If the object's type is volatile, the record is removed. Otherwise it is marked as deleted.
  ///
  /// - Throws: A refusal if there is no such object.
  mutating func delete(
    _ id: String, by user: String?, _ moment: inout Moment, within budget: WorkBudget
  ) throws(Fault) {
    let (old, type) = try changeable(id)
    try budget.spend(Self.write)
    if type.isVolatile { try budget.spend(edges.count(to: id), times: Self.write) }
    if type.isVolatile {
      remove(id)
    } else {
      var marked = old
      marked["deleted_at"] = .now(moment)
      store(marked)
    }
    commit(.deleted(old), by: user, &moment)
  }

  /// Links two objects.
  ///
  /// The caller must have checked that the link does not exist.
  mutating func link(_ link: GraphLink, by user: String?, _ moment: inout Moment) {
    connect(link)
    commit(.linked(link), by: user, &moment)
  }

  /// Removes a link.
  ///
  /// The caller must have checked that the link exists.
  mutating func unlink(_ link: GraphLink, by user: String?, _ moment: inout Moment) {
    edges.remove(link)
    commit(.unlinked(link), by: user, &moment)
  }

  /// The units of work for each of these: storing a record, adding a link, publishing a change.
  static let write = 30

  /// Charges the work of storing an object, and of updating each file to which it refers.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  private func pay(for object: JSONObject, within budget: WorkBudget) throws(Fault) {
    try budget.spend(Self.write)
    for member in object.members { try pay(for: member.value, within: budget) }
  }

  private func pay(for value: JSON, within budget: WorkBudget) throws(Fault) {
    switch value {
    case .string(let text):
      if text.utf8.count == ObjectID.length { try budget.spend(Self.write) }
    case .array(let elements):
      try budget.spend(elements.count)
      for element in elements { try pay(for: element, within: budget) }
    case .object(let object):
      try budget.spend(object.count)
      for member in object.members { try pay(for: member.value, within: budget) }
    default: break
    }
  }

  /// Checks that no other object has one of this object's unique values.
  ///
  /// - Throws: A refusal if another object has one.
  func checkUnique(_ object: JSONObject, of type: ObjectType) throws(Fault) {
    for field in type.fields where field.isUnique {
      guard let value = object[field.name] else { continue }
      let key = Self.uniqueKey(type, field, value)
      if let holder = unique[key], holder != object["id"]?.string {
        throw .uniqueConstraintViolated.filled(["key": key])
      }
    }
  }

  /// Returns an object and its type.
  ///
  /// - Throws: A refusal if the object does not exist or is deleted.
  private func changeable(
    _ id: String
  ) throws(Fault) -> (object: JSONObject, type: ObjectType) {
    guard let type = schema.type(ofID: id), let object = record(id) else {
      throw .objectNotExists.filled(["id": id])
    }
    guard object["deleted_at"] == nil else { throw .objectDeleted }
    return (object, type)
  }

  private mutating func commit(
    _ change: GraphChange, by user: String?, _ moment: inout Moment
  ) {
    publish(change, by: user, &moment)
    updateFiles(change, &moment)
  }
}

/// A change of the graph, from which an event is created.
enum GraphChange: Sendable {
  case created(JSONObject)
  case updated(JSONObject, previous: JSONObject)
  /// An object was deleted; the value is the object before the change.
  ///
  /// Its record may still exist, with the member `deleted_at`.
  case deleted(JSONObject)
  case linked(GraphLink)
  case unlinked(GraphLink)
}

/// A link from a source object to a destination object, as part of the source's edge.
struct GraphLink: Sendable, Hashable {
  let source: String
  let edge: String
  let destination: String

  /// The link in the form `source/edge/destination`, which messages contain.
  var path: String { "\(source)/\(edge)/\(destination)" }
}

extension GraphLink {
  /// Creates a link from its ``path``, or returns `nil` if the path is invalid.
  init?(path: String) {
    let parts = path.split(separator: "/").map(String.init)
    guard parts.count == 3 else { return nil }
    self.init(source: parts[0], edge: parts[1], destination: parts[2])
  }
}
