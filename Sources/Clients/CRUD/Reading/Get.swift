public import Foundation
import GhostlightCore
import HTTPTypes
import Synchronization

/// Reads objects of a collection, or counts them.
///
/// Get it from ``CRUD/CRUD/get(collection:queryBuilder:)``, set limits, order and states, then call
/// one of `sync`, `async` or `count`. It sends nothing before that. Each setting changes and
/// returns the same object, which can be used several times and from any thread.
///
/// ```swift
/// import CRUD
///
/// struct Author: Codable {
///   var name: String
///   var age: Int
/// }
/// let crud = CRUD(basePath: "https://host/v2", secret: "s3cr3t")
/// let get = crud.get(collection: "author")
/// get.limit(200).skip(500).sortBy(property: "age", descending: true)
/// let authors = try await get.async(object: Author.self)
/// print(authors.count)
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

  /// Sets the maximum number of objects.
  ///
  /// The service allows 1 to 200 and returns 25 by default.
  @discardableResult
  public func limit(_ count: Int) -> Get { change { $0.limit = count } }

  /// Skips objects at the beginning of the list.
  @discardableResult
  public func skip(_ count: Int) -> Get { change { $0.skip = count } }

  /// Selects the properties of the results, in addition to the id.
  ///
  /// With an empty array, all are returned.
  @discardableResult
  public func limitProperties(_ properties: [String]) -> Get {
    change { $0.properties = properties }
  }

  /// Sorts by a property.
  ///
  /// Further calls sort the objects that are equal so far.
  @discardableResult
  public func sortBy(property: String, descending: Bool = false) -> Get {
    change { $0.sorting.append(descending ? "-" + property : property) }
  }

  /// Limits the results to objects in these states.
  ///
  /// With an empty array, only public objects are returned.
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

/// The settings of a read.
///
/// Only those that the app has set are sent.
///
/// - Source: protocol reference A5.
struct GetOptions: Sendable {
  var limit: Int?
  var skip: Int?
  var properties: [String] = []
  var sorting: [String] = []
  var states: [State] = []

  /// The parameters of a count.
  var countParameters: [FormField] {
    states.isEmpty ? [] : [FormField("_st", states.text)]
  }

  /// The parameters of a read of one object.
  var objectParameters: [FormField] {
    countParameters
      + (properties.isEmpty ? [] : [FormField("_p", properties.joined(separator: ","))])
  }

  /// The parameters of a read of a list.
  var listParameters: [FormField] {
    var parameters = objectParameters
    if let limit { parameters.append(FormField("_l", String(limit))) }
    if let skip { parameters.append(FormField("_sk", String(skip))) }
    if !sorting.isEmpty { parameters.append(FormField("_s", sorting.joined(separator: ","))) }
    return parameters
  }
}

/// The calls that `sync` and `async` send.
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

/// Calls that return at once and report to a closure on the callback queue.
///
/// Either the value or the error is `nil`.
extension Get {
  /// Reads the list as JSON text.
  public func async(_ completion: @escaping (Data?, (any Error)?) -> Void) {
    rawList.start(completion)
  }

  /// Reads the list and decodes its objects.
  public func async<T: Decodable>(
    object: T.Type, _ completion: @escaping ([T]?, (any Error)?) -> Void
  ) {
    typedList(object).start(completion)
  }

  /// Reads one object as JSON text.
  public func async(id: String, _ completion: @escaping (Data?, (any Error)?) -> Void) {
    rawObject(id).start(completion)
  }

  /// Reads one object and decodes it.
  public func async<T: Decodable>(
    id: String, object: T.Type, _ completion: @escaping (T?, (any Error)?) -> Void
  ) {
    typedObject(id, object).start(completion)
  }

  /// Counts the objects that match the query and the states.
  public func asyncCount(_ completion: @escaping (Int?, (any Error)?) -> Void) {
    counting.start(completion)
  }
}

/// Calls that suspend until the response is there.
extension Get {
  /// Reads the list and returns it as JSON text.
  ///
  /// - Throws: ``CRUDError/encoding(_:)`` if the query cannot be written as JSON,
  ///   ``CRUDError/http(statusCode:error:message:)`` if the service refuses,
  ///   ``CRUDError/transport(_:)`` if there is no response.
  /// - Source: protocol reference C7.
  nonisolated(nonsending) public func async() async throws(CRUDError) -> Data {
    try await rawList.value()
  }

  /// Reads the list and returns its decoded objects.
  ///
  /// - Throws: ``CRUDError/decoding(_:)`` if an object does not fit the type,
  ///   ``CRUDError/http(statusCode:error:message:)`` if the service refuses,
  ///   ``CRUDError/transport(_:)`` if there is no response.
  /// - Source: protocol reference C7.
  nonisolated(nonsending) public func async<T: Decodable>(
    object: T.Type
  ) async throws(CRUDError) -> [T] {
    try await typedList(object).value()
  }

  /// Reads one object and returns it as JSON text.
  ///
  /// - Throws: ``CRUDError/http(statusCode:error:message:)`` with 404 if there is no object with
  ///   this id, or if it does not match the query or the states.
  /// - Source: protocol reference C7.
  nonisolated(nonsending) public func async(id: String) async throws(CRUDError) -> Data {
    try await rawObject(id).value()
  }

  /// Reads one object and returns it decoded.
  ///
  /// - Throws: ``CRUDError/http(statusCode:error:message:)`` with 404 if there is no object with
  ///   this id, ``CRUDError/decoding(_:)`` if it does not fit the type.
  /// - Source: protocol reference C7.
  nonisolated(nonsending) public func async<T: Decodable>(
    id: String, object: T.Type
  ) async throws(CRUDError) -> T {
    try await typedObject(id, object).value()
  }

  /// Returns the number of objects that match the query and the states.
  ///
  /// - Throws: ``CRUDError/http(statusCode:error:message:)`` if the service refuses,
  ///   ``CRUDError/transport(_:)`` if there is no response, ``CRUDError/invalidResponse`` if the
  ///   response is not a number.
  /// - Source: protocol reference C7.
  nonisolated(nonsending) public func asyncCount() async throws(CRUDError) -> Int {
    try await counting.value()
  }
}

/// Calls that block the calling thread until the response is there.
extension Get {
  /// Reads the list and returns it as JSON text.
  ///
  /// - Throws: ``CRUDError/encoding(_:)`` if the query cannot be written as JSON,
  ///   ``CRUDError/http(statusCode:error:message:)`` if the service refuses,
  ///   ``CRUDError/transport(_:)`` if there is no response.
  /// - Source: protocol reference C7.
  public func sync() throws(CRUDError) -> Data {
    try rawList.wait()
  }

  /// Reads the list and returns its decoded objects.
  ///
  /// - Throws: ``CRUDError/decoding(_:)`` if an object does not fit the type,
  ///   ``CRUDError/http(statusCode:error:message:)`` if the service refuses,
  ///   ``CRUDError/transport(_:)`` if there is no response.
  /// - Source: protocol reference C7.
  public func sync<T: Decodable>(object: T.Type) throws(CRUDError) -> [T] {
    try typedList(object).wait()
  }

  /// Reads one object and returns it as JSON text.
  ///
  /// - Throws: ``CRUDError/http(statusCode:error:message:)`` with 404 if there is no object with
  ///   this id, or if it does not match the query or the states.
  /// - Source: protocol reference C7.
  public func sync(id: String) throws(CRUDError) -> Data {
    try rawObject(id).wait()
  }

  /// Reads one object and returns it decoded.
  ///
  /// - Throws: ``CRUDError/http(statusCode:error:message:)`` with 404 if there is no object with
  ///   this id, ``CRUDError/decoding(_:)`` if it does not fit the type.
  /// - Source: protocol reference C7.
  public func sync<T: Decodable>(id: String, object: T.Type) throws(CRUDError) -> T {
    try typedObject(id, object).wait()
  }

  /// Returns the number of objects that match the query and the states.
  ///
  /// ``limit(_:)`` has no effect.
  ///
  /// - Throws: ``CRUDError/http(statusCode:error:message:)`` if the service refuses,
  ///   ``CRUDError/transport(_:)`` if there is no response, ``CRUDError/invalidResponse`` if the
  ///   response is not a number.
  /// - Source: protocol reference C7.
  public func count() throws(CRUDError) -> Int {
    try counting.wait()
  }
}
