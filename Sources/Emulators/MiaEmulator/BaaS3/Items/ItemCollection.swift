import GhostlightCore
import GhostlightEmulation

/// The items of a BaaS collection, in creation order (B2, B3).
struct ItemCollection: Sendable {
  /// The fields that the server sets, ignoring the values that clients send.
  static let serverFields = ["id", "creatorId", "createdAt", "updaterId", "updatedAt"]

  private(set) var documents: DocumentCollection
  /// The greatest `updatedAt` of all items so far.
  ///
  /// Each change gets a greater time, so a client that requests all changes since a time misses
  /// none.
  private(set) var latest: Int64 = 0

  /// Creates an empty collection with indexes for `id`, `updatedAt` and `fields`.
  init(indexing fields: [String] = [], latest: Int64 = 0) {
    documents = DocumentCollection(
      indexes: (["id", "updatedAt"] + fields).map { IndexDefinition(FieldPath($0)) })
    self.latest = latest
  }

  /// Adds `count` items from a snapshot.
  ///
  /// The closure `item` is called with each index from 0, and returns an item's id and document.
  ///
  /// - Throws: The error that the closure throws.
  mutating func restore(
    _ count: Int,
    _ item: (Int) throws(SnapshotError) -> (key: String, document: JSONObject)
  ) throws(SnapshotError) {
    guard try documents.insert(count: count, item) != nil else { return }
    // If several items have the same id, the first one is kept.
    for position in 0..<count {
      let (id, item) = try item(position)
      documents.insert(item, forKey: id)
    }
  }

  subscript(id: String) -> JSONObject? { documents[id] }

  /// Returns the first item whose field has this value, or `nil` if there is none.
  func first(_ field: String, _ value: String) -> JSONObject? {
    let query = Query(.field(FieldPath(field), .equals(.string(value))), limit: 1)
    return documents.page(query).first?.document
  }

  /// Returns a new item: the base fields and the request's fields, but without id and times.
  ///
  /// Commands such as `$inc` and `$push` are applied as if the field had no value before.
  ///
  /// - Throws: A refusal if a command is invalid.
  static func item(
    _ fields: JSONObject, by userID: String, within budget: WorkBudget
  ) throws(Fault) -> JSONObject {
    var item: JSONObject = [
      "creatorId": .string(userID), "createdAt": 0, "updaterId": .string(userID), "updatedAt": 0,
      "sync": 0, "trash": 0,
    ]
    try merge(fields, into: &item, within: budget)
    return item
  }

  /// The units of work for adding or removing an item.
  static let write = 40

  /// Adds an item that ``item(_:by:within:)`` created, and returns it with its id and times.
  mutating func add(_ item: JSONObject, id: String, at moment: Moment) -> JSONObject {
    var item = item
    let now = tick(moment)
    item["createdAt"] = .integer(now)
    item["updatedAt"] = .integer(now)
    item.append("id", .string(id))
    documents.insert(item, forKey: id)
    return item
  }

  /// Changes top-level fields of an item and leaves the other fields unchanged.
  ///
  /// - Throws: A refusal if a command is invalid, or if there is no item with this id.
  mutating func update(
    _ id: String, _ fields: JSONObject, by userID: String, at moment: Moment,
    within budget: WorkBudget
  ) throws(Fault) -> JSONObject {
    guard var item = documents[id] else { throw .baasNotFound }
    try Self.merge(fields, into: &item, within: budget)
    item["updaterId"] = .string(userID)
    item["updatedAt"] = .integer(tick(moment))
    documents.replace(item, forKey: id)
    return item
  }

  /// Removes and returns an item, or returns `nil` if there is none.
  mutating func remove(_ id: String) -> JSONObject? { documents.remove(id) }

  /// Sets a field of an item, including a field that clients cannot set.
  mutating func set(_ field: String, _ value: JSON, of id: String) {
    guard var item = documents[id] else { return }
    item[field] = value
    documents.replace(item, forKey: id)
  }

  private static func merge(
    _ fields: JSONObject, into item: inout JSONObject, within budget: WorkBudget
  ) throws(Fault) {
    try budget.spend(write)
    guard item.count + fields.count > longest else {
      for member in fields where !serverFields.contains(member.key) {
        item[member.key] = try ItemCommand.value(
          of: member.value, after: item[member.key], within: budget)
      }
      return
    }
    try budget.spend(item.count + fields.count, times: 4)
    var members = item.members
    var positions: [BytewiseString: Int] = [:]
    for (position, member) in members.enumerated() {
      positions[BytewiseString(member.key)] = position
    }
    for member in fields where !serverFields.contains(member.key) {
      let position = positions[BytewiseString(member.key)]
      let value = try ItemCommand.value(
        of: member.value, after: position.map { members[$0].value }, within: budget)
      // A command on a field without a value can return `nil`; then no field is added.
      guard let value else { continue }
      if let position {
        members[position].value = value
      } else {
        members.append(JSONObject.Member(member.key, value))
      }
    }
    item = JSONObject(uniqueMembers: members)
  }

  /// The number of members up to which a linear search is fast enough.
  private static let longest = 64

  private mutating func tick(_ moment: Moment) -> Int64 {
    // A snapshot may contain any number, so adding 1 to it could overflow.
    latest = max(moment.milliseconds, latest == .max ? latest : latest + 1)
    return latest
  }
}

/// A command that a client sends instead of a plain value in an update: `{"views":{"$inc":1}}`
/// (B3).
enum ItemCommand: String {
  /// Adds a number.
  ///
  /// A missing value counts as zero.
  case increment = "$inc"
  /// Appends a value to an array.
  case push = "$push"
  /// Appends several values to an array.
  case pushAll = "$pushAll"
  /// Removes a value from an array.
  case pull = "$pull"
  /// Removes several values from an array.
  case pullAll = "$pullAll"
  /// Appends the given values that the array does not contain yet.
  case addUnique = "$addUnique"

  /// Returns the new value of a field for which a client sent `value`.
  ///
  /// An object contains commands only if all its names are commands; otherwise it is a plain value.
  ///
  /// - Throws: A refusal if an operand of `$inc` is not a number, or ``Fault/workLimit(_:)`` if the
  ///   budget is used up.
  static func value(
    of value: JSON, after old: JSON?, within budget: WorkBudget
  ) throws(Fault) -> JSON? {
    guard case .object(let object) = value, !object.isEmpty else { return value }
    var current = old
    for member in object.members {
      guard let command = ItemCommand(rawValue: member.key) else { return value }
      current = try command.applied(member.value, to: current, budget)
    }
    return current
  }

  private func applied(
    _ argument: JSON, to old: JSON?, _ budget: WorkBudget
  ) throws(Fault) -> JSON? {
    try budget.spend(((old?.array?.count ?? 0) + (argument.array?.count ?? 0)) >> 2)
    switch self {
    case .increment: return try Self.sum(old ?? 0, argument)
    case .push: return .array((old?.array ?? []) + [argument])
    case .pushAll: return .array((old?.array ?? []) + Self.list(argument))
    case .pull, .pullAll:
      guard case .array(let elements)? = old else { return old }
      let unwanted = self == .pull ? [argument] : Self.list(argument)
      var kept: [JSON] = []
      for element in elements where try !MongoOrder.contains(unwanted, element, within: budget) {
        kept.append(element)
      }
      return .array(kept)
    case .addUnique:
      var elements = old?.array ?? []
      for value in Self.list(argument)
      where try !MongoOrder.contains(elements, value, within: budget) {
        elements.append(value)
      }
      return .array(elements)
    }
  }

  /// Returns the sum of two numbers, as an integer if both are integers and the sum fits in 64
  /// bits.
  private static func sum(_ old: JSON, _ step: JSON) throws(Fault) -> JSON {
    let old: JSON = old.isNull ? 0 : old
    if case .integer(let left) = old, case .integer(let right) = step {
      let (sum, isTooLarge) = left.addingReportingOverflow(right)
      if !isTooLarge { return .integer(sum) }
    }
    guard let left = old.number, let right = step.number else { throw .baasBadIncrement }
    let sum = left + right
    // JSON cannot represent infinity, so neither responses nor snapshots could contain it.
    guard sum.isFinite else { throw .baasBadIncrement.withReason("the sum is infinite") }
    return abs(sum) < 0x1p53 ? .canonical(sum) : .double(sum)
  }

  private static func list(_ value: JSON) -> [JSON] { value.array ?? [value] }
}
