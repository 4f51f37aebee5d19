import GhostlightCore
import HTTPTypes
import Synchronization

/// A read from a collection: what to narrow it to, then one of `sync`, `async` or `count`.
///
/// ```swift
/// let get = crud.get(collection: "author")
/// get.limit(200).skip(500).sortBy(property: "age", descending: true)
/// let data = try get.sync()
/// ```
///
/// - Source: protocol reference A.5, A.10 and C.7.
public final class Get: Sendable {
  let crud: CRUD
  private let collection: String
  private let filter: FilterText
  private let options = Mutex(GetOptions())

  init(_ crud: CRUD, _ collection: String, _ filter: FilterText) {
    self.crud = crud
    self.collection = collection
    self.filter = filter
  }

  /// Asks for so many objects at most; the service allows 1 to 200 and answers 25 unless told.
  @discardableResult
  public func limit(_ count: Int) -> Get { change { $0.limit = count } }

  /// Leaves out the first objects, so many of them.
  @discardableResult
  public func skip(_ count: Int) -> Get { change { $0.skip = count } }

  /// Asks for these properties and the id only; none means all.
  @discardableResult
  public func limitProperties(_ properties: [String]) -> Get {
    change { $0.properties = properties }
  }

  /// Sorts by a property; a second call sorts what the first leaves equal.
  @discardableResult
  public func sortBy(property: String, descending: Bool = false) -> Get {
    change { $0.sorting.append(descending ? "-" + property : property) }
  }

  /// Asks for objects in these states; none means public ones.
  @discardableResult
  public func states(_ states: [State]) -> Get { change { $0.states = states } }

  private func change(_ body: (inout GetOptions) -> Void) -> Get {
    options.withLock { body(&$0) }
    return self
  }

  func list<Value>(
    _ read: @escaping (Response) throws(CRUDError) -> Value
  ) -> PendingCall<Value> {
    PendingCall(crud) { () throws(CRUDError) in
      var draft = try CallDraft(.get, collection)
      draft.parameters = try filter.parameters() + options.withLock { $0.listParameters }
      return draft
    } read: { (response) throws(CRUDError) in
      try read(response)
    }
  }

  func object<Value>(
    _ id: String, _ read: @escaping (Response) throws(CRUDError) -> Value
  ) -> PendingCall<Value> {
    PendingCall(crud) { () throws(CRUDError) in
      var draft = try CallDraft(.get, collection, id: id)
      draft.parameters = try filter.parameters() + options.withLock { $0.objectParameters }
      return draft
    } read: { (response) throws(CRUDError) in
      try read(response)
    }
  }

  var counting: PendingCall<Int> {
    PendingCall(crud) { () throws(CRUDError) in
      var draft = try CallDraft(.get, collection, "count")
      draft.parameters = try filter.parameters() + options.withLock { $0.countParameters }
      return draft
    } read: { (response) throws(CRUDError) in
      try response.objectCount()
    }
  }
}
