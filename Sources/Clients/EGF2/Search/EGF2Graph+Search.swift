import Foundation
import GhostlightCore

/// Search; what is found is neither cached nor read from the cache.
///
/// `after` is the index of the last object that the caller has, -1 for the first page.
///
/// - Source: protocol reference B11.
extension EGF2Graph {
  /// Finds objects of a type.
  public func search(
    forObject object: String, after: Int, count: Int, expand: [String]? = nil,
    fields: [String]? = nil, filters: [String: Any]? = nil, range: [String: Any]? = nil,
    sort: [String]? = nil, query: String? = nil, completion: @escaping ObjectsBlock
  ) {
    let parameters = EGF2SearchParameters(
      object, expand, fields: fields, filters: filters, range: range, sort: sort, query: query)
    search(withParameters: parameters, after: after, count: count, completion: completion)
  }

  /// Finds objects.
  public func search(
    withParameters parameters: EGF2SearchParameters, after: Int, count: Int,
    completion: @escaping ObjectsBlock
  ) {
    searchCall(parameters, after, count).deliver(to: completion)
  }

  /// Finds objects of a type and answers some of them with the number of all.
  public nonisolated(nonsending) func search(
    forObject object: String, after: Int = -1, count: Int = -1, expand: [String]? = nil,
    fields: [String]? = nil, filters: [String: Any]? = nil, range: [String: Any]? = nil,
    sort: [String]? = nil, query: String? = nil
  ) async throws -> sending EGF2Page {
    let parameters = EGF2SearchParameters(
      object, expand, fields: fields, filters: filters, range: range, sort: sort, query: query)
    return try await searchCall(parameters, after, count).value()
  }

  /// Finds objects and answers some of them with the number of all.
  public nonisolated(nonsending) func search(
    withParameters parameters: EGF2SearchParameters, after: Int = -1, count: Int = -1
  ) async throws -> sending EGF2Page {
    try await searchCall(parameters, after, count).value()
  }

  private func searchCall(
    _ parameters: EGF2SearchParameters, _ after: Int, _ count: Int
  ) -> PendingCall<PageRecord> {
    let draft = Result { () throws(NSError) in try parameters.draft(after: after, count: count) }
    return call { () async throws(NSError) -> Answer<PageRecord> in
      let page = try self.page(try await self.send(try draft.get()))
      return Answer(try self.record(page))
    }
  }
}
