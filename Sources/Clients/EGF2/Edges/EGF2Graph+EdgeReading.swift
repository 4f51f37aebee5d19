import Foundation
import Synchronization
import GhostlightCore
import HTTPTypes

extension EGF2Graph {
  /// Reading a page of an edge, from the cache where all of it is there.
  func pageCall(
    _ source: String, _ edge: String, _ after: String?, _ expand: [String], _ count: Int
  ) -> PendingCall<PageRecord> {
    call { () async throws(NSError) -> Answer<PageRecord> in
      let query = self.query(source, edge, after, expand, count)
      if let items = ExpandItem.read(expand), let page = self.cached(query, items) {
        self.tell("\(edge) of \(query.key.source)", from: "cache")
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
    let (cache, terms) = state.withLock { ($0.cache, $0.terms) }
    return cache.page(query, items, terms)
  }

  /// A page from the server, which is kept with everything expanded in it.
  private nonisolated(nonsending) func fetched(
    _ query: PageQuery, isManual: Bool
  ) async throws(NSError) -> Answer<PageRecord> {
    let draft = try draft(query)
    let epoch = epoch
    let page = try page(try await send(draft))
    let record = try record(page)
    tell("\(query.key.edge) of \(query.key.source)", from: "server")
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
