import Dispatch
import EGF2
import EGF2FixtureModels
import Foundation
import Ghostlight
import GhostlightClient
import GhostlightCore
import TestSupport
import Testing

/// Runs the samples of the module's manual.
///
/// `Graph` is the app's own graph.
@Suite(.limitedConcurrency) struct `The manual of EGF2` {
  let app: EGF2GuideApp

  init() throws { app = try EGF2GuideApp() }

  func print(_ parts: String...) { app.screen.put(parts) }

  @Test func `the sample on the first page lists posts with their images`() async {
    let shown = await app.shown { Graph in
      Graph.login(withEmail: "mark@example.com", password: "password") { result, error in
        Graph.userObject { object, error in
          guard let user = object as? User, let id = user.id else { return }
          Graph.objects(
            forSource: id, edge: "posts", after: nil, expand: ["image", "comments(1)"]
          ) { objects, count, error in
            guard let posts = objects as? [Post] else { return }
            print(
              "\(posts.count) of \(count), the first with \(posts.first?.imageObject?.title ?? "-")"
            )
          }
        }
      }
    }
    #expect(shown == ["1 of 1, the first with Photo"])
  }

  @Test func `the asynchronous form loads a page`() async throws {
    let Graph = app.graph
    let page = try await Graph.objects(forSource: "me", edge: "posts", expand: ["image"])
    #expect((page.objects.first as? Post)?.imageObject?.title == "Photo")
  }

  @Test func `errors have a status code, an error code and a reason`() async {
    let id = "00000000-0000-4000-8000-000000000000-12"
    let shown = await app.shown { Graph in
      Graph.object(withId: id) { object, error in
        guard let error else { return }
        print(
          "\(error.userInfo["status_code"] ?? "-")", "\(error.userInfo["error_code"] ?? "-")",
          error.localizedFailureReason ?? "-")
      }
    }
    #expect(shown == ["404", "ObjectNotExists", "Object '\(id)' doesn't exist"])
  }

  @Test func `a test can create its own graph in process`() async throws {
    let stage = Stage(StageConfiguration(services: [.egf2()]))
    let egf2 = try #require(stage.responder(for: "egf2"))

    var environment = EGF2Environment(transport: .inProcess(egf2))
    environment.store = EGF2MemoryStore()
    environment.callbackQueue = DispatchQueue(label: "test")
    environment.notificationCenter = NotificationCenter()
    let graph = EGF2Graph(name: "test", environment: environment)
    graph?.serverURL = URL(string: "http://127.0.0.1:4403/v1/")
    graph?.idsWithModelTypes = Graph.idsWithModelTypes

    let page = try await graph?.search(withParameters: EGF2SearchParameters(withObject: "user"))
    #expect(page?.count == 0)
  }
}
