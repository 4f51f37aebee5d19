@testable import Ghostlight
import Dispatch
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Synchronization
import Testing

@Suite struct `Exchanges on the calling thread` {
  @Test func `callers run their long exchanges on their own threads, and no change is lost`() throws
  {
    let long = LongExchanges()
    let responses = Mutex<[Int: Response]>([:])
    DispatchQueue.concurrentPerform(iterations: 64) { number in
      let method: HTTPRequest.Method = number % 4 == 0 ? .get : .post
      let target: RequestTarget = number % 2 == 0 ? "/values?cost=5000" : "/values"
      let response = long.stage.respond(
        to: Request(method, target, body: Array("\(number)".utf8)), by: "long")
      responses.withLock { $0[number] = response }
    }
    let codes = responses.withLock { $0.mapValues(\.status.code) }
    #expect(
      codes == Dictionary(uniqueKeysWithValues: (0..<64).map { ($0, $0 % 4 == 0 ? 200 : 201) }))
    let written = (0..<64).filter { $0 % 4 != 0 }.map(String.init)
    #expect(try Set(long.values()) == Set(written))
    #expect(try long.values().count == written.count)
    #expect(try long.stage.namespace().journal.prefix(64).map(\.number) == Array(1...64))
  }

  @Test func `a caller waits for a writer that another thread runs`() throws {
    let long = LongExchanges()
    let first = try long.send(.post, "/values?cost=5000", "a")
    let begun = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)
    let stage = long.stage
    DispatchQueue.global().async {
      begun.signal()
      _ = stage.respond(to: Request(.post, "/values", body: Array("b".utf8)), by: "long")
      ended.signal()
    }
    begun.wait()
    long.work.run()
    ended.wait()
    #expect(first.code == 201)
    #expect(try Set(long.values()) == ["a", "b"])
  }

  /// A client whose completion keeps a reference to it.
  private final class Client: Sendable {
    let deferred = Mutex<DeferredResponse?>(nil)
    let code = Mutex<Int?>(nil)
  }

  @Test(
    arguments: [
      (.get, "/values?cost=5000"), (.post, "/values?cost=5000"), (.get, "/sneaky?cost=5000"),
    ] as [(HTTPRequest.Method, RequestTarget)], [true, false])
  func `a finished exchange keeps neither its client nor a dropped namespace alive`(
    _ exchange: (method: HTTPRequest.Method, target: RequestTarget), _ isCancelled: Bool
  ) throws {
    weak var space: Namespace?
    weak var client: Client?
    func run() throws {
      let long = LongExchanges()
      let held = try long.stage.namespace()
      let caller = Client()
      (space, client) = (held, caller)
      let attempt = held.attempt(Request(exchange.method, exchange.target), emulator: 0)
      guard case .deferred(let deferred) = attempt else { return }
      caller.deferred.withLock { $0 = deferred }
      deferred.begin(long.work) { response in
        caller.code.withLock { $0 = response.status.code }
      }
      if isCancelled { deferred.cancel() }
      long.work.run()
      #expect(caller.code.withLock { $0 } != nil)
      let listener = EventSubscriber(receive: { _ in }, end: {})
      held.events(ofEmulator: 0).subscribe(listener)()
      _ = try held.setUp("value exists", in: "long")
    }
    try run()
    #expect(client == nil)
    #expect(space == nil)
  }
}
