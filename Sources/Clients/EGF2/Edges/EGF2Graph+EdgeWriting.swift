import Foundation
import GhostlightCore
import HTTPTypes

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
      return Answer(
        record, self.objectCreated(record, comesFirst: false),
        self.edgeChanged(.EGF2EdgeCreated, key, to: record.id, .result))
    }
  }

  /// Putting an existing object on an edge.
  func addCall(_ id: String, _ source: String, _ edge: String) -> PendingCall<Done> {
    linkCall(.post, id, source, edge, .EGF2EdgeCreated) { $0.insert($1) }
  }

  /// Taking an object off an edge.
  func removeCall(_ id: String, _ source: String, _ edge: String) -> PendingCall<Done> {
    linkCall(.delete, id, source, edge, .EGF2EdgeRemoved) { $0.remove($1) }
  }

  private func linkCall(
    _ method: HTTPRequest.Method, _ id: String, _ source: String, _ edge: String,
    _ name: Notification.Name, _ change: @escaping @Sendable (inout CachedEdge, String) -> Void
  ) -> PendingCall<Done> {
    call { () async throws(NSError) -> Answer<Done> in
      let id = self.resolved(id)
      let key = EdgeKey(source: self.resolved(source), edge: edge)
      let epoch = self.epoch
      _ = try await self.send(CallDraft(method, "graph", key.source, edge, id))
      self.keep(since: epoch) { cache, _ in
        guard var known = cache.edges.removeValue(forKey: key) else { return }
        change(&known, id)
        cache.edges[key] = known
      }
      let object = self.cachedRecord(id).map { NewsDetail.record($0) } ?? .text(id)
      return Answer(Done(), self.edgeChanged(name, key, to: id, object))
    }
  }
}
