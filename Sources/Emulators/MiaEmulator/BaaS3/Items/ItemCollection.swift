import GhostlightCore
import GhostlightEmulation

/// The items of a collection, in the order of their creation (B2, B3).
struct ItemCollection: Sendable {
  /// The fields that the server sets; what clients send for them is ignored.
  static let serverFields = ["id", "creatorId", "createdAt", "updaterId", "updatedAt"]

  private(set) var documents: DocumentCollection
  /// The greatest `updatedAt` so far: each change gets a greater one, so that pulls lose nothing.
  private(set) var latest: Int64 = 0

  /// Makes an empty collection with an index of the fields that synchronisation asks for.
  init(indexing fields: [String] = [], latest: Int64 = 0) {
    documents = DocumentCollection(
      indexes: (["id", "updatedAt"] + fields).map { IndexDefinition(FieldPath($0)) })
    self.latest = latest
  }

  /// Takes over so many items, as a snapshot has them.
  ///
  /// - Throws: What `item` throws, which gives the item of a position with its id.
  mutating func restore(
    _ count: Int,
    _ item: (Int) throws(SnapshotError) -> (key: String, document: JSONObject)
  ) throws(SnapshotError) {
    guard try documents.insert(count: count, item) != nil else { return }
    // Of the same ids the first counts.
    for position in 0..<count {
      let (id, item) = try item(position)
      documents.insert(item, forKey: id)
    }
  }

  /// The item of an id, or `nil`.
  subscript(id: String) -> JSONObject? { documents[id] }

  /// The first item whose field has a value, or `nil`.
  func first(_ field: String, _ value: String) -> JSONObject? {
    let query = Query(.field(FieldPath(field), .equals(.string(value))), limit: 1)
    return documents.page(query).first?.document
  }

  /// An item of `fields` with the base fields around them, yet without id and times; array and
  /// number commands start from nothing.
  ///
  /// - Throws: A refusal of a command.
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

  /// What it costs to put an item in or to take it out.
  static let write = 40

  /// Adds what ``item(_:by:)`` made, and answers it complete.
  mutating func add(_ item: JSONObject, id: String, at moment: Moment) -> JSONObject {
    var item = item
    let now = tick(moment)
    item["createdAt"] = .integer(now)
    item["updatedAt"] = .integer(now)
    item.append("id", .string(id))
    documents.insert(item, forKey: id)
    return item
  }

  /// Changes top level fields of an item; the others stay.
  ///
  /// - Throws: A refusal of a command, or that there is no such item.
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

  /// Takes out an item and answers it, or `nil` where there is none.
  mutating func remove(_ id: String) -> JSONObject? { documents.remove(id) }

  /// Sets a field that clients cannot set.
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
      // Commands make nothing of nothing, and something of something.
      guard let value else { continue }
      if let position {
        members[position].value = value
      } else {
        members.append(JSONObject.Member(member.key, value))
      }
    }
    item = JSONObject(uniqueMembers: members)
  }

  /// Up to so many members are looked for one by one.
  private static let longest = 64

  private mutating func tick(_ moment: Moment) -> Int64 {
    // A snapshot may say any number.
    latest = max(moment.milliseconds, latest == .max ? latest : latest + 1)
    return latest
  }
}

/// A command that stands in an update where a value would: `{"views":{"$inc":1}}` (B3).
enum ItemCommand: String {
  /// Adds a number; what is missing counts as zero.
  case increment = "$inc"
  /// Puts a value at the end of an array.
  case push = "$push"
  /// Puts values at the end of an array.
  case pushAll = "$pushAll"
  /// Takes a value out of an array.
  case pull = "$pull"
  /// Takes values out of an array.
  case pullAll = "$pullAll"
  /// Puts those values at the end of an array that it does not have.
  case addUnique = "$addUnique"

  /// What a field holds after it was sent `value`; an object is commands only if all its names are.
  ///
  /// - Throws: That `$inc` has to do with something other than numbers.
  ///   Also ``Fault/workLimit(_:)``.
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

  /// The sum, as an integer where it is one.
  private static func sum(_ old: JSON, _ step: JSON) throws(Fault) -> JSON {
    let old: JSON = old.isNull ? 0 : old
    if case .integer(let left) = old, case .integer(let right) = step {
      let (sum, isTooLarge) = left.addingReportingOverflow(right)
      if !isTooLarge { return .integer(sum) }
    }
    guard let left = old.number, let right = step.number else { throw .baasBadIncrement }
    let sum = left + right
    // JSON has no infinity, so neither answers nor snapshots could tell of it.
    guard sum.isFinite else { throw .baasBadIncrement.withReason("the sum is infinite") }
    return abs(sum) < 0x1p53 ? .canonical(sum) : .double(sum)
  }

  private static func list(_ value: JSON) -> [JSON] { value.array ?? [value] }
}
