import GhostlightCore
import HTTPTypes

/// A recording made ready for lookup: a request costs the same with ten entries or with 100,000.
struct ReplayTable: Sendable {
  let matcher: Matcher
  /// What is answered, position by position.
  let responses: [Response]
  private(set) var lanes: [ReplayLane] = []
  /// Where the lanes of a key stand: one, where the matcher is keyed.
  private var lanesByKey: [MatchKey: [Int]] = [:]
  /// What the recording says wrongly, or cannot play.
  private(set) var problems: [String] = []

  init(
    _ recording: Recording, matcher: Matcher, policy: ReplayPolicy,
    normalise: (Request) -> Request
  ) {
    self.matcher = matcher
    responses = recording.exchanges.map { Self.replayable($0.response) }
    var lanesByRequest: [Request: Int] = [:]
    for (position, exchange) in recording.exchanges.enumerated() {
      guard exchange.response.status != .switchingProtocols else {
        problems.append(
          "entry \(position + 1) opened a WebSocket, which no recording can play; delete it")
        continue
      }
      let request = normalise(exchange.request)
      let key = matcher.key(of: request)
      let known = matcher.isKeyed ? lanesByKey[key]?.first : lanesByRequest[request]
      let own = policyNote(of: exchange, at: position)
      if let known {
        lanes[known].positions.append(position)
        lanes[known].policy = own ?? policy
      } else {
        if !matcher.isKeyed { lanesByRequest[request] = lanes.count }
        lanesByKey[key, default: []].append(lanes.count)
        lanes.append(ReplayLane(request: request, positions: [position], policy: own ?? policy))
      }
    }
  }

  /// The lanes that a request, as it is compared, is of; in the order recorded.
  func lanes(of request: Request) -> [Int] {
    guard let found = lanesByKey[matcher.key(of: request)] else { return [] }
    guard !matcher.isKeyed else { return found }
    return found.filter { matcher.openPartsMatch(request, lanes[$0].request) }
  }

  private mutating func policyNote(
    of exchange: RecordedExchange, at position: Int
  ) -> ReplayPolicy? {
    guard let note = exchange.notes["_replay"] else { return nil }
    if let policy = note.string.flatMap(ReplayPolicy.init(rawValue:)) { return policy }
    problems.append(
      "entry \(position + 1): \"_replay\" is \(note.text().shortened); say once, last or cycle")
    return nil
  }

  /// The response without what belonged to the connection and to a coding that is no longer there.
  private static func replayable(_ response: Response) -> Response {
    var response = response
    for name in connectionFields where response.headers.contains(name) {
      response.headers[name] = nil
    }
    if let coding = response.headers[.contentEncoding],
      !HARCoding.isIn(
        response.body, coding, type: response.headers[.contentType], wasDecoded: false)
    {
      response.headers[.contentEncoding] = nil
    }
    return response
  }

  private static let connectionFields: [HTTPField.Name] =
    [.connection, .contentLength, .transferEncoding]
    + ["Keep-Alive", "Proxy-Connection"].compactMap { HTTPField.Name($0) }
}

/// The recorded exchanges that are one request, answered one after another.
struct ReplayLane: Sendable {
  /// The first of the requests, as the replayer compares it.
  let request: Request
  /// Where its exchanges stand in the recording.
  var positions: [Int]
  /// What happens after the last of them.
  var policy: ReplayPolicy

  /// The exchange for the next time, after so many times; `nil` where all are used up.
  func position(afterAsking count: Int) -> Int? {
    guard count >= positions.count else { return positions[count] }
    switch policy {
    case .once: return nil
    case .last: return positions.last
    case .cycle: return positions[count % positions.count]
    }
  }
}
