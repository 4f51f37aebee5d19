import GhostlightCore
import HTTPTypes
import Synchronization

/// Updates objects of a collection.
///
/// Get it from ``CRUD/CRUD/patch(collection:)``, set the changes, then call `sync` or `async` with
/// an object's id. Each method changes and returns the same patch, which can be used for several
/// ids and from any thread. A property can be the path of a nested property, such as
/// `address.city`. To change an object's state, call ``Post/syncChangeState(id:newState:)``
/// instead.
///
/// ```swift
/// import CRUD
///
/// let crud = CRUD(basePath: "https://host/v2", secret: "s3cr3t")
/// let patch = crud.patch(collection: "author")
/// patch.update(object: 88, for: "age").remove(property: "nickname")
/// try await patch.async(id: "5e8ae13bb74dbf0011444ed5")
/// ```
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

  /// Sets a property to a value; `nil` sets it to null.
  ///
  /// If the value cannot be sent, the request fails with ``CRUDError/encoding(_:)``.
  @discardableResult
  public func update(object: Any?, for property: String) -> Patch {
    let value = json(object)
    return change { $0.update(property, value) }
  }

  /// Removes a property and its value.
  ///
  /// The service rejects the removal of a required property.
  @discardableResult
  public func remove(property: String) -> Patch {
    change { $0.remove(property) }
  }

  /// Adds an amount to a number property.
  ///
  /// A missing property counts as zero. The amounts of several calls for the same property are
  /// added up.
  @discardableResult
  public func increment(by amount: Double, for property: String) -> Patch {
    change { $0.increment(property, by: amount) }
  }

  /// Appends a value to an array property.
  ///
  /// The values of several calls are appended in the order of the calls. Version 6 of the service
  /// refuses several calls for one property if the definition has a type for the array's elements.
  @discardableResult
  public func push(object: Any, to property: String) -> Patch {
    let value = json(object)
    return change { $0.push(property, value) }
  }

  /// Limits the update to objects in these states.
  ///
  /// With an empty array, only public objects are updated.
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

/// Blocking, completion-handler and `async` variants of the update.
extension Patch {
  /// Updates an object and returns its id.
  ///
  /// Blocks the calling thread until the response has arrived.
  ///
  /// - Throws: ``CRUDError/emptyPatch`` if there are no changes;
  ///   ``CRUDError/http(statusCode:error:message:)`` with 404 if there is no object with this id in
  ///   one of the selected states, and with 400 if the change is not allowed.
  /// - Source: protocol reference C7 and A12.
  @discardableResult
  public func sync(id: String) throws(CRUDError) -> String {
    try updating(id).wait()
  }

  /// Updates an object, and passes its id or the error to a closure on the callback queue.
  public func async(id: String, _ completion: @escaping (String?, (any Error)?) -> Void) {
    updating(id).start(completion)
  }

  /// Updates an object and returns its id.
  ///
  /// - Throws: The same errors as ``sync(id:)``.
  /// - Source: protocol reference C7 and A12.
  @discardableResult
  nonisolated(nonsending) public func async(id: String) async throws(CRUDError) -> String {
    try await updating(id).value()
  }
}

/// The changes of an update, in the order of the calls.
///
/// - Source: protocol reference A12.
struct PatchCommands: Sendable {
  private var set: JSONObject = [:]
  private var unset: JSONObject = [:]
  private var increments: [String: Double] = [:]
  private var pushed: [String: [JSON]] = [:]
  /// The error of the first value that cannot be sent; `nil` if all can be sent.
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

  /// Returns the request's body.
  ///
  /// - Throws: An error if a value cannot be sent, or if there are no changes.
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
  fileprivate mutating func add(_ value: JSON, _ property: String, to command: String) {
    var members = self[command]?.object ?? [:]
    members[property] = value
    self[command] = .object(members)
  }
}
