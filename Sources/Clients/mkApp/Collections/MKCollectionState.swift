import GhostlightCore

/// The fields of an object, and which of them the server does not know yet.
struct MKCollectionState: Sendable {
  /// What the server sets; an app's values for them are never sent.
  static let baseKeys: Set<String> = ["id", "createdAt", "updatedAt", "creatorId", "updaterId"]

  var id: String?
  var base: [String: JSON] = [:]
  var values: [String: MKValue] = [:]
  /// The fields that were changed since the last answer, with the number of the change.
  var changes: [String: Int] = [:]
  private var changeCount = 0

  mutating func set(_ value: MKValue, forKey key: String) {
    guard !Self.baseKeys.contains(key) else { return }
    changeCount += 1
    values[key] = value
    changes[key] = changeCount
  }

  /// Takes an item from the server; changes that were made since `sent` stay.
  mutating func take(_ item: JSONObject, sent: [String: Int], _ dates: DateForm) {
    var fresh: [String: MKValue] = [:]
    base = [:]
    for member in item.members {
      if Self.baseKeys.contains(member.key) {
        base[member.key] = member.value
      } else {
        fresh[member.key] = kept(member.key, member.value, dates) ?? .json(member.value)
      }
    }
    if let id = base["id"]?.string { self.id = id }
    changes = changes.filter { sent[$0.key] != $0.value }
    for key in changes.keys { fresh[key] = values[key] }
    values = fresh
  }

  /// The date that was set here, where the server tells the number that stands for it.
  private func kept(_ key: String, _ json: JSON, _ dates: DateForm) -> MKValue? {
    guard case .date(let date)? = values[key], let sent = dates.json(date), sent == json else {
      return nil
    }
    return values[key]
  }

  /// What is left after the item was deleted: all fields, to be created anew.
  mutating func forgetItem() {
    id = nil
    base = [:]
    for key in values.keys {
      changeCount += 1
      changes[key] = changeCount
    }
  }

  /// The fields to send: all of a new object, the changed ones of a known one.
  func draft(_ dates: DateForm) throws(MKError) -> JSONObject {
    var object = JSONObject()
    if let id { object["id"] = .string(id) }
    let keys = id == nil ? Array(values.keys) : Array(changes.keys)
    for key in keys.sorted() {
      try Self.check(key)
      object[key] = try values[key]?.json(dates, key: key)
    }
    return object
  }

  private static func check(_ key: String) throws(MKError) {
    let isName = key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
    guard isName, !key.isEmpty else {
      throw MKError(
        .invalidParams,
        message: "\"\(key)\" is no key; use letters, digits, \"_\" and \"-\".")
    }
  }
}
