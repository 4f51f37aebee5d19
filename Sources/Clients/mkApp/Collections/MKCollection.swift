import Foundation
import GhostlightCore
import HTTPTypes
import Synchronization

/// An object of the backend: the app's fields, and basic fields such as the id that the server
/// sets.
///
/// Set fields, then save the object. Each call has three forms: one blocks and throws, one runs in
/// the background and calls a block, and one is `async`. An object can be used from any thread,
/// because a lock protects its fields. The class is isolated to the main actor only for its
/// subclasses: the properties that a subclass declares belong to the main actor unless they are
/// `nonisolated`.
///
/// ```swift
/// import mkApp
///
/// let picture = MKCollection(name: "picturedata")
/// picture.setObject("mario", forKey: "username")
/// try await picture.save()
/// print(picture?.collectionId ?? "-")
/// ```
///
/// - Source: protocol reference C2.
@MainActor open class MKCollection {
  /// The name of the collection, as the app spelled it.
  nonisolated public let collectionName: String
  nonisolated let instance: MKAppInstance
  nonisolated let state = Mutex(MKCollectionState())

  /// Creates a new object of a collection.
  ///
  /// Returns `nil` if the name is empty or contains `/`, `?` or `#`.
  nonisolated public required init?(name: String) {
    guard MKAppInstance.isCollectionName(name) else { return nil }
    collectionName = name
    instance = .current
  }

  /// Creates an object of a collection whose name is known to be valid.
  nonisolated init(of collection: String, in instance: MKAppInstance) {
    collectionName = collection
    self.instance = instance
  }

  // The requests for save, refresh and delete. Subclasses in this module override these methods.

  nonisolated func sendSave() async throws(MKError) {
    let dates = instance.dates
    let (isKnown, sent) = state.withLock { ($0.id != nil, $0.changes) }
    if isKnown, sent.isEmpty { return }
    let fields = try draft(dates)
    let item = try await instance.object(savingDraft.sending(.object(fields)))
    guard item["id"]?.string != nil else {
      throw MKError(.invalidResponse, message: "The server's response has no id.")
    }
    state.withLock { $0.apply(item, sent: sent, dates) }
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

  /// Replaces all fields by those of `item`, which the server has sent, and discards all changes.
  nonisolated func replace(with item: JSONObject) {
    let dates = instance.dates
    state.withLock { $0.apply(item, sent: $0.changes, dates) }
  }

  nonisolated var savingDraft: RequestDraft { RequestDraft(.post, path, isFolder: true) }
}

nonisolated extension MKCollection {
  /// The collection's name as it is spelled in request paths.
  var path: String { instance.path(of: collectionName) }

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

/// The fields of an object, and the changes that the server does not have yet.
struct MKCollectionState: Sendable {
  /// The keys of the fields that the server sets itself.
  ///
  /// An app's values for them are never sent.
  static let baseKeys: Set<String> = ["id", "createdAt", "updatedAt", "creatorId", "updaterId"]

  var id: String?
  var base: [String: JSON] = [:]
  var values: [String: MKValue] = [:]
  /// The keys of the changed fields, each with the sequence number of its last change.
  var changes: [String: Int] = [:]
  private var changeCount = 0

  mutating func set(_ value: MKValue, forKey key: String) {
    guard !Self.baseKeys.contains(key) else { return }
    changeCount += 1
    values[key] = value
    changes[key] = changeCount
  }

  /// Replaces the fields by those that the server has sent.
  ///
  /// Changes that were made after the request keep their values; `sent` contains the changes at the
  /// time of the request.
  mutating func apply(_ item: JSONObject, sent: [String: Int], _ dates: DateForm) {
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

  /// Returns the date that the app set for `key`, if the server sent the same date back as a
  /// number.
  private func kept(_ key: String, _ json: JSON, _ dates: DateForm) -> MKValue? {
    guard case .date(let date)? = values[key], let sent = dates.json(date), sent == json else {
      return nil
    }
    return values[key]
  }

  /// Removes the id and the other fields that the server sets, and marks all remaining fields as
  /// changed.
  ///
  /// The next save then creates the object again.
  mutating func forgetItem() {
    id = nil
    base = [:]
    for key in values.keys {
      changeCount += 1
      changes[key] = changeCount
    }
  }

  /// Returns the fields to send: all fields of a new object, otherwise the changed fields.
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
        message: "Invalid key \"\(key)\"; use letters, digits, \"_\" and \"-\".")
    }
  }
}

extension MKAppInstance {
  /// Returns whether a name is a valid collection name: one path segment, and not empty.
  static func isCollectionName(_ name: String) -> Bool {
    !name.isEmpty && !name.contains { "/?#".contains($0) }
  }

  /// The unit of dates in requests and responses.
  package var dates: DateForm { jsonDateFormatInSeconds ? .seconds : .milliseconds }

  /// Returns a collection's name as it is spelled in request paths.
  package func path(of collection: String) -> String {
    jsonCollectionNameLowerCaseOnly ? collection.lowercased() : collection
  }

  /// Creates the object for a JSON item: an ``MKUser``, an ``MKCollectionFile`` or a plain
  /// ``MKCollection``, depending on the collection.
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
