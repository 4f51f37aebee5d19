public import GhostlightCore
import Synchronization

extension Responder {
  /// Returns a responder that replays from a recording if possible, and otherwise uses this
  /// responder.
  ///
  /// Requests that are passed on are not misses of the replayer. The log has the source of each
  /// response. To record the requests that are passed on, call this on `recorded(into:)`.
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

/// The sources of the responses of a spy, in the order in which they were decided.
///
/// A spy is a responder from `forwarded(by:log:)`, which replays what it can and passes on the
/// rest. Read ``notes`` after a test to see which requests reached the backend. Several threads may
/// use a log at once.
public final class SpyLog: Sendable {
  private let kept = Mutex<[SpyEntry]>([])

  /// Creates an empty log.
  public init() {}

  /// All entries so far.
  public var notes: [SpyEntry] { kept.withLock { $0 } }

  func add(_ note: SpyEntry) { kept.withLock { $0.append(note) } }
}

/// The source of the response to one request of a spy.
///
/// A ``SpyLog`` has one for each request. Its ``description`` is one line with the request and the
/// source.
public struct SpyEntry: Sendable, Hashable {
  /// The source of a response: the recording, or the responder that the spy wraps.
  ///
  /// A ``SpyEntry`` has it. Requests that the recording has no response for reach the wrapped
  /// responder, so a test can assert which ones do.
  public enum Source: Sendable, Hashable {
    /// The exchange of the recording with this number, from 1.
    case recording(entry: Int)
    /// The responder with this name, because the recording had no response.
    case responder(String)
  }

  /// The request.
  public var request: Request
  /// The source of the response.
  public var source: Source

  /// Creates an entry.
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
