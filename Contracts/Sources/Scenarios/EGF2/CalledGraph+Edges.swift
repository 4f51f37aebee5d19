import EGF2
import Foundation
import TestExecutors

/// Edges and searches through the API variant that the current call style selects.
extension CalledGraph {
  @discardableResult
  nonisolated(nonsending) func createObject(
    withParameters parameters: [String: Any], forSource source: String, onEdge edge: String
  ) async throws -> NSObject {
    try await CallStyle.call {
      try await graph.createObject(withParameters: parameters, forSource: source, onEdge: edge)
    } blocks: { success, failure in
      graph.createObject(
        withParameters: parameters, forSource: source, onEdge: edge,
        completion: { tell($0, $1, success, failure) })
    }
  }

  @discardableResult
  nonisolated(nonsending) func addObject(
    withId id: String, forSource source: String, toEdge edge: String
  ) async throws -> Bool? {
    try await CallStyle.call {
      try await graph.addObject(withId: id, forSource: source, toEdge: edge)
      return nil
    } blocks: { success, failure in
      graph.addObject(
        withId: id, forSource: source, toEdge: edge, completion: done(success, failure))
    }
  }

  @discardableResult
  nonisolated(nonsending) func deleteObject(
    withId id: String, forSource source: String, fromEdge edge: String
  ) async throws -> Bool? {
    try await CallStyle.call {
      try await graph.deleteObject(withId: id, forSource: source, fromEdge: edge)
      return nil
    } blocks: { success, failure in
      graph.deleteObject(
        withId: id, forSource: source, fromEdge: edge, completion: done(success, failure))
    }
  }

  nonisolated(nonsending) func doesObject(
    withId id: String, existForSource source: String, onEdge edge: String
  ) async throws -> Bool {
    try await CallStyle.call {
      try await graph.doesObject(withId: id, existForSource: source, onEdge: edge)
    } blocks: { success, failure in
      graph.doesObject(
        withId: id, existForSource: source, onEdge: edge,
        completion: { found, error in error.map(failure) ?? success(found) })
    }
  }

  nonisolated(nonsending) func objects(forSource source: String, edge: String) async throws -> (
    objects: [NSObject], count: Int
  ) {
    guard Self.readsCache else {
      return try await refreshObjects(forSource: source, edge: edge)
    }
    return try await CallStyle.call {
      let page = try await graph.objects(forSource: source, edge: edge)
      return (page.objects, page.count)
    } blocks: { success, failure in
      graph.objects(forSource: source, edge: edge, completion: page(success, failure))
    }
  }

  nonisolated(nonsending) func refreshObjects(forSource source: String, edge: String) async throws
    -> (objects: [NSObject], count: Int)
  {
    try await CallStyle.call {
      let page = try await graph.refreshObjects(forSource: source, edge: edge)
      return (page.objects, page.count)
    } blocks: { success, failure in
      graph.refreshObjects(forSource: source, edge: edge, completion: page(success, failure))
    }
  }

  nonisolated(nonsending) func objects(forSource source: String, edge: String, after: String?)
    async throws -> (objects: [NSObject], count: Int)
  {
    guard Self.readsCache else {
      return try await refreshObjects(forSource: source, edge: edge, after: after)
    }
    return try await CallStyle.call {
      let page = try await graph.objects(forSource: source, edge: edge, after: after)
      return (page.objects, page.count)
    } blocks: { success, failure in
      graph.objects(forSource: source, edge: edge, after: after, completion: page(success, failure))
    }
  }

  nonisolated(nonsending) func refreshObjects(
    forSource source: String, edge: String, after: String?
  ) async throws -> (objects: [NSObject], count: Int) {
    try await CallStyle.call {
      let page = try await graph.refreshObjects(forSource: source, edge: edge, after: after)
      return (page.objects, page.count)
    } blocks: { success, failure in
      graph.refreshObjects(
        forSource: source, edge: edge, after: after, completion: page(success, failure))
    }
  }

  nonisolated(nonsending) func objects(
    forSource source: String, edge: String, after: String?, expand: [String]
  ) async throws -> (objects: [NSObject], count: Int) {
    guard Self.readsCache else {
      return try await refreshObjects(forSource: source, edge: edge, after: after, expand: expand)
    }
    return try await CallStyle.call {
      let page = try await graph.objects(
        forSource: source, edge: edge, after: after, expand: expand)
      return (page.objects, page.count)
    } blocks: { success, failure in
      graph.objects(
        forSource: source, edge: edge, after: after, expand: expand,
        completion: page(success, failure))
    }
  }

  nonisolated(nonsending) func refreshObjects(
    forSource source: String, edge: String, after: String?, expand: [String]
  ) async throws -> (objects: [NSObject], count: Int) {
    try await CallStyle.call {
      let page = try await graph.refreshObjects(
        forSource: source, edge: edge, after: after, expand: expand)
      return (page.objects, page.count)
    } blocks: { success, failure in
      graph.refreshObjects(
        forSource: source, edge: edge, after: after, expand: expand,
        completion: page(success, failure))
    }
  }

  nonisolated(nonsending) func objects(
    forSource source: String, edge: String, after: String?, expand: [String], count: Int
  ) async throws -> (objects: [NSObject], count: Int) {
    guard Self.readsCache else {
      return try await refreshObjects(
        forSource: source, edge: edge, after: after, expand: expand, count: count)
    }
    return try await CallStyle.call {
      let page = try await graph.objects(
        forSource: source, edge: edge, after: after, expand: expand, count: count)
      return (page.objects, page.count)
    } blocks: { success, failure in
      graph.objects(
        forSource: source, edge: edge, after: after, expand: expand, count: count,
        completion: page(success, failure))
    }
  }

  nonisolated(nonsending) func refreshObjects(
    forSource source: String, edge: String, after: String?, expand: [String], count: Int
  ) async throws -> (objects: [NSObject], count: Int) {
    try await CallStyle.call {
      let page = try await graph.refreshObjects(
        forSource: source, edge: edge, after: after, expand: expand, count: count)
      return (page.objects, page.count)
    } blocks: { success, failure in
      graph.refreshObjects(
        forSource: source, edge: edge, after: after, expand: expand, count: count,
        completion: page(success, failure))
    }
  }

  nonisolated(nonsending) func search(
    forObject object: String, after: Int, count: Int, expand: [String]? = nil,
    fields: [String]? = nil, filters: [String: Any]? = nil, range: [String: Any]? = nil,
    sort: [String]? = nil, query: String? = nil
  ) async throws -> (objects: [NSObject], count: Int) {
    try await CallStyle.call {
      let page = try await graph.search(
        forObject: object, after: after, count: count, expand: expand, fields: fields,
        filters: filters, range: range, sort: sort, query: query)
      return (page.objects, page.count)
    } blocks: { success, failure in
      graph.search(
        forObject: object, after: after, count: count, expand: expand, fields: fields,
        filters: filters, range: range, sort: sort, query: query, completion: page(success, failure)
      )
    }
  }

  nonisolated(nonsending) func search(
    withParameters parameters: EGF2SearchParameters, after: Int, count: Int
  ) async throws -> (objects: [NSObject], count: Int) {
    try await CallStyle.call {
      let page = try await graph.search(withParameters: parameters, after: after, count: count)
      return (page.objects, page.count)
    } blocks: { success, failure in
      graph.search(
        withParameters: parameters, after: after, count: count, completion: page(success, failure))
    }
  }
}

/// Returns a block that calls `success` with a page of objects, or `failure` with the error.
private func page(
  _ success: @escaping @Sendable ((objects: [NSObject], count: Int)) -> Void,
  _ failure: @escaping @Sendable (any Error) -> Void
) -> ObjectsBlock {
  { objects, count, error in tell(objects.map { ($0, count) }, error, success, failure) }
}
