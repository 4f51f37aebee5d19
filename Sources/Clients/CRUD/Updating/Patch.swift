import GhostlightCore
import HTTPTypes
import Synchronization

/// An update of objects: what to change, then `sync` or `async` with an object's id.
///
/// ```swift
/// let patch = crud.patch(collection: "author")
/// patch.update(object: 88, for: "age").remove(property: "nickname")
/// let id = try patch.sync(id: "5e8ae13bb74dbf0011444ed5")
/// ```
///
/// Properties may be paths into objects, such as `address.city`. States are changed by
/// ``Post/syncChangeState(id:newState:)``, not here.
///
/// - Source: protocol reference A12 and C7.
public final class Patch: Sendable {
  private let crud: CRUD
  private let collection: String
  private let commands = Mutex(PatchCommands())

  init(_ crud: CRUD, _ collection: String) {
    self.crud = crud
    self.collection = collection
  }

  /// Sets a property; `nil` makes it null.
  ///
  /// A value that cannot be sent makes the request fail with ``CRUDError/encoding(_:)``.
  @discardableResult
  public func update(object: Any?, for property: String) -> Patch {
    let value = json(object)
    return change { $0.update(property, value) }
  }

  /// Removes a property and its value; required properties cannot be removed.
  @discardableResult
  public func remove(property: String) -> Patch {
    change { $0.remove(property) }
  }

  /// Adds to a number, a missing one being zero; several calls add up.
  @discardableResult
  public func increment(by amount: Double, for property: String) -> Patch {
    change { $0.increment(property, by: amount) }
  }

  /// Appends to an array; several calls append in their order.
  @discardableResult
  public func push(object: Any, to property: String) -> Patch {
    let value = json(object)
    return change { $0.push(property, value) }
  }

  /// Updates an object in one of these states; none means a public one.
  @discardableResult
  public func states(_ states: [State]) -> Patch { change { $0.states = states } }

  func updating(_ id: String) -> PendingCall<String> {
    PendingCall(crud) { () throws(CRUDError) in
      let commands = commands.withLock { $0 }
      var draft = try CallDraft(.patch, collection, id: id)
      draft.body = try commands.body()
      if !commands.states.isEmpty { draft.parameters = [FormField("_st", commands.states.text)] }
      return draft
    } read: { (response) throws(CRUDError) in
      try response.objectID()
    }
  }

  private func change(_ body: (inout PatchCommands) -> Void) -> Patch {
    commands.withLock { body(&$0) }
    return self
  }

  private func json(_ value: Any?) -> JSON {
    do throws(CRUDError) { return try JSON(value: value, by: crud.encoder) } catch {
      commands.withLock { if $0.error == nil { $0.error = error } }
      return .null
    }
  }
}

/// The three ways to update.
extension Patch {
  /// Updates an object, blocking the calling thread, and answers its id.
  ///
  /// - Throws: ``CRUDError/emptyPatch`` where nothing is to be changed;
  ///   ``CRUDError/http(statusCode:error:message:)`` with 404 where no object of that id is in the
  ///   states, with 400 where it may not be changed so.
  /// - Source: protocol reference C7 and A12.
  @discardableResult
  public func sync(id: String) throws(CRUDError) -> String {
    try updating(id).wait()
  }

  /// Updates an object and tells a closure on the callback queue; the result is its id.
  public func async(id: String, _ completion: @escaping (String?, (any Error)?) -> Void) {
    updating(id).start(completion)
  }

  /// Updates an object and answers its id.
  ///
  /// - Throws: as the call that blocks.
  /// - Source: protocol reference C7 and A12.
  @discardableResult
  nonisolated(nonsending) public func async(id: String) async throws(CRUDError) -> String {
    try await updating(id).value()
  }
}

/// The commands of an update, as they were called.
///
/// - Source: protocol reference A12.
struct PatchCommands: Sendable {
  private var set: JSONObject = [:]
  private var unset: JSONObject = [:]
  private var increments: [String: Double] = [:]
  private var pushed: [String: [JSON]] = [:]
  /// The first value that cannot be sent.
  var error: CRUDError?
  var states: [State] = []

  mutating func update(_ property: String, _ value: JSON) {
    set[property] = value
    unset[property] = nil
  }

  mutating func remove(_ property: String) {
    set[property] = nil
    unset[property] = true
  }

  mutating func increment(_ property: String, by amount: Double) {
    increments[property, default: 0] += amount
  }

  mutating func push(_ property: String, _ value: JSON) {
    pushed[property, default: []].append(value)
  }

  /// The request's body.
  func body() throws(CRUDError) -> JSON {
    if let error { throw error }
    var body: JSONObject = [:]
    if !set.isEmpty { body["$set"] = .object(set) }
    if !unset.isEmpty { body["$unset"] = .object(unset) }
    for (property, amount) in increments {
      guard amount.isFinite else {
        throw CRUDError.encoding("\(property) cannot be increased by \(amount).")
      }
      body.add(Int64(exactly: amount).map { .integer($0) } ?? .double(amount), property, to: "$inc")
    }
    for (property, values) in pushed {
      let value: JSON = values.count == 1 ? values[0] : ["$each": .array(values)]
      body.add(value, property, to: "$push")
    }
    guard !body.isEmpty else { throw CRUDError.emptyPatch }
    return .object(body)
  }
}

extension JSONObject {
  /// Adds a property to a command.
  fileprivate mutating func add(_ value: JSON, _ property: String, to command: String) {
    var members = self[command]?.object ?? [:]
    members[property] = value
    self[command] = .object(members)
  }
}
