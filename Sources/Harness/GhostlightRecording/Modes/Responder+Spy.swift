public import GhostlightCore
import Synchronization

extension Responder {
  /// Returns a responder that replays a recorded response if there is one, and otherwise uses this
  /// responder.
  ///
  /// Requests that this responder processes are not misses of the replayer. The log shows where
  /// each response came from. To record the requests that this responder processes, call this
  /// method on the result of `recorded(into:)`.
  public func forwarded(by replayer: Replayer, log: SpyLog = SpyLog()) -> Responder {
    // A recorded request is found by its body, so the body must be complete.
    Responder(name: name) { [name, ask] request, _ in
      if let response = Self.recorded(request, replayer, log, otherwise: name) {
        return .answered(response)
      }
      return ask(request, nil)
    }
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

/// A log that shows which responses of a spy came from its recording.
///
/// A spy is a responder from `forwarded(by:log:)`: it replays recorded responses, and passes all
/// other requests on. Read ``notes`` after a test to see which requests reached the backend.
/// Several threads may use a log at once.
public final class SpyLog: Sendable {
  private let kept = Mutex<[SpyEntry]>([])

  /// Creates an empty log, to be passed to `forwarded(by:log:)`.
  public init() {}

  /// The entries for all requests so far, in the order in which the spy processed them.
  public var notes: [SpyEntry] { kept.withLock { $0 } }

  func add(_ note: SpyEntry) { kept.withLock { $0.append(note) } }
}

/// The source of the response to one request of a spy.
///
/// A ``SpyLog`` has one entry for each request. Its ``description`` is one line with the request
/// and the source.
public struct SpyEntry: Sendable, Hashable {
  /// The source of a response: the recording, or the responder that the spy wraps.
  ///
  /// A request reaches the wrapped responder only if the recording has no response for it, so a
  /// test can assert which requests do.
  public enum Source: Sendable, Hashable {
    /// The exchange of the recording with this number, counted from 1.
    case recording(entry: Int)
    /// The wrapped responder, which has this name; the recording had no response.
    case responder(String)
  }

  /// The request that the spy received.
  public var request: Request
  /// The source of the spy's response.
  public var source: Source

  /// Creates an entry; a spy does this for each request that it receives.
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
