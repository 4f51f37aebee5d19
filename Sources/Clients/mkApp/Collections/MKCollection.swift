import Foundation
import GhostlightCore
import HTTPTypes
import Synchronization

/// An object of the backend: fields by key, of which the server fills in the basic ones.
///
/// Any thread may use it at any time. The main actor, which the class belongs to, has a say only in
/// what a subclass stores: properties of its own are the main actor's unless declared otherwise.
///
/// - Source: protocol reference C2.
@MainActor open class MKCollection {
  /// The name of the collection, as given.
  nonisolated public let collectionName: String
  nonisolated let instance: MKAppInstance
  nonisolated let state = Mutex(MKCollectionState())

  /// A new object for a collection; `nil` where the name is empty or contains `/`, `?` or `#`.
  nonisolated public required init?(name: String) {
    guard MKAppInstance.isCollectionName(name) else { return nil }
    collectionName = name
    instance = .current
  }

  /// An object of a collection that is known to have a proper name.
  nonisolated init(of collection: String, in instance: MKAppInstance) {
    collectionName = collection
    self.instance = instance
  }

  // What the calls do, in the order of save, refresh, delete; classes of the module differ in it.

  nonisolated func sendSave() async throws(MKError) {
    let dates = instance.dates
    let (isKnown, sent) = state.withLock { ($0.id != nil, $0.changes) }
    if isKnown, sent.isEmpty { return }
    let fields = try draft(dates)
    let item = try await instance.object(savingDraft.sending(.object(fields)))
    guard item["id"]?.string != nil else {
      throw MKError(.invalidResponse, message: "The server's answer has no id.")
    }
    state.withLock { $0.take(item, sent: sent, dates) }
  }

  nonisolated func sendRefresh() async throws(MKError) {
    let item = try await instance.object(RequestDraft(.get, path, try knownID()))
    replace(with: item)
  }

  nonisolated func sendDelete() async throws(MKError) {
    let id = try knownID()
    let draft = RequestDraft(.delete, path, isFolder: true).asking(["id": .string(id)])
    _ = try await instance.send(draft)
    state.withLock { $0.forgetItem() }
  }

  /// Takes an item from the server instead of all that is here.
  nonisolated func replace(with item: JSONObject) {
    let dates = instance.dates
    state.withLock { $0.take(item, sent: $0.changes, dates) }
  }

  nonisolated var savingDraft: RequestDraft { RequestDraft(.post, path, isFolder: true) }
}

nonisolated extension MKCollection {
  /// The name of the collection as paths have it.
  var path: String { instance.path(of: collectionName) }

  /// The fields to send.
  func draft(_ dates: DateForm) throws(MKError) -> JSONObject {
    let state = state.withLock { $0 }
    return try state.draft(dates)
  }

  func knownID() throws(MKError) -> String {
    guard let id = collectionId, !id.isEmpty else {
      throw MKError(.invalidParams, message: "The object has no id; save it first.")
    }
    return id
  }
}

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

extension MKAppInstance {
  /// Whether a collection may be named so: the name is one part of a path, and not empty.
  static func isCollectionName(_ name: String) -> Bool {
    !name.isEmpty && !name.contains { "/?#".contains($0) }
  }

  /// How dates travel.
  package var dates: DateForm { jsonDateFormatInSeconds ? .seconds : .milliseconds }

  /// The name of a collection as paths have it.
  package func path(of collection: String) -> String {
    jsonCollectionNameLowerCaseOnly ? collection.lowercased() : collection
  }

  /// The object for an item, of the class that goes with its collection.
  func collection(_ name: String, _ item: JSONObject) -> MKCollection {
    let collection: MKCollection =
      switch name {
      case "users": MKUser(in: self)
      case "files": MKCollectionFile(name: item["name"]?.string ?? "", in: self)
      default: MKCollection(of: name, in: self)
      }
    collection.replace(with: item)
    return collection
  }
}
