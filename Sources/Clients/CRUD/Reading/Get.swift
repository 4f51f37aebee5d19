public import Foundation
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
/// - Source: protocol reference A5, A10 and C7.
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

/// What a read is narrowed to; only what was set is sent.
///
/// - Source: protocol reference A5.
struct GetOptions: Sendable {
  var limit: Int?
  var skip: Int?
  var properties: [String] = []
  var sorting: [String] = []
  var states: [State] = []

  /// What counting takes.
  var countParameters: [FormField] {
    states.isEmpty ? [] : [FormField("_st", states.text)]
  }

  /// What reading one object takes.
  var objectParameters: [FormField] {
    countParameters
      + (properties.isEmpty ? [] : [FormField("_p", properties.joined(separator: ","))])
  }

  /// What a list takes.
  var listParameters: [FormField] {
    var parameters = objectParameters
    if let limit { parameters.append(FormField("_l", String(limit))) }
    if let skip { parameters.append(FormField("_sk", String(skip))) }
    if !sorting.isEmpty { parameters.append(FormField("_s", sorting.joined(separator: ","))) }
    return parameters
  }
}

/// The calls behind `sync` and `async`.
extension Get {
  var rawList: PendingCall<Data> {
    list { (response) throws(CRUDError) in response.data }
  }

  func rawObject(_ id: String) -> PendingCall<Data> {
    object(id) { (response) throws(CRUDError) in response.data }
  }

  func typedList<T: Decodable>(_ type: T.Type) -> PendingCall<[T]> {
    let decoder = crud.decoder
    return list { (response) throws(CRUDError) in try response.decoded([T].self, by: decoder) }
  }

  func typedObject<T: Decodable>(_ id: String, _ type: T.Type) -> PendingCall<T> {
    let decoder = crud.decoder
    return object(id) { (response) throws(CRUDError) in
      try response.decoded(type, by: decoder)
    }
  }
}

/// Reads that return at once and tell a closure on the callback queue, with `nil` for what it does
/// not get.
extension Get {
  /// Reads the list as JSON.
  public func async(_ completion: @escaping (Data?, (any Error)?) -> Void) {
    rawList.start(completion)
  }

  /// Reads the list as objects of the app's type.
  public func async<T: Decodable>(
    object: T.Type, _ completion: @escaping ([T]?, (any Error)?) -> Void
  ) {
    typedList(object).start(completion)
  }

  /// Reads one object as JSON.
  public func async(id: String, _ completion: @escaping (Data?, (any Error)?) -> Void) {
    rawObject(id).start(completion)
  }

  /// Reads one object as one of the app's type.
  public func async<T: Decodable>(
    id: String, object: T.Type, _ completion: @escaping (T?, (any Error)?) -> Void
  ) {
    typedObject(id, object).start(completion)
  }

  /// Counts what the query matches in the states.
  public func asyncCount(_ completion: @escaping (Int?, (any Error)?) -> Void) {
    counting.start(completion)
  }
}

/// Reads for `await`.
extension Get {
  /// Reads the list and answers it as JSON.
  ///
  /// - Throws: ``CRUDError/encoding(_:)`` where the query cannot be JSON;
  ///   ``CRUDError/http(statusCode:error:message:)`` where the service refuses,
  ///   ``CRUDError/transport(_:)`` without a response.
  /// - Source: protocol reference C7.
  nonisolated(nonsending) public func async() async throws(CRUDError) -> Data {
    try await rawList.value()
  }

  /// Reads the list and answers it as objects of the app's type.
  ///
  /// - Throws: ``CRUDError/decoding(_:)`` where one of them does not fit the type;
  ///   ``CRUDError/http(statusCode:error:message:)`` where the service refuses,
  ///   ``CRUDError/transport(_:)`` without a response.
  /// - Source: protocol reference C7.
  nonisolated(nonsending) public func async<T: Decodable>(
    object: T.Type
  ) async throws(CRUDError) -> [T] {
    try await typedList(object).value()
  }

  /// Reads one object and answers it as JSON.
  ///
  /// - Throws: ``CRUDError/http(statusCode:error:message:)`` with 404 where there is none of that
  ///   id, or the query or the states hide it.
  /// - Source: protocol reference C7.
  nonisolated(nonsending) public func async(id: String) async throws(CRUDError) -> Data {
    try await rawObject(id).value()
  }

  /// Reads one object and answers it as one of the app's type.
  ///
  /// - Throws: ``CRUDError/http(statusCode:error:message:)`` with 404 where there is none of that
  ///   id; ``CRUDError/decoding(_:)`` where it does not fit the type.
  /// - Source: protocol reference C7.
  nonisolated(nonsending) public func async<T: Decodable>(
    id: String, object: T.Type
  ) async throws(CRUDError) -> T {
    try await typedObject(id, object).value()
  }

  /// Counts what the query matches in the states.
  ///
  /// - Throws: ``CRUDError/http(statusCode:error:message:)`` where the service refuses,
  ///   ``CRUDError/transport(_:)`` without a response, ``CRUDError/invalidResponse`` where it is no
  ///   number.
  /// - Source: protocol reference C7.
  nonisolated(nonsending) public func asyncCount() async throws(CRUDError) -> Int {
    try await counting.value()
  }
}

/// Reads that block the calling thread until the response is there.
extension Get {
  /// Reads the list and answers it as JSON.
  ///
  /// - Throws: ``CRUDError/encoding(_:)`` where the query cannot be JSON;
  ///   ``CRUDError/http(statusCode:error:message:)`` where the service refuses,
  ///   ``CRUDError/transport(_:)`` without a response.
  /// - Source: protocol reference C7.
  public func sync() throws(CRUDError) -> Data {
    try rawList.wait()
  }

  /// Reads the list and answers it as objects of the app's type.
  ///
  /// - Throws: ``CRUDError/decoding(_:)`` where one of them does not fit the type.
  /// - Source: protocol reference C7.
  public func sync<T: Decodable>(object: T.Type) throws(CRUDError) -> [T] {
    try typedList(object).wait()
  }

  /// Reads one object and answers it as JSON.
  ///
  /// - Throws: ``CRUDError/http(statusCode:error:message:)`` with 404 where there is none of that
  ///   id, or the query or the states hide it.
  /// - Source: protocol reference C7.
  public func sync(id: String) throws(CRUDError) -> Data {
    try rawObject(id).wait()
  }

  /// Reads one object and answers it as one of the app's type.
  ///
  /// - Throws: ``CRUDError/http(statusCode:error:message:)`` with 404 where there is none of that
  ///   id; ``CRUDError/decoding(_:)`` where it does not fit the type.
  /// - Source: protocol reference C7.
  public func sync<T: Decodable>(id: String, object: T.Type) throws(CRUDError) -> T {
    try typedObject(id, object).wait()
  }

  /// Counts what the query matches in the states; limits do not count.
  ///
  /// - Throws: ``CRUDError/http(statusCode:error:message:)`` where the service refuses,
  ///   ``CRUDError/transport(_:)`` without a response, ``CRUDError/invalidResponse`` where it is no
  ///   number.
  /// - Source: protocol reference C7.
  public func count() throws(CRUDError) -> Int {
    try counting.wait()
  }
}
