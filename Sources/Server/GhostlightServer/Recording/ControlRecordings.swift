import Ghostlight
import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Synchronization

/// The recordings that calls of the control API make of what passes the services of a server.
///
/// A recording is of one service; a service with an upstream is recorded with the upstream's
/// responses. A call cannot name a URL, so no recording reaches a server that the configuration does
/// not name. All recordings are in memory, and end with the process.
final class ControlRecordings: Sendable {
  /// The maximum number of recordings.
  static let most = 8

  /// The recording that a service makes, or responds from.
  fileprivate enum Mode: Sendable {
    case recording(ControlRecording)
    case replaying(ControlRecording, Responder)
  }

  private struct State {
    var latest = 0
    var recordings: [ControlRecording] = []
    var modes: [String: Mode] = [:]
  }

  private let state = Mutex(State())
  /// Whether a service has a mode, so that other requests need no lock.
  private let isActive = Atomic(false)

  /// The number of recordings.
  var count: Int { state.withLock { $0.recordings.count } }

  /// All recordings, in the order of their numbers.
  var all: [ControlRecording] { state.withLock { $0.recordings } }

  /// Returns the recording with a number, or `nil` if there is none.
  subscript(number: Int) -> ControlRecording? {
    state.withLock { state in state.recordings.first { $0.number == number } }
  }

  /// Starts a recording of a service.
  ///
  /// - Returns: The recording, or the reason why it cannot be started.
  func start(_ service: String, at milliseconds: Int64) -> Result<ControlRecording, Refusal> {
    state.withLock { state in
      if let refusal = Self.occupied(service, state) { return .failure(refusal) }
      guard state.recordings.count < Self.most else {
        return .failure(Refusal("there are \(Self.most) recordings already; delete one first"))
      }
      state.latest += 1
      let recording = ControlRecording(number: state.latest, of: service, at: milliseconds)
      state.recordings.append(recording)
      setMode(.recording(recording), of: service, &state)
      return .success(recording)
    }
  }

  /// Starts to respond from a stopped recording in place of its service, until ``stop(_:)``.
  ///
  /// - Returns: The reason why it cannot, or `nil`.
  func replay(_ recording: ControlRecording) -> Refusal? {
    let whole = recording.whole
    let replay = Replayer(whole, policy: .cycle).responder
    return state.withLock { state in
      guard state.recordings.contains(where: { $0 === recording }) else {
        return Refusal("the recording was deleted")
      }
      if let refusal = Self.occupied(recording.service, state) { return refusal }
      guard !whole.exchanges.isEmpty else {
        return Refusal("the recording has no whole exchange; record some requests first")
      }
      setMode(.replaying(recording, replay), of: recording.service, &state)
      return nil
    }
  }

  /// Stops recording into a recording, or responding from it.
  func stop(_ recording: ControlRecording) {
    state.withLock { state in
      if state.modes[recording.service]?.recording === recording {
        setMode(nil, of: recording.service, &state)
      }
    }
  }

  /// Stops and deletes a recording.
  func delete(_ recording: ControlRecording) {
    state.withLock { state in
      if state.modes[recording.service]?.recording === recording {
        setMode(nil, of: recording.service, &state)
      }
      state.recordings.removeAll { $0 === recording }
    }
  }

  /// Returns the state of a recording: `recording`, `stopped` or `replaying`.
  func activity(of recording: ControlRecording) -> String {
    switch state.withLock({ $0.modes[recording.service] }) {
    case .recording(let current) where current === recording: "recording"
    case .replaying(let current, _) where current === recording: "replaying"
    default: "stopped"
    }
  }

  private func setMode(_ mode: Mode?, of service: String, _ state: inout State) {
    state.modes[service] = mode
    isActive.store(!state.modes.isEmpty, ordering: .relaxed)
  }

  private static func occupied(_ service: String, _ state: State) -> Refusal? {
    switch state.modes[service] {
    case nil: nil
    case .recording(let other):
      Refusal("recording \(other.number) of \(service) still runs; stop it first")
    case .replaying(let other, _):
      Refusal("\(service) responds from recording \(other.number); stop that first")
    }
  }

  /// Returns a responder that responds like `responder` and records if a recording of the service
  /// runs, or responds from the recording that is replayed.
  func attached(to responder: Responder, of service: String) -> Responder {
    Responder(name: responder.name, streamsBodies: responder.streamsBodies) {
      [self] request, body in
      switch mode(of: service) {
      case nil: responder.ask(request, body)
      case .recording(let recording):
        recording.admitsExchange
          ? responder.recorded(into: recording.recorder).ask(request, body)
          : responder.ask(request, body)
      case .replaying(_, let replay):
        if let body {
          .deferred(.task { await Self.respond(request, body, by: replay) })
        } else {
          replay.ask(request, nil)
        }
      }
    }
  }

  private func mode(of service: String) -> Mode? {
    isActive.load(ordering: .relaxed) ? state.withLock { $0.modes[service] } : nil
  }

  /// Returns the recorded response to a request whose body is collected first.
  private static func respond(
    _ request: Request, _ body: BodyStream, by replay: Responder
  ) async -> Response {
    var whole = request
    do throws(BodyInterruption) {
      while let piece = try await body.nextPiece() {
        guard whole.body.count + piece.count <= ControlRecording.bodyBytes else {
          return Response(.contentTooLarge)
        }
        whole.body += piece
      }
    } catch {
      return Response(.badRequest)
    }
    return await replay.respond(whole)
  }

  /// The reason why a call on recordings is not possible now.
  struct Refusal: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
  }
}

extension ControlRecordings.Mode {
  fileprivate var recording: ControlRecording {
    switch self {
    case .recording(let recording), .replaying(let recording, _): recording
    }
  }
}

/// A recording of one service, in memory and of limited size.
final class ControlRecording: Sendable {
  /// The maximum number of exchanges of a recording.
  static let mostExchanges = 1000
  /// The maximum number of bytes of all bodies of a recording.
  static let mostBytes = 16 << 20
  /// The maximum number of bytes of each body; of longer ones, the beginning is recorded.
  static let bodyBytes = 512 << 10

  let number: Int
  let service: String
  /// The time at which the recording was started, in milliseconds since 1970.
  let started: Int64
  let recorder: Recorder
  private let size: RecordingSize
  /// The exchanges without secrets, of a recording with this number of exchanges.
  private let redacted = Mutex<Recording>(Recording())

  fileprivate init(number: Int, of service: String, at milliseconds: Int64) {
    let size = RecordingSize()
    (self.number, self.service, started, self.size) = (number, service, milliseconds, size)
    recorder = Recorder(
      comment: "Recorded from \(service) with Ghostlight's console.", bodyBytes: Self.bodyBytes,
      observer: { size.add($0) }, now: { SystemTime.milliseconds() })
  }

  /// The exchanges with their secrets, except for cut-off bodies.
  fileprivate var whole: Recording {
    Recording(recorder.recording.exchanges.filter { $0.notes["_truncated"] == nil })
  }

  /// The number of recorded exchanges.
  var count: Int { recorder.count }

  /// The number of bytes of the recorded bodies, and the number of exchanges that were not recorded.
  var sizes: (bytes: Int, leftOut: Int) { size.sizes }

  /// Returns whether the recording has space for one more exchange, which is then reserved.
  fileprivate var admitsExchange: Bool { size.reserve() }

  /// The exchanges with placeholders for secrets, the same one for equal secrets.
  var withoutSecrets: Recording {
    let recording = recorder.recordingByEnds
    return redacted.withLock { redacted in
      if redacted.exchanges.count != recording.exchanges.count {
        redacted = Redactor().redactCompletely(recording).recording
      }
      return redacted
    }
  }
}

/// The counters of a recording's exchanges and bytes, including the space for exchanges in progress.
private final class RecordingSize: Sendable {
  private struct Counts {
    var pending = 0
    var exchanges = 0
    var bytes = 0
    var leftOut = 0
  }

  private let counts = Mutex(Counts())

  var sizes: (bytes: Int, leftOut: Int) { counts.withLock { ($0.bytes, $0.leftOut) } }

  func reserve() -> Bool {
    counts.withLock { counts in
      // Few exchanges need all the space that they may use, so their number has its own limit.
      guard counts.exchanges + counts.pending < ControlRecording.mostExchanges,
        counts.bytes < ControlRecording.mostBytes, counts.pending < 100
      else {
        counts.leftOut += 1
        return false
      }
      counts.pending += 1
      return true
    }
  }

  func add(_ event: RecorderEvent) {
    counts.withLock { counts in
      counts.pending = max(0, counts.pending - 1)
      guard case .recorded(_, _, let requestBytes, let responseBytes, _) = event else {
        counts.leftOut += 1
        return
      }
      counts.exchanges += 1
      for bytes in [requestBytes, responseBytes] {
        counts.bytes += min(bytes, ControlRecording.bodyBytes)
      }
    }
  }
}
