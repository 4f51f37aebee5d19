import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// A recording prepared for lookup; with a keyed matcher, lookup time does not depend on its
/// length.
struct ReplayTable: Sendable {
  let matcher: Matcher
  /// The recorded responses, by the index of their exchange.
  let responses: [Response]
  private(set) var lanes: [ReplayLane] = []
  /// The servers that occur in the recording.
  private(set) var origins = RecordedOrigins()
  /// Indexes in ``lanes`` by key; with a keyed matcher, one for each recorded server.
  private var lanesByKey: [MatchKey: [Int]] = [:]
  /// Indexes of the lanes whose request bodies were not saved, by a key that ignores the body.
  private var bodilessLanesByKey: [MatchKey: [Int]] = [:]
  private let bodilessMatcher: Matcher
  /// The numbers of the first entries that opened a WebSocket, by the key of their requests.
  private var webSockets: [MatchKey: Int] = [:]
  /// Lanes that only redirect to themselves on another server; empty with one server.
  private var loops: Set<Int> = []
  /// Errors in the recording, including entries that cannot be replayed.
  private(set) var problems: [String] = []

  /// The number of entries that can be replayed.
  var entryCount: Int { lanes.reduce(0) { $0 + $1.positions.count } }

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
      guard exchange.response.status.kind != .informational else {
        let code = exchange.response.status.code
        problems.append(
          code == 101
            ? "entry \(position + 1) opened a WebSocket, which cannot be replayed: a client that opens it "
              + "gets 501"
            : "entry \(position + 1) has the status \(code), which is not that of a final response; "
              + "delete the entry")
        guard code == 101 else { continue }
        let key = matcher.key(of: normalise(exchange.request))
        webSockets[key] = webSockets[key] ?? position + 1
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
    if origins.all.count > 1 { loops = Set(lanes.indices.filter { leadsToItself($0) }) }
  }

  /// Returns the number of the entry that opened a WebSocket with a normalized request like this one;
  /// `nil` if there is none.
  func webSocket(for request: Request) -> Int? { webSockets[matcher.key(of: request)] }

  /// Finds the lanes that match a normalized request.
  ///
  /// - Throws: `Fault/workLimit(_:)` if the budget is used up.
  func lookup(_ request: Request, within budget: WorkBudget) throws(Fault) -> ReplayLookup {
    let found = try candidates(for: request, within: budget)
    guard origins.all.count > 1, let first = found.first else {
      return ReplayLookup(request: request, lanes: found, servers: [])
    }
    let servers = Set(found.map { lanes[$0].origin }).sorted()
    let chosen = lanes[found.first { !loops.contains($0) } ?? first].origin
    return ReplayLookup(
      request: request, lanes: found.filter { lanes[$0].origin == chosen },
      servers: servers.count > 1 ? servers.map { origins.all[$0] } : [])
  }

  /// Returns whether all responses of a lane redirect to the same path of another server, such as
  /// from `http` to `https`; with rewritten links, a client would be redirected forever.
  private func leadsToItself(_ lane: Int) -> Bool {
    lanes[lane].positions.allSatisfy { position in
      let response = responses[position]
      guard response.status.kind == .redirection, let location = response.headers[.location],
        let mark = location.firstRange(of: "://")
      else { return false }
      let path = location[mark.upperBound...].drop { !"/?#".contains($0) }.prefix { $0 != "#" }
      return RequestTarget(path.isEmpty ? "/" : String(path)) == lanes[lane].request.target
    }
  }

  private func candidates(
    for request: Request, within budget: WorkBudget
  ) throws(Fault) -> [Int] {
    let lanes = lanesByKey[matcher.key(of: request)] ?? []
    let bodiless =
      bodilessLanesByKey.isEmpty
      ? [] : bodilessLanesByKey[bodilessMatcher.key(of: request)] ?? []
    for isFallback in [false, true] {
      let found = try meant(by: request, lanes, matcher, isFallback, within: budget)
      if !found.isEmpty { return found }
      let open = try meant(by: request, bodiless, bodilessMatcher, isFallback, within: budget)
      if !open.isEmpty { return open }
    }
    return []
  }

  /// Returns the elements of `lanes` that match the request and belong to a server that the request
  /// may address, or with `isFallback` to the `https` server of the same host.
  private func meant(
    by request: Request, _ lanes: [Int], _ matcher: Matcher, _ isFallback: Bool,
    within budget: WorkBudget
  ) throws(Fault) -> [Int] {
    var meant: [Int] = []
    for lane in lanes {
      let origin = self.lanes[lane].origin
      guard isFallback ? origins.secures(origin, request) : origins.admits(origin, request) else {
        continue
      }
      if !matcher.isKeyed {
        let recorded = self.lanes[lane].request
        try budget.spend(20 + (request.body.count + recorded.body.count) / 8)
        guard matcher.openPartsMatch(request, recorded) else { continue }
      }
      meant.append(lane)
    }
    return meant
  }

  /// Returns the differences between a request and a lane's request, including the server.
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
      "entry \(position + 1): \"_replay\" is \(note.text().shortened); write once, last or cycle")
    return nil
  }

  /// Returns the response without connection fields, and without a `Content-Encoding` that its body
  /// does not have.
  private static func replayable(_ exchange: RecordedExchange) -> Response {
    var response = exchange.response
    // The response to HEAD announces the length of a body that it does not have.
    let length = exchange.request.method == .head ? response.headers[.contentLength] : nil
    for name in connectionFields where response.headers.contains(name) {
      response.headers[name] = nil
    }
    if let length, response.body.isEmpty { response.headers[.contentLength] = length }
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

/// A normalized request with the recorded requests that match it.
struct ReplayLookup: Sendable {
  let request: Request
  /// The matching lanes in recorded order.
  ///
  /// All of them belong to one server. If the request may address several servers, the first of
  /// these is chosen.
  let lanes: [Int]
  /// The recorded servers that the request may address and that have a response to it; empty unless
  /// there are several.
  let servers: [RecordedOrigin]

  /// A warning that the response may belong to another server; `nil` if there is only one.
  var warning: String? {
    let names = servers.map(\.description)
    guard let first = names.first, let last = names.last else { return nil }
    return
      "\(request.line.shortened) names \(request.authority.shortened), and \(names.count) "
      + "recorded servers have a response; \(first) sent it. Name one in Host, or with the base "
      + "path \(last)"
  }
}

/// Identifies identical recorded requests, for matchers that are not keyed.
private struct LaneKey: Hashable {
  let origin: Int
  let request: Request
}

/// The recorded exchanges with identical requests, whose responses are used in order.
struct ReplayLane: Sendable {
  /// The first of the identical requests, in normalized form.
  let request: Request
  /// The index of the recorded server that sent the responses.
  let origin: Int
  /// Whether the request's body was saved; if `false`, any body matches.
  let hasBody: Bool
  /// The indexes of the exchanges in the recording.
  var positions: [Int]
  /// The behavior after the response of the last exchange was used.
  var policy: ReplayPolicy

  /// Returns the index of the exchange to use after `count` earlier requests; `nil` if all are used
  /// up.
  func position(afterAsking count: Int) -> Int? {
    guard count >= positions.count else { return positions[count] }
    switch policy {
    case .once: return nil
    case .last: return positions.last
    case .cycle: return positions[count % positions.count]
    }
  }
}

/// The servers of a recording, and the rule that decides which of them a request addresses.
///
/// If only one server was recorded, every request addresses that server, whatever its host and
/// port.
struct RecordedOrigins: Sendable {
  /// The servers, in recorded order.
  private(set) var all: [RecordedOrigin] = []
  private var numbers: [RecordedOrigin: Int] = [:]

  /// Adds the server of a recorded request, and returns its index.
  mutating func add(_ request: Request) -> Int {
    let origin = RecordedOrigin(request)
    if let known = numbers[origin] { return known }
    numbers[origin] = all.count
    all.append(origin)
    return all.count - 1
  }

  /// Returns whether a request may address the server with this index.
  ///
  /// If the request's host was recorded, the request addresses only servers with that host. If its
  /// scheme and port were recorded too, it addresses exactly one server. A host that was not
  /// recorded may be that of the replaying server itself, if it is an IP address or has no dot. The
  /// request may then address any server. With any other host, it addresses no recorded server.
  func admits(_ number: Int, _ request: Request) -> Bool {
    guard all.count > 1 else { return true }
    let origin = RecordedOrigin(request)
    if let exact = numbers[origin] { return exact == number }
    if all[number].host == origin.host { return true }
    return Self.isUnspecific(origin.host) && !all.contains { $0.host == origin.host }
  }

  /// Returns whether the server with this index is the `https` form of the server that a plain HTTP
  /// request addresses.
  ///
  /// A client of the replaying server often uses plain HTTP for a backend that was recorded by
  /// `https`. The server that the request addresses exactly comes first.
  func secures(_ number: Int, _ request: Request) -> Bool {
    let origin = RecordedOrigin(request)
    return origin.scheme == "http" && numbers[origin] != nil && all[number].scheme == "https"
      && all[number].host == origin.host
  }

  /// Returns whether a request may address several servers.
  func areSeveral(for request: Request) -> Bool {
    guard all.count > 1 else { return false }
    let origin = RecordedOrigin(request)
    guard numbers[origin] == nil else { return false }
    let sameHost = all.count { $0.host == origin.host }
    return sameHost > 1 || sameHost == 0 && Self.isUnspecific(origin.host)
  }

  /// Returns the recorded server that a request without a recorded response addresses.
  ///
  /// Of several possible servers, `upstream` comes first, then the first in recorded order. The
  /// result is `nil` if the request does not address a recorded server.
  func origin(ofMiss request: Request, from upstream: RecordedOrigin) -> RecordedOrigin? {
    let admitted = all.indices.filter { admits($0, request) }.map { all[$0] }
    return admitted.first { $0 == upstream } ?? admitted.first
  }

  /// Returns whether a host may be that of the replaying server instead of a recorded one.
  private static func isUnspecific(_ host: String) -> Bool {
    !host.utf8.contains(UInt8(ascii: ".")) || host.hasPrefix("[") || host.hasSuffix(".localhost")
      || host.hasSuffix(".local")
      || host.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
  }
}
