public import Foundation
import GhostlightCore
import HTTPTypes
import Synchronization

/// Reads objects of a collection, or counts them.
///
/// Get it from ``CRUD/CRUD/get(collection:queryBuilder:)``, set limit, order and states, then call
/// one of its `sync`, `async` or count methods. Nothing is sent before that. Each setting changes
/// and returns the same object, which can be used several times and from any thread.
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

  /// Sets the maximum number of objects in the result.
  ///
  /// The service allows 1 to 200 and returns 25 by default.
  @discardableResult
  public func limit(_ count: Int) -> Get { change { $0.limit = count } }

  /// Sets the number of matching objects to skip before the first result.
  @discardableResult
  public func skip(_ count: Int) -> Get { change { $0.skip = count } }

  /// Selects the properties of the results, in addition to the id.
  ///
  /// With an empty array, which is the default, all properties are returned.
  @discardableResult
  public func limitProperties(_ properties: [String]) -> Get {
    change { $0.properties = properties }
  }

  /// Sorts the results by a property.
  ///
  /// Further calls add properties by which objects are sorted that have equal values so far.
  @discardableResult
  public func sortBy(property: String, descending: Bool = false) -> Get {
    change { $0.sorting.append(descending ? "-" + property : property) }
  }

  /// Limits the results to objects in these states.
  ///
  /// With an empty array, which is the default, only public objects are returned.
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

/// The settings of a read; only the settings that the app has set are sent.
///
/// - Source: protocol reference A5.
struct GetOptions: Sendable {
  var limit: Int?
  var skip: Int?
  var properties: [String] = []
  var sorting: [String] = []
  var states: [State] = []

  /// The query parameters for counting objects.
  var countParameters: [FormField] {
    states.isEmpty ? [] : [FormField("_st", states.text)]
  }

  /// The query parameters for reading one object.
  var objectParameters: [FormField] {
    countParameters
      + (properties.isEmpty ? [] : [FormField("_p", properties.joined(separator: ","))])
  }

  /// The query parameters for reading a list.
  var listParameters: [FormField] {
    var parameters = objectParameters
    if let limit { parameters.append(FormField("_l", String(limit))) }
    if let skip { parameters.append(FormField("_sk", String(skip))) }
    if !sorting.isEmpty { parameters.append(FormField("_s", sorting.joined(separator: ","))) }
    return parameters
  }
}

/// The prepared requests of the `sync` and `async` methods.
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

/// Calls that return immediately, and pass the result or the error to a closure on the callback
/// queue.
///
/// The other argument of the closure is `nil`.
extension Get {
  /// Reads the matching objects, and passes them as JSON data to the closure.
  public func async(_ completion: @escaping (Data?, (any Error)?) -> Void) {
    rawList.start(completion)
  }

  /// Reads the matching objects, decodes them and passes them to the closure.
  public func async<T: Decodable>(
    object: T.Type, _ completion: @escaping ([T]?, (any Error)?) -> Void
  ) {
    typedList(object).start(completion)
  }

  /// Reads one object, and passes it as JSON data to the closure.
  public func async(id: String, _ completion: @escaping (Data?, (any Error)?) -> Void) {
    rawObject(id).start(completion)
  }

  /// Reads one object, decodes it and passes it to the closure.
  public func async<T: Decodable>(
    id: String, object: T.Type, _ completion: @escaping (T?, (any Error)?) -> Void
  ) {
    typedObject(id, object).start(completion)
  }

  /// Counts the objects that match the query and the states, and passes their number to the
  /// closure.
  public func asyncCount(_ completion: @escaping (Int?, (any Error)?) -> Void) {
    counting.start(completion)
  }
}

/// Calls that suspend until the response has arrived.
extension Get {
  /// Reads the matching objects and returns them as JSON data.
  ///
  /// - Throws: ``CRUDError/encoding(_:)`` if the query cannot be written as JSON,
  ///   ``CRUDError/http(statusCode:error:message:)`` if the service rejects the request,
  ///   ``CRUDError/transport(_:)`` if there is no response.
  /// - Source: protocol reference C7.
  nonisolated(nonsending) public func async() async throws(CRUDError) -> Data {
    try await rawList.value()
  }

  /// Reads the matching objects and returns them decoded.
  ///
  /// - Throws: ``CRUDError/decoding(_:)`` if an object does not match the type,
  ///   ``CRUDError/http(statusCode:error:message:)`` if the service rejects the request,
  ///   ``CRUDError/transport(_:)`` if there is no response.
  /// - Source: protocol reference C7.
  nonisolated(nonsending) public func async<T: Decodable>(
    object: T.Type
  ) async throws(CRUDError) -> [T] {
    try await typedList(object).value()
  }

  /// Reads one object and returns it as JSON data.
  ///
  /// - Throws: ``CRUDError/http(statusCode:error:message:)`` with 404 if there is no object with
  ///   this id, or if the object does not match the query or the states.
  /// - Source: protocol reference C7.
  nonisolated(nonsending) public func async(id: String) async throws(CRUDError) -> Data {
    try await rawObject(id).value()
  }

  /// Reads one object and returns it decoded.
  ///
  /// - Throws: ``CRUDError/http(statusCode:error:message:)`` with 404 if there is no object with
  ///   this id, ``CRUDError/decoding(_:)`` if the object does not match the type.
  /// - Source: protocol reference C7.
  nonisolated(nonsending) public func async<T: Decodable>(
    id: String, object: T.Type
  ) async throws(CRUDError) -> T {
    try await typedObject(id, object).value()
  }

  /// Returns the number of objects that match the query and the states.
  ///
  /// - Throws: ``CRUDError/http(statusCode:error:message:)`` if the service rejects the request,
  ///   ``CRUDError/transport(_:)`` if there is no response, ``CRUDError/invalidResponse`` if the
  ///   response is not a number.
  /// - Source: protocol reference C7.
  nonisolated(nonsending) public func asyncCount() async throws(CRUDError) -> Int {
    try await counting.value()
  }
}

/// Calls that block the calling thread until the response has arrived.
extension Get {
  /// Reads the matching objects and returns them as JSON data.
  ///
  /// - Throws: ``CRUDError/encoding(_:)`` if the query cannot be written as JSON,
  ///   ``CRUDError/http(statusCode:error:message:)`` if the service rejects the request,
  ///   ``CRUDError/transport(_:)`` if there is no response.
  /// - Source: protocol reference C7.
  public func sync() throws(CRUDError) -> Data {
    try rawList.wait()
  }

  /// Reads the matching objects and returns them decoded.
  ///
  /// - Throws: ``CRUDError/decoding(_:)`` if an object does not match the type,
  ///   ``CRUDError/http(statusCode:error:message:)`` if the service rejects the request,
  ///   ``CRUDError/transport(_:)`` if there is no response.
  /// - Source: protocol reference C7.
  public func sync<T: Decodable>(object: T.Type) throws(CRUDError) -> [T] {
    try typedList(object).wait()
  }

  /// Reads one object and returns it as JSON data.
  ///
  /// - Throws: ``CRUDError/http(statusCode:error:message:)`` with 404 if there is no object with
  ///   this id, or if the object does not match the query or the states.
  /// - Source: protocol reference C7.
  public func sync(id: String) throws(CRUDError) -> Data {
    try rawObject(id).wait()
  }

  /// Reads one object and returns it decoded.
  ///
  /// - Throws: ``CRUDError/http(statusCode:error:message:)`` with 404 if there is no object with
  ///   this id, ``CRUDError/decoding(_:)`` if the object does not match the type.
  /// - Source: protocol reference C7.
  public func sync<T: Decodable>(id: String, object: T.Type) throws(CRUDError) -> T {
    try typedObject(id, object).wait()
  }

  /// Returns the number of objects that match the query and the states.
  ///
  /// ``limit(_:)`` has no effect.
  ///
  /// - Throws: ``CRUDError/http(statusCode:error:message:)`` if the service rejects the request,
  ///   ``CRUDError/transport(_:)`` if there is no response, ``CRUDError/invalidResponse`` if the
  ///   response is not a number.
  /// - Source: protocol reference C7.
  public func count() throws(CRUDError) -> Int {
    try counting.wait()
  }
}
