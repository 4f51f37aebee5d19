import CRUD
import Dispatch
import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Blocking CRUD calls` {
  private func count(by crud: CRUD, _ counts: Mailbox<Int>) {
    counts.put((try? crud.get(collection: "author").count()) ?? -1)
  }

  private func slow() -> CRUD {
    CRUD(
      basePath: "host", secret: "s",
      transport: MockTransport(.json(.ok, 3)).slowTransport)
  }

  @Test func `blocking calls can be made on the main thread`() async {
    let counts = Mailbox(of: Int.self)
    let crud = slow()
    DispatchQueue.main.async { count(by: crud, counts) }
    #expect(await counts.next() == 3)
  }

  @Test func `blocking calls can be made in more tasks than the machine has cores`() async {
    let crud = slow()
    let counts = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<64 {
        group.addTask { (try? crud.get(collection: "author").count()) ?? -1 }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == Array(repeating: 3, count: 64))
  }
}
