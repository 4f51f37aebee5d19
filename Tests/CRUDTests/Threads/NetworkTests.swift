import CRUD
import Dispatch
import Foundation
import GhostlightCore
import GhostlightServer
import HTTPTypes
import TestExecutors
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `CRUD over the network` {
  @Test func `requests over the network have the session in field and cookie`() async throws {
    let stage = MockTransport(.json(.ok, 3, headers: [.setCookie: "sid=other; Path=/"]))
    let server = try await HTTPServer.start(
      [Listener("mia", responder: stage.responder)], limits: .patient, eventLoops: 1)
    let address = try #require(server.addresses["mia"])
    let crud = CRUD(basePath: "http://127.0.0.1:\(address.port)/v2", secret: "s3cr3t")
    crud.setSessionID(sessionID: "9f1c")
    let counts = Mailbox(of: Int.self)
    DispatchQueue.main.async {
      counts.put((try? crud.get(collection: "author").count()) ?? -1)
    }
    #expect(await counts.next() == 3)
    crud.get(collection: "author").asyncCount { count, _ in counts.put(count ?? -1) }
    #expect(await counts.next() == 3)
    crud.resetSessionID()
    #expect(try await crud.get(collection: "author").asyncCount() == 3)
    await server.drain(timeoutSeconds: 0)
    #expect(stage.requests.map(\.target.raw) == Array(repeating: "/v2/author/count", count: 3))
    let sid = try #require(HTTPField.Name("sid"))
    #expect(stage.requests.map { $0.headers[sid] } == ["9f1c", "9f1c", nil])
    #expect(stage.requests.map { $0.headers[.cookie] } == ["sid=9f1c", "sid=9f1c", nil])
  }

  @Test func `calls fail if no server listens`() async throws {
    let crud = CRUD(basePath: UnservedAddress.url + "/v2", secret: "s3cr3t")
    let error = await #expect(throws: CRUDError.self) {
      try await crud.get(collection: "author").async()
    }
    guard case .transport = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
