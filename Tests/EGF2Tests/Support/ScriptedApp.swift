import Dispatch
import EGF2
import EGF2FixtureModels
import Foundation
import GhostlightClient
import GhostlightCore
import TestExecutors

/// An app whose server sends prepared responses in order.
struct ScriptedApp: Sendable {
  let service: ScriptedServer
  let graph: EGF2Graph

  init(
    _ answers: Response..., store: EGF2MemoryStore = EGF2MemoryStore(),
    change: (inout EGF2Environment) -> Void = { _ in }
  ) throws {
    try self.init(answers: answers, store: store, change: change)
  }

  init(
    answers: [Response], store: EGF2MemoryStore = EGF2MemoryStore(),
    change: (inout EGF2Environment) -> Void = { _ in }
  ) throws {
    service = ScriptedServer(answers)
    var environment = EGF2Environment(transport: .inProcess(service.responder))
    environment.store = store
    environment.callbackQueue = DispatchQueue(label: "callbacks")
    environment.notificationCenter = NotificationCenter()
    environment.log = { _ in }
    change(&environment)
    guard let graph = EGF2Graph(name: "scripted", environment: environment) else {
      throw CancellationError()
    }
    self.graph = graph
    graph.serverURL = URL(string: "http://127.0.0.1:4403/v1/")
    graph.idsWithModelTypes = Self.types
  }

  static let types: [String: NSObject.Type] = [
    "03": User.self, "06": File.self, "12": Post.self, "13": Comment.self, "99": FieldKinds.self,
  ]
}
