import Dispatch
import EGF2
import EGF2FixtureModels
import EGF2Scenarios
import Foundation
import Ghostlight
import GhostlightCore
import GhostlightServer
import TestExecutors
import Testing
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.limitedConcurrency) struct `EGF2 over the network` {
  /// A URL session whose timeout is long enough for a busy machine.
  private let session: URLSession = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 600
    return URLSession(configuration: configuration)
  }()

  private func graph(_ port: Int, _ environment: EGF2Environment) throws -> EGF2Graph {
    var environment = environment
    environment.store = EGF2MemoryStore()
    environment.callbackQueue = DispatchQueue(label: "network")
    environment.notificationCenter = NotificationCenter()
    let graph = try #require(EGF2Graph(name: "network", environment: environment))
    graph.serverURL = URL(string: "http://127.0.0.1:\(port)/v1")
    graph.defaultPageSize = 25
    graph.idsWithModelTypes = Graph.idsWithModelTypes
    return graph
  }

  @Test func `a user registers, uploads an image, posts it and reads it expanded`() async throws {
    let stage = try TestApp().stage
    let responder = try #require(stage.responder(for: "egf2"))
    let server = try await HTTPServer.start(
      [Listener("egf2", responder: responder)], limits: .patient, eventLoops: 1)
    let graph = try graph(
      try #require(server.addresses["egf2"]).port, EGF2Environment(urlSession: session))
    try await graph.register(
      withFirstName: "Mark", lastName: "O'Field & Söhne", email: "mark+1@example.com",
      dateOfBirth: TestApp.birthday, password: "secret")
    let user = try #require(await graph.userObject() as? User)
    #expect(user.name?.family == "O'Field & Söhne")
    let me = try #require(user.id)
    let image = try #require(
      await graph.uploadImage(
        withData: Data(repeating: 7, count: 100_000), title: "A & B + ü", mimeType: "image/jpeg",
        kind: "avatar") as? File)
    #expect(image.title == "A & B + ü" && image.uploaded)
    let url = try #require(image.url.flatMap { URL(string: $0) })
    #expect(try await session.data(from: url).0 == Data(repeating: 7, count: 100_000))

    _ = try await graph.createObject(
      withParameters: ["object_type": "post", "text": "hello", "image": image.id ?? ""],
      forSource: me, onEdge: "posts")
    let shown = try await awaitCallback { resume in
      graph.refreshObjects(
        forSource: me, edge: "posts", after: nil, expand: ["image{user}", "comments(1)"]
      ) { objects, count, error in
        let post = objects?.first as? Post
        resume([post?.text, post?.imageObject?.userObject?.id, "\(count)", error?.description])
      }
    }
    #expect(shown == ["hello", me, "1", nil])
    let error = await #expect(throws: EGF2Error.self) { try await graph.deleteObject(withId: me) }
    #expect(error?.userInfo["error_code"] as? String == "AccessForbidden")
    try await graph.logout()
    await server.drain(timeoutSeconds: 0)
  }

  /// Debian 12's libcurl does not support WebSockets.
  ///
  /// If the system supports WebSockets, the test also checks events.
  @Test func `a WebSocket opens, or the system's reason is logged`() async throws {
    let app = try TestApp()
    let responder = try #require(app.stage.responder(for: "egf2"))
    let server = try await HTTPServer.start(
      [Listener("egf2", responder: responder)], limits: .patient, eventLoops: 1)
    let port = try #require(server.addresses["egf2"]).port
    let lines = LogLines()
    var environment = EGF2Environment(urlSession: session)
    environment.log = lines.note
    let graph = try graph(port, environment)
    try await graph.register(
      withFirstName: "Mark", lastName: "Field", email: "mark@example.com",
      dateOfBirth: TestApp.birthday, password: "secret")
    graph.showLogs = true
    let url = "ws://127.0.0.1:\(port)/v1/listen"
    graph.webSocketURL = URL(string: url)
    await lines.next()
    if lines.all == ["EGF2: the WebSocket \(url) is open"] {
      let me = try #require((await graph.userObject() as? User)?.id)
      let letters = Mailbox(of: String.self)
      graph.addObserver(self.session, name: .EGF2ObjectUpdated, forSource: me) { notification in
        letters.put(notification.name.rawValue)
      }
      try await app.otherPut(me, ["name": ["given": "Tom"]])
      #expect(await letters.next() == "EGF2ObjectUpdated")
    } else {
      // Different versions of libcurl report missing WebSocket support with different messages.
      let start = "EGF2: cannot open the WebSocket \(url): "
      #expect(lines.all.count == 1)
      #expect(lines.all.allSatisfy { $0.hasPrefix(start) && $0.count > start.count })
    }
    try await graph.logout()
    await server.drain(timeoutSeconds: 0)
  }

  /// Connection faults, and the error codes that the system may report for each.
  ///
  /// Linux has no separate code for most of these faults, and may report the code of an earlier
  /// failure.
  static let broken: [(Delivery, Set<URLError.Code>)] = [
    (.reset, [.networkConnectionLost]), (.empty, lost), (.truncated(bytes: 0), lost),
    (.truncated(bytes: 10), lost), (.malformedChunk, lost),
  ]

  private static let lost: Set<URLError.Code> = [
    .networkConnectionLost, .cannotParseResponse, .unknown, .cannotConnectToHost,
  ]

  @Test(arguments: broken)
  func `a connection that breaks fails its own calls and no others`(
    _ row: (delivery: Delivery, codes: Set<URLError.Code>)
  ) async throws {
    let testStage = try TestStage([.egf2()], at: TestStage.opening)
    try await ServedStage.run(testStage.stage) { served in
      let graph = try Device(
        EGF2Environment(urlSession: served.session), at: served.url("egf2")
      ).graph
      try await graph.register(
        withFirstName: "Mark", lastName: "Field", email: "mark@example.com",
        dateOfBirth: TestApp.birthday, password: "secret")
      let me = try #require((await graph.userObject() as? User)?.id)
      try testStage.space.addFault(FaultPlan(.deliver(row.delivery)))
      let (object, error) = try await awaitCallback { resume in
        graph.refreshObject(withId: me) { resume((($0 as? User)?.id, $1)) }
      }
      #expect(object == nil)
      #expect(error?.domain == NSURLErrorDomain)
      #expect(row.codes.map(\.rawValue).contains(try #require(error).code))
      let awaited = await #expect(throws: NSError.self) {
        _ = try await graph.objects(forSource: me, edge: "posts")
      }
      #expect(awaited?.domain == NSURLErrorDomain)
      // The failed request did not change the cache or the account.
      #expect((try await graph.object(withId: me) as? User)?.id == me)
      #expect(graph.isAuthorized)
      testStage.space.removeFault()
      #expect((try await graph.refreshObject(withId: me) as? User)?.id == me)
      #expect(try await graph.objects(forSource: me, edge: "posts").count == 0)
    }
  }

  @Test func `calls fail with the system's error if no server listens`() async throws {
    let graph = try graph(UnservedAddress.port, EGF2Environment())
    let error = try await awaitCallback { resume in graph.object(withId: "p-12") { resume($1) } }
    #expect(error?.domain == NSURLErrorDomain)
    #expect(error?.code == URLError.cannotConnectToHost.rawValue)
  }
}
