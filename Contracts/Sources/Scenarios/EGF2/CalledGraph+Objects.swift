import EGF2
import Foundation
import TestExecutors

/// Objects and files through the API variant that the current call style selects.
extension CalledGraph {
  @discardableResult
  nonisolated(nonsending) func userObject() async throws -> NSObject {
    try await CallStyle.call {
      try await graph.userObject()
    } blocks: { success, failure in
      graph.userObject(withCompletion: { tell($0, $1, success, failure) })
    }
  }

  @discardableResult
  nonisolated(nonsending) func object(withId id: String) async throws -> NSObject {
    guard Self.readsCache else {
      return try await refreshObject(withId: id)
    }
    return try await CallStyle.call {
      try await graph.object(withId: id)
    } blocks: { success, failure in
      graph.object(withId: id, completion: { tell($0, $1, success, failure) })
    }
  }

  @discardableResult
  nonisolated(nonsending) func object(withId id: String, expand: [String]) async throws -> NSObject
  {
    guard Self.readsCache else {
      return try await refreshObject(withId: id, expand: expand)
    }
    return try await CallStyle.call {
      try await graph.object(withId: id, expand: expand)
    } blocks: { success, failure in
      graph.object(withId: id, expand: expand, completion: { tell($0, $1, success, failure) })
    }
  }

  @discardableResult
  nonisolated(nonsending) func refreshObject(withId id: String) async throws -> NSObject {
    try await CallStyle.call {
      try await graph.refreshObject(withId: id)
    } blocks: { success, failure in
      graph.refreshObject(withId: id, completion: { tell($0, $1, success, failure) })
    }
  }

  @discardableResult
  nonisolated(nonsending) func refreshObject(withId id: String, expand: [String]) async throws
    -> NSObject
  {
    try await CallStyle.call {
      try await graph.refreshObject(withId: id, expand: expand)
    } blocks: { success, failure in
      graph.refreshObject(
        withId: id, expand: expand, completion: { tell($0, $1, success, failure) })
    }
  }

  @discardableResult
  nonisolated(nonsending) func createObject(withParameters parameters: [String: Any]) async throws
    -> NSObject
  {
    try await CallStyle.call {
      try await graph.createObject(withParameters: parameters)
    } blocks: { success, failure in
      graph.createObject(withParameters: parameters, completion: { tell($0, $1, success, failure) })
    }
  }

  @discardableResult
  nonisolated(nonsending) func updateObject(withId id: String, parameters: [String: Any])
    async throws -> NSObject
  {
    try await CallStyle.call {
      try await graph.updateObject(withId: id, parameters: parameters)
    } blocks: { success, failure in
      graph.updateObject(
        withId: id, parameters: parameters, completion: { tell($0, $1, success, failure) })
    }
  }

  @discardableResult
  nonisolated(nonsending) func updateObject(withId id: String, object: NSObject) async throws
    -> NSObject
  {
    try await CallStyle.call {
      try await graph.updateObject(withId: id, object: object)
    } blocks: { success, failure in
      graph.updateObject(withId: id, object: object, completion: { tell($0, $1, success, failure) })
    }
  }

  @discardableResult
  nonisolated(nonsending) func deleteObject(withId id: String) async throws -> Bool? {
    try await CallStyle.call {
      try await graph.deleteObject(withId: id)
      return nil
    } blocks: { success, failure in
      graph.deleteObject(withId: id, completion: done(success, failure))
    }
  }

  @discardableResult
  nonisolated(nonsending) func uploadFile(withData data: Data, title: String, mimeType: String)
    async throws -> NSObject
  {
    try await CallStyle.call {
      try await graph.uploadFile(withData: data, title: title, mimeType: mimeType)
    } blocks: { success, failure in
      graph.uploadFile(
        withData: data, title: title, mimeType: mimeType,
        completion: { tell($0, $1, success, failure) })
    }
  }

  @discardableResult
  nonisolated(nonsending) func uploadImage(
    withData data: Data, title: String, mimeType: String, kind: String
  ) async throws -> NSObject {
    try await CallStyle.call {
      try await graph.uploadImage(withData: data, title: title, mimeType: mimeType, kind: kind)
    } blocks: { success, failure in
      graph.uploadImage(
        withData: data, title: title, mimeType: mimeType, kind: kind,
        completion: { tell($0, $1, success, failure) })
    }
  }
}
