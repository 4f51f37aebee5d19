import Foundation
import Synchronization
import GhostlightCore
import HTTPTypes

extension EGF2Graph {
  /// Reading an object, from the cache where it and its expanded parts are there.
  func objectCall(_ id: String, _ expand: [String]) -> PendingCall<ObjectRecord> {
    call { () async throws(NSError) -> Answer<ObjectRecord> in
      Answer(try await self.object(id, expand))
    }
  }

  /// Reading an object from the server.
  func refreshCall(_ id: String, _ expand: [String]) -> PendingCall<ObjectRecord> {
    call { () async throws(NSError) -> Answer<ObjectRecord> in
      Answer(try await self.refreshed(self.resolved(id), expand))
    }
  }

  /// Reading the object of the logged-in user.
  var userCall: PendingCall<ObjectRecord> {
    call { () async throws(NSError) -> Answer<ObjectRecord> in
      let account = self.state.withLock { $0.account }
      if let id = account.userID { return Answer(try await self.object(id, [])) }
      let epoch = self.epoch
      let record = try await self.fetched(CallDraft(.get, "graph", "me"), [])
      self.changeAccount(since: epoch) { $0.recognize(record.id, by: account.token) }
      return Answer(record)
    }
  }

  /// An object, from the cache where it and its expanded parts are there.
  nonisolated(nonsending) func object(
    _ id: String, _ expand: [String]
  ) async throws(NSError) -> ObjectRecord {
    let id = resolved(id)
    if let items = ExpandItem.read(expand), let object = cached(id, items) {
      tell("object \(id)", from: "cache")
      return try record(id, object)
    }
    return try await refreshed(id, expand)
  }

  /// An object from the server, which is kept with everything expanded in it.
  nonisolated(nonsending) func refreshed(
    _ id: String, _ expand: [String]
  ) async throws(NSError) -> ObjectRecord {
    let draft = CallDraft(.get, "graph", id).asking("expand", expand.joined(separator: ","))
    return try await fetched(draft, ExpandItem.read(expand) ?? [])
  }

  /// The object that answers a request, which is kept.
  nonisolated(nonsending) func fetched(
    _ draft: CallDraft, _ items: [ExpandItem]
  ) async throws(NSError) -> ObjectRecord {
    let epoch = epoch
    let record = try record(try await send(draft))
    tell("object \(record.id)", from: "server")
    keep(since: epoch) { cache, types in cache.absorb(record.json, items, types) }
    return record
  }

  /// An object of the cache with these parts expanded; `nil` where something is missing.
  func cached(_ id: String, _ items: [ExpandItem]) -> JSONObject? {
    let (cache, terms) = state.withLock { ($0.cache, $0.terms) }
    return cache.object(id, items, terms)
  }

  /// An object of the cache, where its class is known as well.
  func cachedRecord(_ id: String) -> ObjectRecord? {
    cached(id, []).flatMap { try? record(id, $0) }
  }
}
