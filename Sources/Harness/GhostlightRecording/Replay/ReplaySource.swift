import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// A recording prepared for replay, which all copies of a ``RecordingBackend`` share.
final class ReplaySource: Sendable {
  let table: ReplayTable
  let catalogue: BackendCatalogue
  /// The titles of the lanes' routes, such as `GET /todo`, by lane.
  let titles: [String]
  /// A digest of the recorded requests and responses, which identifies the recording in snapshots.
  let mark: String
  private let base: ReplayBase?
  /// Rewrites links to the recorded servers.
  private let links: ServerLinks
  /// The positions of the responses with such links, or with cookies of the recorded servers.
  private let linked: Set<Int>
  private let normalise: @Sendable (Request) -> Request
  /// The parts of the matcher that a route has: usually method and path.
  private let routeMatcher: Matcher
  private let titlesByKey: [MatchKey: Set<String>]

  init(
    _ recording: Recording, matcher: Matcher, policy: ReplayPolicy, base: ReplayBase?,
    keepsLinks: Bool, normalise: @escaping @Sendable (Request) -> Request
  ) {
    let table = ReplayTable(recording, matcher: matcher, policy: policy, normalise: normalise)
    let routeMatcher = Matcher(
      matcher.parts.filter { $0.key != nil && !Self.details.contains($0.name) })
    let titles = table.lanes.map { Self.title(of: $0.request) }
    var known: Set<String> = []
    var routes: [RouteSummary] = []
    var titlesByKey: [MatchKey: Set<String>] = [:]
    for (lane, title) in zip(table.lanes, titles) {
      titlesByKey[routeMatcher.key(of: lane.request), default: []].insert(title)
      guard known.insert(title).inserted else { continue }
      routes.append(
        RouteSummary(
          method: lane.request.method.rawValue, pattern: lane.request.target.rawPath,
          title: title, changes: true))
    }
    catalogue = BackendCatalogue(routes: routes)
    mark = Self.mark(of: table)
    (self.table, self.base, self.normalise) = (table, base, normalise)
    let links = ServerLinks(to: table.origins.all, path: base?.path ?? "", isPathOptional: true)
    self.links = links
    linked = keepsLinks ? [] : Self.positions(ofResponsesWith: links, in: table.responses)
    (self.titles, self.routeMatcher, self.titlesByKey) = (titles, routeMatcher, titlesByKey)
  }

  /// The names of the matchers' parts that differ between requests to the same route.
  private static let details: Set<String> = ["query", "header", "body"]

  private static func title(of request: Request) -> String {
    "\(request.method.rawValue) \(request.target.rawPath)"
  }

  private static func positions(
    ofResponsesWith links: ServerLinks, in responses: [Response]
  ) -> Set<Int> {
    // The body of a response to HEAD is empty, so the method does not matter.
    let request = Request(.get, "/")
    return Set(
      responses.indices.filter { position in
        links.rewrite(responses[position], for: request, as: "http://localhost")
          != responses[position]
      })
  }

  /// Returns the response at a position for the client that sent `request`.
  ///
  /// Links to the recorded servers lead to the address that the client used, unless the client named
  /// one of these servers itself.
  ///
  /// - Throws: `Fault/workLimit(_:)` if the budget is used up.
  func response(
    at position: Int, for request: Request, within budget: WorkBudget
  ) throws(Fault) -> Response {
    let response = table.responses[position]
    guard linked.contains(position), !links.areNamed(by: request) else { return response }
    try budget.spend(100 + response.body.count / 16)
    return links.rewrite(response, for: request, as: request.linkBase)
  }

  private static func mark(of table: ReplayTable) -> String {
    var digest = Digest64()
    for lane in table.lanes {
      digest.add(lane.request.line)
      digest.add(lane.request.body)
      for position in lane.positions { digest.add(UInt64(position)) }
    }
    for response in table.responses {
      digest.add(UInt64(response.status.code))
      for field in response.headers {
        digest.add(field.name.canonicalName)
        digest.add(field.value)
      }
      digest.add(response.body)
    }
    return String(digest.value, radix: 16)
  }

  /// Finds the recorded requests that match a request.
  ///
  /// - Throws: `Fault/workLimit(_:)` if the budget is used up.
  func find(_ request: Request, within budget: WorkBudget) throws(Fault) -> ReplayLookup {
    try budget.spend(100 + 4 * request.headers.count + request.target.raw.utf8.count / 8)
    // A compressed body can be much longer after decoding.
    if request.hasCodedBody { try budget.spend(request.body.count, times: 4) }
    let decoded = request.withDecodedBody
    try budget.spend(decoded.body.count / 4)
    return try table.lookup(
      normalise(base?.applied(to: decoded) ?? decoded), within: budget)
  }

  /// Returns whether a request may address several of the recorded servers.
  func isAmbiguous(_ request: Request) -> Bool {
    table.origins.areSeveral(for: base?.applied(to: request) ?? request)
  }

  /// Returns the title of the route for a request, from its method and path only.
  ///
  /// A stage calls it while it holds a lock, so it does not read the body.
  func route(of request: Request) -> String? {
    var request = base?.applied(to: request) ?? request
    request.body = []
    request = normalise(request)
    guard let found = titlesByKey[routeMatcher.key(of: request)] else { return nil }
    // If a matcher ignores the path, several routes have the same key.
    let own = Self.title(of: request)
    return found.contains(own) ? own : found.min()
  }

  /// Returns the form of a missed request in which it must be recorded, so that a later replay of
  /// the same recording finds it.
  ///
  /// The request has the base path, and the address of the recorded server that it addresses. If
  /// nothing is recorded, it has the address of `forwarded`, the request as the upstream gets it.
  func recordable(_ request: Request, forwardedAs forwarded: Request) -> Request {
    var request = base?.applied(to: request) ?? request
    let upstream = RecordedOrigin(forwarded)
    let origins = table.origins
    let origin =
      origins.all.isEmpty ? upstream : origins.origin(ofMiss: request, from: upstream)
    if let origin { (request.scheme, request.authority) = (origin.scheme, origin.authority) }
    return request
  }

  /// Explains why a request gets no recorded response.
  ///
  /// - Throws: `Fault/workLimit(_:)` if the budget is used up.
  func miss(_ lookup: ReplayLookup, within budget: WorkBudget) throws(Fault) -> ServiceMiss {
    let subject = lookup.request.line.shortened
    guard let first = lookup.lanes.first else {
      if let number = table.webSocket(for: lookup.request) {
        return ServiceMiss(
          "\(subject) opened a WebSocket in entry \(number), whose messages are not recorded; "
            + "connect to the server itself", nearest: [])
      }
      let nearest = try NearestMisses(table, lookup.request).find(within: budget)
      let hint = nearest.first.map { "nearest is \($0)" } ?? "the recording is empty"
      return ServiceMiss(
        "\(subject) is not in the recording; \(hint)", nearest: nearest.map(\.description))
    }
    let lane = table.lanes[first]
    let recorded =
      lane.positions.count == 1
      ? "once, and its response was already used"
      : "\(lane.positions.count) times, and all its responses were already used"
    let entry = ReplayEntry(number: lane.positions[0] + 1, request: lane.request)
    return ServiceMiss(
      "\(subject) was recorded \(recorded); "
        + "record again, or replay with the policy last or cycle",
      nearest: [NearMiss(entry: entry, differences: []).description])
  }
}
