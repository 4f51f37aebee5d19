import GhostlightCore
import HTTPTypes

/// A recording made ready for lookup: a request costs the same with ten entries or with 100,000.
struct ReplayTable: Sendable {
  let matcher: Matcher
  /// What is answered, position by position.
  let responses: [Response]
  private(set) var lanes: [ReplayLane] = []
  /// The servers that were recorded.
  private(set) var origins = RecordedOrigins()
  /// Where the lanes of a key stand: one a server, where the matcher is keyed.
  private var lanesByKey: [MatchKey: [Int]] = [:]
  /// The same of requests whose bodies no tool has saved, by all but the body.
  private var bodilessLanesByKey: [MatchKey: [Int]] = [:]
  private let bodilessMatcher: Matcher
  /// What the recording says wrongly, or cannot play.
  private(set) var problems: [String] = []

  init(
    _ recording: Recording, matcher: Matcher, policy: ReplayPolicy,
    normalise: (Request) -> Request
  ) {
    self.matcher = matcher
    bodilessMatcher = Matcher(matcher.parts.filter { $0.name != "body" })
    let recording = recording.withDecodedBodies
    responses = recording.exchanges.map(Self.replayable)
    var lanesByRequest: [LaneKey: Int] = [:]
    for (position, exchange) in recording.exchanges.enumerated() {
      guard exchange.response.status != .switchingProtocols else {
        problems.append(
          "entry \(position + 1) opened a WebSocket, which no recording can play; delete it")
        continue
      }
      let request = normalise(exchange.request)
      let origin = origins.add(exchange.request)
      let hasBody = exchange.notes["_unsavedBody"] == nil
      let key = (hasBody ? matcher : bodilessMatcher).key(of: request)
      let laneKey = LaneKey(origin: origin, request: request)
      let known =
        matcher.isKeyed
        ? (hasBody ? lanesByKey : bodilessLanesByKey)[key]?.first { lanes[$0].origin == origin }
        : lanesByRequest[laneKey]
      let own = policyNote(of: exchange, at: position)
      if let known {
        lanes[known].positions.append(position)
        lanes[known].policy = own ?? policy
      } else {
        if !matcher.isKeyed { lanesByRequest[laneKey] = lanes.count }
        if hasBody {
          lanesByKey[key, default: []].append(lanes.count)
        } else {
          bodilessLanesByKey[key, default: []].append(lanes.count)
        }
        lanes.append(
          ReplayLane(
            request: request, origin: origin, hasBody: hasBody, positions: [position],
            policy: own ?? policy))
      }
    }
  }

  /// The lanes that a request, as it is compared, is of; in the order recorded.
  ///
  /// Those of one server: of several that might be meant, the first with an answer.
  func lanes(of request: Request) -> [Int] {
    let found = candidates(for: request)
    guard let first = found.first, found.count > 1 else { return found }
    return found.filter { lanes[$0].origin == lanes[first].origin }
  }

  /// The servers that a request might mean and that have an answer to it, if these are several.
  func ambiguity(of request: Request) -> [RecordedOrigin] {
    guard origins.all.count > 1 else { return [] }
    let meant = Set(candidates(for: request).map { lanes[$0].origin }).sorted()
    return meant.count > 1 ? meant.map { origins.all[$0] } : []
  }

  private func candidates(for request: Request) -> [Int] {
    let found = meant(by: request, lanesByKey[matcher.key(of: request)] ?? [], matcher)
    guard found.isEmpty, !bodilessLanesByKey.isEmpty else { return found }
    let bodiless = bodilessLanesByKey[bodilessMatcher.key(of: request)] ?? []
    return meant(by: request, bodiless, bodilessMatcher)
  }

  /// Those of some lanes with the key of a request that it means.
  private func meant(by request: Request, _ lanes: [Int], _ matcher: Matcher) -> [Int] {
    let isMeant = { (lane: Int) in
      origins.admits(self.lanes[lane].origin, request)
        && (matcher.isKeyed || matcher.openPartsMatch(request, self.lanes[lane].request))
    }
    // Nearly always there is one, and it is meant.
    if lanes.count == 1 { return isMeant(lanes[0]) ? lanes : [] }
    return lanes.filter(isMeant)
  }

  /// What a request has otherwise than a lane's, the server included.
  func differences(of request: Request, from lane: Int) -> [MatchDifference] {
    let matcher = lanes[lane].hasBody ? matcher : bodilessMatcher
    var differences = matcher.differences(of: request, from: lanes[lane].request)
    if !origins.admits(lanes[lane].origin, request) {
      differences.insert(
        MatchDifference(
          "host", actual: RecordedOrigin(request).description,
          recorded: origins.all[lanes[lane].origin].description, weight: 4),
        at: 0)
    }
    return differences
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
  private static func replayable(_ exchange: RecordedExchange) -> Response {
    var response = exchange.response
    for name in connectionFields where response.headers.contains(name) {
      response.headers[name] = nil
    }
    if exchange.notes["_undecoded"]?["response"] == nil,
      let coding = response.headers[.contentEncoding],
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

/// What makes two recorded requests one, where the matcher has no keys.
private struct LaneKey: Hashable {
  let origin: Int
  let request: Request
}

/// The recorded exchanges that are one request, answered one after another.
struct ReplayLane: Sendable {
  /// The first of the requests, as the replayer compares it.
  let request: Request
  /// The number of the server that answered.
  let origin: Int
  /// Whether its body was saved; else any body is it.
  let hasBody: Bool
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

/// Where a recorded server is: scheme, host and port.
struct RecordedOrigin: Sendable, Hashable {
  let scheme: String
  let host: String
  let port: Int

  init(_ request: Request) {
    scheme = request.scheme.lowercased()
    host = request.host.lowercased()
    port = request.port
  }

  /// As people write it, without the scheme's own port: `https://api.example.com`.
  var description: String {
    port == (scheme == "https" ? 443 : 80) ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
  }
}

/// The servers of a recording, and which of them a request means.
///
/// Where there is one, every request means it, whatever port it came to.
struct RecordedOrigins: Sendable {
  /// In the order recorded.
  private(set) var all: [RecordedOrigin] = []
  private var numbers: [RecordedOrigin: Int] = [:]

  /// The number of a recorded request's server.
  mutating func add(_ request: Request) -> Int {
    let origin = RecordedOrigin(request)
    if let known = numbers[origin] { return known }
    numbers[origin] = all.count
    all.append(origin)
    return all.count - 1
  }

  /// Whether a request may be answered by one of them.
  ///
  /// A name that is recorded means the servers of that name, of the scheme and port if these are
  /// recorded too. An address and a name without a dot may be the replaying server's own, and mean
  /// any; another name means none.
  func admits(_ number: Int, _ request: Request) -> Bool {
    guard all.count > 1 else { return true }
    let origin = RecordedOrigin(request)
    if let exact = numbers[origin] { return exact == number }
    if all[number].host == origin.host { return true }
    return Self.isUnspecific(origin.host) && !all.contains { $0.host == origin.host }
  }

  /// Whether clients may call any server so, which stands in for the recorded.
  private static func isUnspecific(_ host: String) -> Bool {
    !host.utf8.contains(UInt8(ascii: ".")) || host.hasPrefix("[") || host.hasSuffix(".localhost")
      || host.hasSuffix(".local")
      || host.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
  }
}
