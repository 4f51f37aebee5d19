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
  init(indexing fields: [String] = []) {
    documents = DocumentCollection(
      indexes: (["id", "updatedAt"] + fields).map { IndexDefinition(FieldPath($0)) })
  }

  /// Takes over items as a snapshot has them.
  init(restored items: [JSONObject], latest: Int64, indexing fields: [String] = []) {
    self.init(indexing: fields)
    self.latest = latest
    for item in items { documents.insert(item, forKey: item["id"]?.string ?? "") }
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
    var positions: [ExactText: Int] = [:]
    for (position, member) in members.enumerated() { positions[ExactText(member.key)] = position }
    for member in fields where !serverFields.contains(member.key) {
      let position = positions[ExactText(member.key)]
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
