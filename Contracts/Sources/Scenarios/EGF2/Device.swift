import Dispatch
package import EGF2
import EGF2FixtureModels
import Foundation
import GhostlightCore
import Synchronization
import TestExecutors
import TestSupport

/// A phone with the app; the back end is in process, behind a socket or in a recording.
package struct Device: Sendable {
  package let graph: EGF2Graph
  private let notices: Notices
  private let environment: EGF2Environment
  private let endpoint: String

  /// Creates a phone that sends requests to the URL `endpoint` through the environment's transport.
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

  /// Returns a phone on which the app has been started again, with the same storage.
  func restarted() throws -> Device { try Device(starting: environment, endpoint) }

  /// The names of the notifications since the last access of this property, in order.
  var news: JSON {
    environment.callbackQueue.sync {}
    return .string(notices.take().joined(separator: " "))
  }

  /// The graph, called through the API variant that the current call style selects.
  var calls: CalledGraph { CalledGraph(graph: graph) }

  /// Returns the object that a call returns, or the call's error, as JSON.
  nonisolated(nonsending) func object(
    _ call: nonisolated(nonsending) () async throws -> NSObject
  ) async -> JSON {
    do {
      return SDKValue.object(try await call(), nil)
    } catch {
      return SDKValue.error(error)
    }
  }

  /// Returns the page of objects that a call returns, or the call's error, as JSON.
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

  /// Returns the `true` or `nil` that a call returns, or the call's error, as JSON.
  nonisolated(nonsending) func done(
    _ call: nonisolated(nonsending) () async throws -> Bool?
  ) async -> JSON {
    do {
      return try await call().map(JSON.bool) ?? nil
    } catch {
      return SDKValue.error(error)
    }
  }

  /// Returns whether an object exists, as a call returns it, or the call's error, as JSON.
  nonisolated(nonsending) func found(
    _ call: nonisolated(nonsending) () async throws -> Bool
  ) async -> JSON {
    do {
      return .bool(try await call())
    } catch {
      return SDKValue.error(error)
    }
  }

  /// Logs in the user Mark.
  func logIn() async throws {
    try await calls.login(withEmail: "mark@example.com", password: "secret")
  }
}

/// Collects the names of a graph's notifications, in order.
private final class Notices: Sendable {
  private let names = Mutex<[String]>([])

  /// Observes a notification center until the process ends; each scenario has its own center.
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

  /// Removes and returns the names since the last call of this function.
  func take() -> [String] {
    names.withLock { names in
      defer { names = [] }
      return names
    }
  }
}
