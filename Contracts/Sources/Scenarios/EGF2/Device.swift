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

  /// Calls something with an object's block and waits for what it tells.
  func object(_ start: (@escaping ObjectBlock) -> Void) async throws -> JSON {
    try await Mailbox.letter { resume in start { resume(SDKValue.object($0, $1)) } }
  }

  /// Calls something with a block of objects and waits for what it tells.
  func objects(_ start: (@escaping ObjectsBlock) -> Void) async throws -> JSON {
    try await Mailbox.letter { resume in start { resume(SDKValue.objects($0, $1, $2)) } }
  }

  /// Calls something with a completion and waits for what it tells.
  func done(_ start: (@escaping Completion) -> Void) async throws -> JSON {
    try await Mailbox.letter { resume in start { resume(SDKValue.result($0, $1)) } }
  }

  /// Calls something with a block that is told whether something is there, and waits for that.
  func found(_ start: (@escaping (Bool, NSError?) -> Void) -> Void) async throws -> JSON {
    try await Mailbox.letter { resume in
      start { resume($1 == nil ? .bool($0) : SDKValue.error($1)) }
    }
  }

  /// Logs Mark in.
  func logIn() async throws {
    try await graph.login(withEmail: "mark@example.com", password: "secret")
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
