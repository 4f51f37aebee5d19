import Dispatch
import EGF2
import EGF2FixtureModels
import Foundation
import Ghostlight
import GhostlightClient
import GhostlightCore
import GhostlightEmulation
import TestSupport

/// The app of the guide, with a user that has written a post with an image and comments.
struct EGF2GuideApp: Sendable {
  let graph: EGF2Graph
  /// The center that receives the app's notifications.
  let center: NotificationCenter
  /// The lines on the app's screen.
  let screen = Mailbox(of: [String?].self)
  let userID: String
  let postID: String
  let imageID: String

  /// Creates an app whose server replaces the guide's placeholders in request targets.
  init() throws {
    let stage = Stage(StageConfiguration(services: [.egf2()]))
    let world = try EGF2GuideWorld(stage)
    userID = world.userID
    postID = world.postID
    imageID = world.imageID
    let egf2 = Responder(name: "egf2") { request in
      var request = request
      request.target = RequestTarget(world.filled(request.target.raw))
      return stage.respond(to: request, by: "egf2")
    }
    let center = NotificationCenter()
    let store = EGF2MemoryStore()
    store.setBytes(world.account.bytes, named: "guide.egf2account")
    var environment = EGF2Environment(transport: .inProcess(egf2))
    environment.callbackQueue = DispatchQueue(label: "guide")
    environment.notificationCenter = center
    environment.store = store
    guard let graph = EGF2Graph(name: "guide", environment: environment) else {
      throw CancellationError()
    }
    graph.serverURL = Graph.serverURL
    graph.defaultPageSize = Graph.defaultPageSize
    graph.idsWithModelTypes = Graph.idsWithModelTypes
    self.graph = graph
    self.center = center
  }

  /// Runs an app's code and waits for the lines on its screen.
  func shown(_ code: (EGF2Graph) throws -> Void) async rethrows -> [String?] {
    try code(graph)
    return await screen.next() ?? []
  }
}
