public import GhostlightCore
import Synchronization

extension Responder {
  /// Answers from a recording where it can, else lets this responder speak.
  ///
  /// What falls through is no miss of the replayer; the log says who answered. To record what fell
  /// through, spy on `recorded(into:)`.
  public func forwarded(by replayer: Replayer, log: SpyLog = SpyLog()) -> Responder {
    var spy = Responder(name: name) { request in
      if let response = Self.recorded(request, replayer, log, otherwise: name) { return response }
      return await respond(request)
    }
    if let respondNow {
      spy.respondNow = { request in
        Self.recorded(request, replayer, log, otherwise: name) ?? respondNow(request)
      }
    }
    return spy
  }

  private static func recorded(
    _ request: Request, _ replayer: Replayer, _ log: SpyLog, otherwise name: String
  ) -> Response? {
    guard let served = replayer.take(request) else {
      log.add(SpyEntry(request, .responder(name)))
      return nil
    }
    log.add(SpyEntry(request, .recording(entry: served.number)))
    return served.response
  }
}

/// Keeps who answered which request of a spy, in the order in which it was decided.
public final class SpyLog: Sendable {
  private let kept = Mutex<[SpyEntry]>([])

  /// Makes an empty log.
  public init() {}

  /// All notes so far.
  public var notes: [SpyEntry] { kept.withLock { $0 } }

  func add(_ note: SpyEntry) { kept.withLock { $0.append(note) } }
}

/// Who answered one request of a spy.
public struct SpyEntry: Sendable, Hashable {
  /// Where an answer came from.
  public enum Source: Sendable, Hashable {
    /// The exchange of the recording, the first being 1.
    case recording(entry: Int)
    /// The responder of that name, as the recording had no answer.
    case responder(String)
  }

  /// What was asked.
  public var request: Request
  /// Who answered.
  public var source: Source

  /// Makes a note.
  public init(_ request: Request, _ source: Source) {
    self.request = request
    self.source = source
  }
}

extension SpyEntry: CustomStringConvertible {
  /// One line such as `GET /todo: entry 3` or `GET /todo: stackmob`.
  public var description: String {
    let answerer =
      switch source {
      case .recording(let entry): "entry \(entry)"
      case .responder(let name): name
      }
    return "\(request.line.shortened): \(answerer)"
  }
}
