public import Foundation
import GhostlightCore
import HTTPTypes
import Synchronization

/// Links between objects.
///
/// - Source: protocol reference B7.
extension EGF2Graph {
  /// Creates an object on an edge; the parameters must contain `object_type`.
  ///
  /// Keys are names of fields, or of the model's properties.
  public func createObject(
    withParameters parameters: [String: Any], forSource source: String, onEdge edge: String,
    completion: ObjectBlock?
  ) {
    createCall(parameters, source, edge).deliver(to: completion)
  }

  /// Puts an existing object on an edge.
  public func addObject(
    withId id: String, forSource source: String, toEdge edge: String,
    completion: @escaping Completion
  ) {
    addCall(id, source, edge).deliver(to: completion)
  }

  /// Takes an object off an edge; the object itself stays.
  public func deleteObject(
    withId id: String, forSource source: String, fromEdge edge: String,
    completion: @escaping Completion
  ) {
    removeCall(id, source, edge).deliver(to: completion)
  }
}

/// Edges, for asynchronous functions.
extension EGF2Graph {
  /// Creates an object on an edge; the parameters must contain `object_type`.
  ///
  /// - Throws: ``EGF2Error`` with ``EGF2ErrorCode/wrongMethodParameter`` where a parameter cannot
  ///   be used, with ``EGF2ErrorCode/serverError`` where the server refuses; errors of the network
  ///   in `NSURLErrorDomain`.
  /// - Source: protocol reference B7.
  public nonisolated(nonsending) func createObject(
    withParameters parameters: [String: Any], forSource source: String, onEdge edge: String
  ) async throws -> sending NSObject {
    try await createCall(parameters, source, edge).value()
  }

  /// Puts an existing object on an edge.
  ///
  /// - Throws: ``EGF2Error`` where the server refuses, or its response cannot be read; errors of the
  ///   network in `NSURLErrorDomain`.
  /// - Source: protocol reference B7.
  public nonisolated(nonsending) func addObject(
    withId id: String, forSource source: String, toEdge edge: String
  ) async throws {
    try await addCall(id, source, edge).value()
  }

  /// Takes an object off an edge; the object itself stays.
  ///
  /// - Throws: ``EGF2Error`` where the server refuses, or its response cannot be read; errors of the
  ///   network in `NSURLErrorDomain`.
  /// - Source: protocol reference B7.
  public nonisolated(nonsending) func deleteObject(
    withId id: String, forSource source: String, fromEdge edge: String
  ) async throws {
    try await removeCall(id, source, edge).value()
  }

  /// Looks whether an object is on an edge; at the server, unless the cache lists it.
  ///
  /// - Throws: ``EGF2Error`` where the server refuses, other than by saying that there is none;
  ///   errors of the network in `NSURLErrorDomain`.
  /// - Source: protocol reference B7.
  public nonisolated(nonsending) func doesObject(
    withId id: String, existForSource source: String, onEdge edge: String
  ) async throws -> Bool {
    try await existenceCall(id, source, edge).value()
  }

  /// Gets objects of an edge, from the cache if all is there.
  ///
  /// - Throws: ``EGF2Error`` with ``EGF2ErrorCode/wrongMethodParameter`` where `after` is not known of
  ///   an edge whose pages are counted; ``EGF2Error`` where the server refuses, or its response cannot
  ///   be read; errors of the network in `NSURLErrorDomain`.
  /// - Source: protocol reference B7.
  public nonisolated(nonsending) func objects(
    forSource source: String, edge: String, after: String? = nil, expand: [String] = [],
    count: Int = -1
  ) async throws -> sending EGF2Page {
    try await pageCall(source, edge, after, expand, count).value()
  }

  /// Gets objects of an edge from the server, and caches them.
  ///
  /// - Throws: ``EGF2Error`` with ``EGF2ErrorCode/wrongMethodParameter`` where `after` is not known of
  ///   an edge whose pages are counted; ``EGF2Error`` where the server refuses, or its response cannot
  ///   be read; errors of the network in `NSURLErrorDomain`.
  /// - Source: protocol reference B7.
  public nonisolated(nonsending) func refreshObjects(
    forSource source: String, edge: String, after: String? = nil, expand: [String] = [],
    count: Int = -1
  ) async throws -> sending EGF2Page {
    try await refreshPageCall(source, edge, after, expand, count).value()
  }
}

extension EGF2Graph {
  /// Reading a page of an edge, from the cache where all of it is there.
  func pageCall(
    _ source: String, _ edge: String, _ after: String?, _ expand: [String], _ count: Int
  ) -> PendingCall<PageRecord> {
    call { () async throws(NSError) -> Answer<PageRecord> in
      let query = self.query(source, edge, after, expand, count)
      if let items = ExpandItem.read(expand), let page = self.cached(query, items) {
        self.log("\(edge) of \(query.key.source)", from: "cache")
        return Answer(try self.record(page))
      }
      return try await self.fetched(query, isManual: false)
    }
  }

  /// Reading a page of an edge from the server.
  func refreshPageCall(
    _ source: String, _ edge: String, _ after: String?, _ expand: [String], _ count: Int
  ) -> PendingCall<PageRecord> {
    call { () async throws(NSError) -> Answer<PageRecord> in
      let query = self.query(source, edge, after, expand, count)
      return try await self.fetched(query, isManual: after == nil)
    }
  }

  /// Looking whether an object is on an edge.
  func existenceCall(_ id: String, _ source: String, _ edge: String) -> PendingCall<Finding> {
    call { () async throws(NSError) -> Answer<Finding> in
      let id = self.resolved(id)
      let key = EdgeKey(source: self.resolved(source), edge: edge)
      if self.state.withLock({ $0.cache.edges[key]?.contains(id) ?? false }) {
        return Answer(Finding(isPositive: true))
      }
      do throws(NSError) {
        _ = try await self.send(CallDraft(.get, "graph", key.source, edge, id))
        return Answer(Finding(isPositive: true))
      } catch {
        guard error.userInfo["status_code"] as? Int == 404 else { throw error }
        return Answer(Finding(isPositive: false))
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

  /// A page from the server, which is kept with everything expanded in it.
  private nonisolated(nonsending) func fetched(
    _ query: PageQuery, isManual: Bool
  ) async throws(NSError) -> Answer<PageRecord> {
    let draft = try draft(query)
    let epoch = epoch
    let page = try page(try await send(draft))
    let record = try record(page)
    log("\(query.key.edge) of \(query.key.source)", from: "server")
    let items = ExpandItem.read(query.expand) ?? []
    keep(since: epoch) { cache, types in
      if let after = query.after {
        cache.absorb(page, of: query.key, after: after, items, types)
      } else {
        cache.absorb(page, of: query.key, items, types, isManual: isManual)
      }
    }
    let name: Notification.Name = isManual ? .EGF2EdgeRefreshed : .EGF2EdgePageLoaded
    return Answer(record, pageCame(name, query.key, count: page.count))
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

  /// What the server wants to know as the place after which a page begins.
  ///
  /// - Throws: `wrongMethodParameter` where positions count and the object is not listed.
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
  /// Creating an object on an edge.
  func createCall(
    _ parameters: [String: Any], _ source: String, _ edge: String
  ) -> PendingCall<ObjectRecord> {
    let body = newObject(parameters)
    return call { () async throws(NSError) -> Answer<ObjectRecord> in
      let key = EdgeKey(source: self.resolved(source), edge: edge)
      let epoch = self.epoch
      let draft = CallDraft(.post, "graph", key.source, edge).sending(try body.get())
      let record = try await self.fetched(draft, [])
      self.keep(since: epoch) { cache, _ in cache.edges[key]?.insert(record.id) }
      let isFirst = self.isFirst(.linked(key, record.id))
      return Answer(
        record, self.objectCreated(record, comesFirst: false),
        isFirst ? self.edgeChanged(.EGF2EdgeCreated, key, to: record.id, .result) : nil)
    }
  }

  /// Putting an existing object on an edge.
  func addCall(_ id: String, _ source: String, _ edge: String) -> PendingCall<Done> {
    linkCall(.post, id, source, edge, .EGF2EdgeCreated, ChangeMark.linked) { $0.insert($1) }
  }

  /// Taking an object off an edge.
  func removeCall(_ id: String, _ source: String, _ edge: String) -> PendingCall<Done> {
    linkCall(.delete, id, source, edge, .EGF2EdgeRemoved, ChangeMark.unlinked) { $0.remove($1) }
  }

  private func linkCall(
    _ method: HTTPRequest.Method, _ id: String, _ source: String, _ edge: String,
    _ name: Notification.Name, _ mark: @escaping @Sendable (EdgeKey, String) -> ChangeMark,
    _ change: @escaping @Sendable (inout CachedEdge, String) -> Void
  ) -> PendingCall<Done> {
    call { () async throws(NSError) -> Answer<Done> in
      let id = self.resolved(id)
      let key = EdgeKey(source: self.resolved(source), edge: edge)
      let epoch = self.epoch
      _ = try await self.send(CallDraft(method, "graph", key.source, edge, id))
      // A change that came over the WebSocket is in the cache already.
      guard self.isFirst(mark(key, id)) else { return Answer(Done()) }
      self.keep(since: epoch) { cache, _ in
        guard var known = cache.edges.removeValue(forKey: key) else { return }
        change(&known, id)
        cache.edges[key] = known
      }
      return Answer(Done(), self.edgeChanged(name, key, to: id, self.detail(of: id)))
    }
  }
}

extension EGF2Graph {
  /// Looks whether an object is on an edge; at the server, unless the cache lists it.
  ///
  /// - Source: protocol reference B7.
  public func doesObject(
    withId id: String, existForSource source: String, onEdge edge: String,
    completion: @escaping (Bool, NSError?) -> Swift.Void
  ) {
    existenceCall(id, source, edge).deliver(to: completion)
  }
}

/// Pages of edges, newest link first.
///
/// `after` is the id of the last object that the caller has, nil for the first page; without a
/// count, or with a negative one, the server decides.
///
/// - Source: protocol reference B7 and B8.
extension EGF2Graph {
  /// Gets the first page of an edge, from the cache if it is there.
  public func objects(forSource source: String, edge: String, completion: ObjectsBlock?) {
    objects(forSource: source, edge: edge, after: nil, completion: completion)
  }

  /// Gets a page of an edge, from the cache if it is there.
  public func objects(
    forSource source: String, edge: String, after: String?, completion: ObjectsBlock?
  ) {
    objects(forSource: source, edge: edge, after: after, expand: [], completion: completion)
  }

  /// Gets a page of an edge with what is to be expanded, from the cache if all of it is there.
  public func objects(
    forSource source: String, edge: String, after: String?, expand: [String],
    completion: ObjectsBlock?
  ) {
    objects(
      forSource: source, edge: edge, after: after, expand: expand, count: -1,
      completion: completion)
  }

  /// Gets so many objects of an edge with what is to be expanded, from the cache if all is there.
  public func objects(
    forSource source: String, edge: String, after: String?, expand: [String], count: Int,
    completion: ObjectsBlock?
  ) {
    pageCall(source, edge, after, expand, count).deliver(to: completion)
  }

  /// Gets the first page of an edge from the server; cached pages are dropped for it.
  public func refreshObjects(forSource source: String, edge: String, completion: ObjectsBlock?) {
    refreshObjects(forSource: source, edge: edge, after: nil, completion: completion)
  }

  /// Gets a page of an edge from the server, and caches it.
  public func refreshObjects(
    forSource source: String, edge: String, after: String?, completion: ObjectsBlock?
  ) {
    refreshObjects(
      forSource: source, edge: edge, after: after, expand: [], completion: completion)
  }

  /// Gets a page of an edge with what is to be expanded from the server, and caches all of it.
  public func refreshObjects(
    forSource source: String, edge: String, after: String?, expand: [String],
    completion: ObjectsBlock?
  ) {
    refreshObjects(
      forSource: source, edge: edge, after: after, expand: expand, count: -1,
      completion: completion)
  }

  /// Gets so many objects of an edge with what is to be expanded from the server.
  public func refreshObjects(
    forSource source: String, edge: String, after: String?, expand: [String], count: Int,
    completion: ObjectsBlock?
  ) {
    refreshPageCall(source, edge, after, expand, count).deliver(to: completion)
  }
}
