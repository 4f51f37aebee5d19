public import GhostlightCore
import Synchronization

/// Keeps what passes through responders.
///
/// May be used by many threads at once; exchanges are kept in the order in which they began.
public final class Recorder: Sendable {
  private struct Entry: Sendable {
    let ticket: Int
    let exchange: RecordedExchange
  }

  private struct State: Sendable {
    var begun = 0
    var entries: [Entry] = []
  }

  /// What an exchange under way has to hand back.
  struct Ticket: Sendable {
    let number: Int
    let startedMilliseconds: Int64
  }

  private let now: @Sendable () -> Int64
  private let comment: String?
  private let state = Mutex(State())

  /// Makes a recorder that reads its clock, in milliseconds since 1970, at both ends of an exchange.
  public init(comment: String? = nil, now: @escaping @Sendable () -> Int64) {
    self.now = now
    self.comment = comment
  }

  /// What has been answered so far; exchanges under way are not in it yet.
  public var recording: Recording {
    let entries = state.withLock { $0.entries }
    return Recording(
      entries.sorted { $0.ticket < $1.ticket }.map(\.exchange), comment: comment)
  }

  /// How many exchanges have been answered so far.
  public var count: Int { state.withLock { $0.entries.count } }

  /// Forgets all exchanges.
  public func removeAll() { state.withLock { $0.entries = [] } }

  /// Takes down that a request came.
  func begin() -> Ticket {
    let started = now()
    let number = state.withLock { state in
      state.begun += 1
      return state.begun
    }
    return Ticket(number: number, startedMilliseconds: started)
  }

  /// Takes down what a request was answered.
  func end(_ ticket: Ticket, _ request: Request, _ response: Response) {
    let exchange = RecordedExchange(
      request, response, startedMilliseconds: ticket.startedMilliseconds,
      durationMilliseconds: Double(max(0, now() - ticket.startedMilliseconds)))
    state.withLock { $0.entries.append(Entry(ticket: ticket.number, exchange: exchange)) }
  }
}

extension Responder {
  /// Answers as before, and keeps each exchange in a recorder.
  public func recorded(into recorder: Recorder) -> Responder {
    var recorded = Responder(name: name) { request in
      let ticket = recorder.begin()
      let response = await respond(request)
      recorder.end(ticket, request, response)
      return response
    }
    if let respondNow {
      recorded.respondNow = { request in
        let ticket = recorder.begin()
        let response = respondNow(request)
        recorder.end(ticket, request, response)
        return response
      }
    }
    return recorded
  }

  /// Answers from a recording only, with the matcher's default and each exchange once.
  ///
  /// Keep a ``Replayer`` instead where its report is wanted.
  public static func replay(_ recording: Recording) -> Responder {
    Replayer(recording).responder
  }
}
