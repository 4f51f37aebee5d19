import Dispatch
package import EGF2
import EGF2FixtureModels
import Foundation
import GhostlightCore
import Synchronization
import TestExecutors
import TestSupport

/// A phone with the example application on it, for a back end that may be anywhere.
package struct Device: Sendable {
  package let graph: EGF2Graph
  private let notices: Notices
  private let environment: EGF2Environment
  private let endpoint: String

  /// Makes a phone that goes the environment's way to a back end.
  package init(_ environment: EGF2Environment, at endpoint: String) throws {
    var environment = environment
    environment.store = EGF2MemoryStore()
    environment.callbackQueue = DispatchQueue(label: "callbacks")
    environment.notificationCenter = NotificationCenter()
    environment.log = { _ in }
    try self.init(starting: environment, endpoint)
  }

  private init(starting environment: EGF2Environment, _ endpoint: String) throws {
    guard let graph = EGF2Graph(name: "example", environment: environment) else {
      throw ExecutorError("there is no graph")
    }
    graph.serverURL = URL(string: endpoint + "/v1/")
    graph.defaultPageSize = 25
    graph.idsWithModelTypes = Graph.idsWithModelTypes
    self.graph = graph
    self.environment = environment
    self.endpoint = endpoint
    notices = Notices(environment.notificationCenter)
  }

  /// The phone after the app's next start.
  func restarted() throws -> Device { try Device(starting: environment, endpoint) }

  /// Names of the notifications since this was asked last, in order.
  var news: JSON {
    environment.callbackQueue.sync {}
    return .string(notices.take().joined(separator: " "))
  }

  /// The graph, called in the current style.
  var calls: CalledGraph { CalledGraph(graph: graph) }

  /// What a call that answers an object tells.
  nonisolated(nonsending) func object(
    _ call: nonisolated(nonsending) () async throws -> NSObject
  ) async -> JSON {
    do {
      return SDKValue.object(try await call(), nil)
    } catch {
      return SDKValue.error(error)
    }
  }

  /// What a call that answers a page tells.
  nonisolated(nonsending) func objects(
    _ call: nonisolated(nonsending) () async throws -> (objects: [NSObject], count: Int)
  ) async -> JSON {
    do {
      let page = try await call()
      return SDKValue.page(page.objects, of: page.count)
    } catch {
      return SDKValue.error(error)
    }
  }

  /// What a call tells that answers true or nothing.
  nonisolated(nonsending) func done(
    _ call: nonisolated(nonsending) () async throws -> Bool?
  ) async -> JSON {
    do {
      return try await call().map(JSON.bool) ?? nil
    } catch {
      return SDKValue.error(error)
    }
  }

  /// What a call tells that answers whether something is there.
  nonisolated(nonsending) func found(
    _ call: nonisolated(nonsending) () async throws -> Bool
  ) async -> JSON {
    do {
      return .bool(try await call())
    } catch {
      return SDKValue.error(error)
    }
  }

  /// Logs Mark in.
  func logIn() async throws {
    try await calls.login(withEmail: "mark@example.com", password: "secret")
  }
}

/// Keeps the names of a graph's notifications, in order.
private final class Notices: Sendable {
  private let names = Mutex<[String]>([])

  /// Listens at a center; for good, since centers of scenarios end with them.
  init(_ center: NotificationCenter) {
    let all: [Notification.Name] = [
      .EGF2EdgeCreated, .EGF2EdgeRemoved, .EGF2EdgeRefreshed, .EGF2EdgePageLoaded,
      .EGF2ObjectCreated, .EGF2ObjectUpdated, .EGF2ObjectDeleted,
    ]
    for name in all {
      _ = center.addObserver(forName: name, object: nil, queue: nil) { [weak self] notification in
        self?.names.withLock { $0.append(notification.name.rawValue) }
      }
    }
  }

  /// What came since the last time.
  func take() -> [String] {
    names.withLock { names in
      defer { names = [] }
      return names
    }
  }
}
