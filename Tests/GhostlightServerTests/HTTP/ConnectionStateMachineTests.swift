import GhostlightCore
import NIOCore
import NIOHTTP1
import TestSupport
import Testing

@testable import GhostlightServer

/// Sends events to a connection's state machine, and returns its actions as text.
private struct Script {
  private var machine: ConnectionStateMachine
  private var exchanges: [Int: Int] = [:]

  init(_ limits: ServerLimits = .standard) {
    machine = ConnectionStateMachine(scheme: "http", authority: "here:1", limits: limits)
  }

  /// Sends an event to the state machine, and returns the resulting actions.
  ///
  /// The response depends on the path: `/now` is immediate, `/large` has 600,000 bytes, `/end` ends
  /// the connection, `/slow` is delayed by 5 ms, `/drip` is sent in pieces with pauses, `/defer` is
  /// deferred, and `/task` comes from a task.
  mutating func run(_ event: String) -> String {
    let words = event.split(separator: " ").map(String.init)
    switch words[0] {
    case "begin": machine.begin(now: Self.time(0))
    case "GET", "POST", "HEAD": receive(words[0], words[1], isLast: words.last == "close")
    case "bad": machine.refuse(.malformed)
    case "read": machine.didRead()
    case "complete": machine.complete(Int(words[1]) ?? 0, Self.response(words[2]))
    case "full": machine.setWritable(false)
    case "writable": machine.setWritable(true)
    case "want": return machine.mayReadNow() ? "yes" : "no"
    case "fin": machine.didCloseInput()
    case "drain": machine.drain()
    case "gone": machine.end()
    case "drip": machine.didPause(.dribble)
    case "sent": machine.didFinish(.orderly)
    case "look":
      machine.checkTime(
        now: Self.time(Int64(words[1]) ?? 0), unsentBytes: 0, isContended: false)
    case "head":
      machine.willParse()
      machine.didParse(5, hasLineEnd: true, now: Self.time(Int64(words[1]) ?? 0))
      machine.didRead()
    default: Issue.record("\(event) is not an event")
    }
    return actions().joined(separator: ", ")
  }

  private mutating func receive(_ method: String, _ target: String, isLast: Bool) {
    machine.willParse()
    var headers: HTTPHeaders = ["Host": "h"]
    if isLast { headers.add(name: "Connection", value: "close") }
    let head = HTTPRequestHead(
      version: .http1_1, method: HTTPMethod(rawValue: method), uri: target, headers: headers)
    _ = machine.handle(.head(head))
    _ = machine.handle(.end(nil))
    machine.didParse(20, hasLineEnd: true, now: Self.time(0))
  }

  private mutating func actions() -> [String] {
    var texts: [String] = []
    while let action = machine.next() { texts.append(perform(action)) }
    return texts
  }

  private mutating func perform(_ action: ConnectionAction) -> String {
    switch action {
    case .ask(let exchange, let number):
      let target = exchange.request.target.raw
      switch target {
      case "/defer", "/task":
        let place = machine.reserve(exchange, isDeferred: target == "/defer")
        return "ask \(target) \(place.ticket)\(place.isCancelled ? " cancelled" : "")"
      default:
        machine.answered(Self.response(target), to: exchange)
        return "ask \(target)\(number == 0 ? "" : " \(number)")"
      }
    case .askStreaming(let exchange, _): return "ask early \(exchange.request.target.raw)"
    case .cancelWork(let isDeferredOnly): return isDeferredOnly ? "give up" : "forget"
    case .write(let response, let options):
      return "write \(response.text)\(options.keepsAlive ? "" : " last")"
    case .writeHead(_, let options, _): return "head\(options.keepsAlive ? "" : " last")"
    case .writeBytes(let bytes): return "bytes \(bytes.count)"
    case .pull: return "pull"
    case .writeContinue: return "continue"
    case .flush: return "flush"
    case .finish(let ending): return "finish \(ending)"
    case .read: return "read"
    case .reserveBytes(let bytes, let number): return "take \(bytes) \(number)"
    case .discardReservation(let number): return "give back \(number)"
    case .endRoomWait(let number): return "wait no more \(number)"
    case .pause(let milliseconds, _): return "pause \(milliseconds)"
    case .look(let deadline): return "look \((deadline - Self.time(0)).nanoseconds / 1_000_000_000)"
    case .closeOutput: return "close output"
    case .close: return "close"
    case .reset: return "reset"
    case .handOver: return "hand over"
    case .relay: return "relay"
    }
  }

  private static func time(_ seconds: Int64) -> NIODeadline {
    .uptimeNanoseconds(0) + .seconds(seconds)
  }

  private static func response(_ target: String) -> Response {
    var response = Response.text(target)
    switch target {
    case "/large": response.body = Array(repeating: 0x78, count: 600_000)
    case "/end": response.delivery = .empty
    case "/slow": response.delayMilliseconds = 5
    case "/drip": response.delivery = .dribble(bytes: 3, pauseMilliseconds: 7)
    default: break
    }
    return response
  }
}

@Suite(.limitedConcurrency) struct `Connection state machine` {
  struct Row: Sendable, CustomTestStringConvertible {
    var title: String
    /// The events, each with the actions that must result from it.
    var steps: KeyValuePairs<String, String>
    var testDescription: String { title }
  }

  private static let requests: [Row] = [
    Row(
      title: "the responses to the requests of one read are flushed together",
      steps: [
        "begin": "look 75", "GET /now": "ask /now, write /now",
        "POST /now": "ask /now 1, write /now", "read": "flush",
      ]),
    Row(
      title: "a refusal is the last response",
      steps: [
        "GET /task": "ask /task 1", "bad": "",
        "complete 1 a": "write a, write \(refused) last, "
          + "forget, finish orderly", "sent": "close output", "fin": "close",
      ]),
    Row(
      title: "responses keep the order of their requests",
      steps: [
        "GET /task": "ask /task 1", "GET /defer": "ask /defer 2", "GET /now": "ask /now 2",
        "read": "", "complete 2 b": "", "complete 1 a": "write a, write b, write /now, flush",
      ]),
    Row(
      title: "a change does not begin during a deferred request",
      steps: [
        "GET /defer": "ask /defer 1", "POST /now": "", "GET /defer": "", "read": "", "want": "no",
        "complete 1 a": "write a, ask /now 1, write /now, ask /defer 2, flush, read", "want": "yes",
      ]),
    Row(
      title: "no request begins during a deferred change",
      steps: [
        "POST /defer": "ask /defer 1", "GET /now": "",
        "complete 1 a": "write a, ask /now 1, "
          + "write /now", "read": "flush",
      ]),
    Row(
      title: "a task does not delay other requests",
      steps: ["POST /task": "ask /task 1", "POST /task": "ask /task 2", "read": "", "want": "yes"]),
    Row(
      title: "a delayed response waits",
      steps: ["GET /slow": "ask /slow, pause 5", "GET /now": "ask /now 1", "read": ""]),
    Row(
      title: "the number of concurrent requests is limited",
      steps: [
        "GET /task": "ask /task 1", "GET /task": "ask /task 2", "GET /task": "", "want": "no",
        "read": "", "complete 2 b": "",
        "complete 1 a": "write a, write b, ask /task 3, flush, read",
      ]),
  ]

  private static let writing: [Row] = [
    Row(
      title: "a client that reads nothing gets no further work",
      steps: [
        "full": "", "GET /now": "", "read": "", "want": "no",
        "writable": "ask /now, write /now, flush, read",
      ]),
    Row(
      title: "a large body is written as fast as the client reads it",
      steps: [
        "GET /large": "ask /large, head, bytes 262144, flush, pause 0", "read": "flush",
        "drip": "bytes 262144, flush, pause 0, flush", "full": "", "drip": "",
        "writable": "bytes 75712, flush",
      ]),
    Row(
      title: "the pieces of a body are separated by pauses",
      steps: [
        "GET /drip": "ask /drip, head, bytes 3, flush, pause 7", "GET /now": "ask /now 1",
        "read": "flush", "drip": "bytes 2, write /now, flush",
      ]),
  ]

  private static let endings: [Row] = [
    Row(
      title: "a client that closes gets its response, and then the end",
      steps: [
        "GET /task": "ask /task 1", "read": "", "fin": "",
        "complete 1 a": "write a last, forget, finish orderly", "sent": "close",
      ]),
    Row(
      title: "a client that leaves cancels a deferred request and the requests after it",
      steps: [
        "POST /defer": "ask /defer 1", "POST /now": "", "read": "", "fin": "give up",
        "complete 1 a": "write a last, forget, finish orderly", "sent": "close",
      ]),
    Row(
      title: "a request of a client that has left is cancelled at once",
      steps: ["POST /task": "ask /task 1", "fin": "", "POST /defer": "ask /defer 2 cancelled"]),
    Row(
      title: "an idle connection ends when the server does",
      steps: ["begin": "look 75", "drain": "forget, finish sudden"]),
    Row(
      title: "a busy connection ends with its last response",
      steps: [
        "GET /task": "ask /task 1", "read": "", "drain": "",
        "complete 1 a": "write a last, forget, finish orderly",
      ]),
    Row(
      title: "a request with Connection: close is the last",
      steps: ["GET /now close": "ask /now, write /now last, forget, finish orderly"]),
    Row(
      title: "a deliberate end comes in order",
      steps: [
        "GET /task": "ask /task 1", "GET /end": "ask /end 1", "read": "",
        "complete 1 a": "write a, forget, finish orderly",
      ]),
    Row(
      title: "a closed connection does nothing",
      steps: [
        "GET /task": "ask /task 1", "gone": "", "complete 1 a": "", "drain": "", "look 99": "",
      ]),
  ]

  private static let time: [Row] = [
    Row(
      title: "an idle connection is closed",
      steps: ["begin": "look 75", "look 74": "look 75", "look 75": "forget, finish sudden"]),
    Row(
      title: "a head that arrives too slowly is refused",
      steps: [
        "begin": "look 75", "head 3": "look 18", "head 9": "",
        "look 18": "look 93, write \(slow) last, forget, finish orderly",
      ]),
    Row(
      title: "a connection with a pending request is not idle",
      steps: ["begin": "look 75", "GET /defer": "ask /defer 1", "read": "", "look 75": "look 150"]),
  ]

  private static let refused = "This is not an HTTP/1.1 request.\n"
  private static let slow = "The request came too slowly.\n"

  @Test(arguments: requests + writing + endings + time)
  func `each event leads to the expected actions`(_ row: Row) {
    var limits = ServerLimits.standard
    if row.title == "the number of concurrent requests is limited" { limits.pipelinedRequests = 2 }
    var script = Script(limits)
    for (event, expected) in row.steps {
      #expect(script.run(event) == expected, "\(event)")
    }
  }
}
