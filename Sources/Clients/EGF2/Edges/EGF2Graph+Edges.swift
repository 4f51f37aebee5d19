public import Foundation
import GhostlightCore
import HTTPTypes
import Synchronization

/// Creating, adding and removing objects on edges.
///
/// - Source: protocol reference B7.
extension EGF2Graph {
  /// Creates an object on an edge.
  ///
  /// The parameters must contain `object_type`.
  ///
  /// Keys of `parameters` are the names of fields, or the names of the model's properties.
  public func createObject(
    withParameters parameters: [String: Any], forSource source: String, onEdge edge: String,
    completion: ObjectBlock?
  ) {
    createCall(parameters, source, edge).deliver(to: completion)
  }

  /// Adds an existing object to an edge.
  public func addObject(
    withId id: String, forSource source: String, toEdge edge: String,
    completion: @escaping Completion
  ) {
    addCall(id, source, edge).deliver(to: completion)
  }

  /// Removes an object from an edge.
  ///
  /// The object itself is not deleted.
  public func deleteObject(
    withId id: String, forSource source: String, fromEdge edge: String,
    completion: @escaping Completion
  ) {
    removeCall(id, source, edge).deliver(to: completion)
  }
}

/// Creating objects on edges and reading pages, as `async` functions.
extension EGF2Graph {
  /// Creates an object on an edge.
  ///
  /// The parameters must contain `object_type`.
  ///
  /// - Throws: An ``EGF2Error``: ``EGF2ErrorCode/wrongMethodParameter`` if a parameter cannot be
  ///   sent, ``EGF2ErrorCode/serverError`` if the server refuses the request. The error of the URL
  ///   loading system, in `NSURLErrorDomain`, if the network fails.
  /// - Source: protocol reference B7.
  public nonisolated(nonsending) func createObject(
    withParameters parameters: [String: Any], forSource source: String, onEdge edge: String
  ) async throws -> sending NSObject {
    try await createCall(parameters, source, edge).value()
  }

  /// Adds an existing object to an edge.
  ///
  /// - Throws: An ``EGF2Error`` if the server refuses the request or its response is invalid; the
  ///   error of the URL loading system, in `NSURLErrorDomain`, if the network fails.
  /// - Source: protocol reference B7.
  public nonisolated(nonsending) func addObject(
    withId id: String, forSource source: String, toEdge edge: String
  ) async throws {
    try await addCall(id, source, edge).value()
  }

  /// Removes an object from an edge.
  ///
  /// The object itself is not deleted.
  ///
  /// - Throws: An ``EGF2Error`` if the server refuses the request or its response is invalid; the
  ///   error of the URL loading system, in `NSURLErrorDomain`, if the network fails.
  /// - Source: protocol reference B7.
  public nonisolated(nonsending) func deleteObject(
    withId id: String, forSource source: String, fromEdge edge: String
  ) async throws {
    try await removeCall(id, source, edge).value()
  }

  /// Returns whether an object is on an edge.
  ///
  /// Sends a request unless the cache lists the object.
  ///
  /// - Throws: An ``EGF2Error`` if the server refuses the request with a status other than 404; the
  ///   error of the URL loading system, in `NSURLErrorDomain`, if the network fails.
  /// - Source: protocol reference B7.
  public nonisolated(nonsending) func doesObject(
    withId id: String, existForSource source: String, onEdge edge: String
  ) async throws -> Bool {
    try await existenceCall(id, source, edge).value()
  }

  /// Returns a page of an edge, from the cache if the page and its expanded objects are cached.
  ///
  /// - Throws: An ``EGF2Error``: ``EGF2ErrorCode/wrongMethodParameter`` if pages are counted by
  ///   position and `after` is not in the cached list of the edge, ``EGF2ErrorCode/serverError`` if
  ///   the server refuses the request, ``EGF2ErrorCode/wrongResponse`` if its response is not a
  ///   page. The error of the URL loading system, in `NSURLErrorDomain`, if the network fails.
  /// - Source: protocol reference B7.
  public nonisolated(nonsending) func objects(
    forSource source: String, edge: String, after: String? = nil, expand: [String] = [],
    count: Int = -1
  ) async throws -> sending EGF2Page {
    try await pageCall(source, edge, after, expand, count).value()
  }

  /// Reads a page of an edge from the server and caches it.
  ///
  /// - Throws: An ``EGF2Error``: ``EGF2ErrorCode/wrongMethodParameter`` if pages are counted by
  ///   position and `after` is not in the cached list of the edge, ``EGF2ErrorCode/serverError`` if
  ///   the server refuses the request, ``EGF2ErrorCode/wrongResponse`` if its response is not a
  ///   page. The error of the URL loading system, in `NSURLErrorDomain`, if the network fails.
  /// - Source: protocol reference B7.
  public nonisolated(nonsending) func refreshObjects(
    forSource source: String, edge: String, after: String? = nil, expand: [String] = [],
    count: Int = -1
  ) async throws -> sending EGF2Page {
    try await refreshPageCall(source, edge, after, expand, count).value()
  }
}

extension EGF2Graph {
  /// Creates a call that reads a page of an edge, from the cache if all objects are cached.
  func pageCall(
    _ source: String, _ edge: String, _ after: String?, _ expand: [String], _ count: Int
  ) -> PendingCall<PageRecord> {
    call { () async throws(NSError) -> CallResult<PageRecord> in
      let query = self.query(source, edge, after, expand, count)
      if let items = ExpandItem.read(expand), let page = self.cached(query, items) {
        self.log("\(edge) of \(query.key.source)", from: "cache")
        return CallResult(try self.record(page))
      }
      return try await self.fetched(query, isManual: false)
    }
  }

  /// Creates a call that reads a page of an edge from the server and caches it.
  func refreshPageCall(
    _ source: String, _ edge: String, _ after: String?, _ expand: [String], _ count: Int
  ) -> PendingCall<PageRecord> {
    call { () async throws(NSError) -> CallResult<PageRecord> in
      let query = self.query(source, edge, after, expand, count)
      return try await self.fetched(query, isManual: after == nil)
    }
  }

  /// Creates a call that checks whether an object is on an edge.
  func existenceCall(_ id: String, _ source: String, _ edge: String) -> PendingCall<Finding> {
    call { () async throws(NSError) -> CallResult<Finding> in
      let id = self.resolved(id)
      let key = EdgeKey(source: self.resolved(source), edge: edge)
      if self.state.withLock({ $0.cache.edges[key]?.contains(id) ?? false }) {
        return CallResult(Finding(isPositive: true))
      }
      do throws(NSError) {
        _ = try await self.send(CallDraft(.get, "graph", key.source, edge, id))
        return CallResult(Finding(isPositive: true))
      } catch {
        guard error.userInfo["status_code"] as? Int == 404 else { throw error }
        return CallResult(Finding(isPositive: false))
      }
    }
  }

  private func query(
    _ source: String, _ edge: String, _ after: String?, _ expand: [String], _ count: Int
  ) -> PageQuery {
    PageQuery(
      key: EdgeKey(source: resolved(source), edge: edge), after: after, expand: expand,
      count: count)
  }

  private func cached(_ query: PageQuery, _ items: [ExpandItem]) -> EdgePage? {
    let (cache, options) = state.withLock { ($0.cache, $0.options) }
    return cache.page(query, items, options)
  }

  /// Reads a page from the server, and caches it with all objects that are expanded in it.
  private nonisolated(nonsending) func fetched(
    _ query: PageQuery, isManual: Bool
  ) async throws(NSError) -> CallResult<PageRecord> {
    let draft = try draft(query)
    let epoch = epoch
    let page = try page(try await send(draft))
    let record = try record(page)
    log("\(query.key.edge) of \(query.key.source)", from: "server")
    let items = ExpandItem.read(query.expand) ?? []
    updateCache(since: epoch) { cache, types in
      if let after = query.after {
        cache.absorb(page, of: query.key, after: after, items, types)
      } else {
        cache.absorb(page, of: query.key, items, types, isManual: isManual)
      }
    }
    let name: Notification.Name = isManual ? .EGF2EdgeRefreshed : .EGF2EdgePageLoaded
    return CallResult(record, pageCame(name, query.key, count: page.count))
  }

  private func draft(_ query: PageQuery) throws(NSError) -> CallDraft {
    var draft = CallDraft(.get, "graph", query.key.source, query.key.edge)
    if let after = query.after { draft = draft.asking("after", try cursor(after, query.key)) }
    if query.count >= 0 { draft = draft.asking("count", String(query.count)) }
    if !query.expand.isEmpty {
      draft = draft.asking("expand", query.expand.joined(separator: ","))
    }
    return draft
  }

  /// Returns the `after` parameter of a request: an object's id or its position in the edge.
  ///
  /// It is the position if pages are counted by position.
  ///
  /// - Throws: `wrongMethodParameter` if pages are counted by position and the cached list of the
  ///   edge does not contain the object.
  private func cursor(_ id: String, _ key: EdgeKey) throws(NSError) -> String {
    let (isObject, edge) = state.withLock { ($0.isObjectPaginationMode, $0.cache.edges[key]) }
    if isObject { return id }
    guard let edge, !edge.ids.isEmpty else {
      throw EGF2Error.wrongParameter(
        "Pagination mode is indexed and there is no any data for edge '\(key.edge)' with source "
          + "'\(key.source)'. But 'after' parameter is set.")
    }
    guard let position = edge.position(of: id) else {
      throw EGF2Error.wrongParameter(
        "Can't find object with id '\(id)' for source '\(key.source)' on edge '\(key.edge)'")
    }
    return String(position)
  }
}

extension EGF2Graph {
  func createCall(
    _ parameters: [String: Any], _ source: String, _ edge: String
  ) -> PendingCall<ObjectRecord> {
    let body = newObject(parameters)
    return call { () async throws(NSError) -> CallResult<ObjectRecord> in
      let key = EdgeKey(source: self.resolved(source), edge: edge)
      let epoch = self.epoch
      let draft = CallDraft(.post, "graph", key.source, edge).sending(try body.get())
      let record = try await self.fetched(draft, [])
      self.updateCache(since: epoch) { cache, _ in cache.edges[key]?.insert(record.id) }
      let isFirst = self.isFirst(.linked(key, record.id))
      return CallResult(
        record, self.objectCreated(record, comesFirst: false),
        isFirst ? self.edgeChanged(.EGF2EdgeCreated, key, to: record.id, .result) : nil)
    }
  }

  func addCall(_ id: String, _ source: String, _ edge: String) -> PendingCall<Done> {
    linkCall(.post, id, source, edge, .EGF2EdgeCreated, ChangeMark.linked) { $0.insert($1) }
  }

  func removeCall(_ id: String, _ source: String, _ edge: String) -> PendingCall<Done> {
    linkCall(.delete, id, source, edge, .EGF2EdgeRemoved, ChangeMark.unlinked) { $0.remove($1) }
  }

  private func linkCall(
    _ method: HTTPRequest.Method, _ id: String, _ source: String, _ edge: String,
    _ name: Notification.Name, _ mark: @escaping @Sendable (EdgeKey, String) -> ChangeMark,
    _ change: @escaping @Sendable (inout CachedEdge, String) -> Void
  ) -> PendingCall<Done> {
    call { () async throws(NSError) -> CallResult<Done> in
      let id = self.resolved(id)
      let key = EdgeKey(source: self.resolved(source), edge: edge)
      let epoch = self.epoch
      _ = try await self.send(CallDraft(method, "graph", key.source, edge, id))
      // If the WebSocket has already reported the change, the cache contains it and observers have
      // been notified.
      guard self.isFirst(mark(key, id)) else { return CallResult(Done()) }
      self.updateCache(since: epoch) { cache, _ in
        guard var known = cache.edges.removeValue(forKey: key) else { return }
        change(&known, id)
        cache.edges[key] = known
      }
      return CallResult(Done(), self.edgeChanged(name, key, to: id, self.detail(of: id)))
    }
  }
}

extension EGF2Graph {
  /// Checks whether an object is on an edge, and passes the answer to `completion`.
  ///
  /// Sends a request unless the cached list of the edge contains the object.
  ///
  /// - Source: protocol reference B7.
  public func doesObject(
    withId id: String, existForSource source: String, onEdge edge: String,
    completion: @escaping (Bool, NSError?) -> Swift.Void
  ) {
    existenceCall(id, source, edge).deliver(to: completion)
  }
}

/// Reading pages of an edge, the newest link first.
///
/// `after` is the id of the object before the page, or `nil` for the first page. If `count` is
/// negative or omitted, the server chooses the number of objects.
///
/// - Source: protocol reference B7 and B8.
extension EGF2Graph {
  /// Reads the first page of an edge, from the cache if it is cached.
  public func objects(forSource source: String, edge: String, completion: ObjectsBlock?) {
    objects(forSource: source, edge: edge, after: nil, completion: completion)
  }

  /// Reads a page of an edge, from the cache if it is cached.
  public func objects(
    forSource source: String, edge: String, after: String?, completion: ObjectsBlock?
  ) {
    objects(forSource: source, edge: edge, after: after, expand: [], completion: completion)
  }

  /// Reads a page of an edge with expanded objects, from the cache if all objects are cached.
  public func objects(
    forSource source: String, edge: String, after: String?, expand: [String],
    completion: ObjectsBlock?
  ) {
    objects(
      forSource: source, edge: edge, after: after, expand: expand, count: -1,
      completion: completion)
  }

  /// Reads and expands `count` objects of an edge, from the cache if all objects are cached.
  public func objects(
    forSource source: String, edge: String, after: String?, expand: [String], count: Int,
    completion: ObjectsBlock?
  ) {
    pageCall(source, edge, after, expand, count).deliver(to: completion)
  }

  /// Reads the first page of an edge from the server.
  ///
  /// The page replaces the cached pages of the edge.
  public func refreshObjects(forSource source: String, edge: String, completion: ObjectsBlock?) {
    refreshObjects(forSource: source, edge: edge, after: nil, completion: completion)
  }

  /// Reads a page of an edge from the server and caches it.
  public func refreshObjects(
    forSource source: String, edge: String, after: String?, completion: ObjectsBlock?
  ) {
    refreshObjects(
      forSource: source, edge: edge, after: after, expand: [], completion: completion)
  }

  /// Reads a page of an edge with expanded objects from the server, and caches all objects.
  public func refreshObjects(
    forSource source: String, edge: String, after: String?, expand: [String],
    completion: ObjectsBlock?
  ) {
    refreshObjects(
      forSource: source, edge: edge, after: after, expand: expand, count: -1,
      completion: completion)
  }

  /// Reads and expands `count` objects of an edge from the server, and caches all objects.
  public func refreshObjects(
    forSource source: String, edge: String, after: String?, expand: [String], count: Int,
    completion: ObjectsBlock?
  ) {
    refreshPageCall(source, edge, after, expand, count).deliver(to: completion)
  }
}
