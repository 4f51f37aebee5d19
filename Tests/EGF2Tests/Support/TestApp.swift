import Dispatch
import EGF2
import EGF2Emulator
import EGF2FixtureModels
import Foundation
import Ghostlight
import GhostlightClient
import GhostlightCore
import GhostlightEmulation
import TestSupport

/// The example application, whose server is an emulator in the same process.
struct TestApp: Sendable {
  let stage: Stage
  let graph: EGF2Graph
  let store: EGF2MemoryStore
  let notices: NoticeBoard
  /// The log lines of the graph, in order.
  let log = Mailbox(of: String.self)
  private let sent: SentRequests
  private let environment: EGF2Environment

  /// Creates an app with its own server.
  init(pagesByObject: Bool = false) throws {
    let configuration = try EGF2Configuration(Self.configuration(pagesByObject))
    let stage = Stage(StageConfiguration(services: [.egf2(EGF2Backend(configuration))]))
    try self.init(stage, EGF2MemoryStore(), pagesByObject)
  }

  /// Returns the app as if it were started again, with the same stored files.
  func restarted() throws -> TestApp {
    try TestApp(stage, store, graph.isObjectPaginationMode)
  }

  /// Returns the app on another device, with the same server and an empty store.
  func otherDevice() throws -> TestApp {
    try TestApp(stage, EGF2MemoryStore(), graph.isObjectPaginationMode)
  }

  private init(_ stage: Stage, _ store: EGF2MemoryStore, _ pagesByObject: Bool) throws {
    let sent = SentRequests()
    let egf2 = Responder(name: "egf2") { request in
      sent.note(request)
      return stage.respond(to: request, by: "egf2")
    }
    var environment = EGF2Environment(transport: .inProcess(egf2))
    environment.store = store
    environment.callbackQueue = DispatchQueue(label: "callbacks")
    environment.notificationCenter = NotificationCenter()
    environment.log = { [log] line in log.put(line) }
    self.stage = stage
    self.store = store
    self.sent = sent
    self.environment = environment
    notices = NoticeBoard(environment.notificationCenter)
    guard let graph = EGF2Graph(name: "example", environment: environment) else {
      throw CancellationError()
    }
    self.graph = graph
    graph.serverURL = URL(string: "http://127.0.0.1:4403/v1/")
    graph.defaultPageSize = 25
    graph.isObjectPaginationMode = pagesByObject
    graph.idsWithModelTypes = Graph.idsWithModelTypes
  }

  var center: NotificationCenter { environment.notificationCenter }

  /// Removes and returns the request lines since the last call, without the version prefix.
  func takeLines() -> [String] {
    sent.take().map { $0.replacing("/v1/", with: "", maxReplacements: 1) }
  }

  /// Removes and returns the notifications since the last call.
  func takeNotices() -> [Notice] {
    environment.callbackQueue.sync {}
    return notices.take()
  }

  private static func configuration(_ pagesByObject: Bool) throws -> JSON {
    let file = FixtureModels.folder.appending(path: "config.json")
    let json = try JSON.parse(Array(Data(contentsOf: file)))
    guard pagesByObject, var object = json.object, var graph = object["graph"]?.object,
      var pagination = graph["pagination"]?.object
    else { return json }
    pagination["pagination_mode"] = "object"
    graph["pagination"] = .object(pagination)
    object["graph"] = .object(graph)
    return .object(object)
  }
}
