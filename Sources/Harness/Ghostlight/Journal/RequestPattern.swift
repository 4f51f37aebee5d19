public import GhostlightCore
public import HTTPTypes

/// Which requests are meant: a method, and a path in which `*` stands for one segment.
///
/// Queries do not count. A request of a `HEAD` is none of a `GET`.
public struct RequestPattern: Sendable, Hashable, CustomStringConvertible {
  /// The method; `nil` for any.
  public let method: HTTPRequest.Method?
  /// The path: `/todo/*`.
  public let path: String

  /// Requests of a method, or of any, to a path.
  public init(_ method: HTTPRequest.Method?, _ path: String) {
    self.method = method
    self.path = path
  }

  /// `GET` of a path.
  public static func get(_ path: String) -> RequestPattern { RequestPattern(.get, path) }
  /// `POST` to a path.
  public static func post(_ path: String) -> RequestPattern { RequestPattern(.post, path) }
  /// `PUT` of a path.
  public static func put(_ path: String) -> RequestPattern { RequestPattern(.put, path) }
  /// `PATCH` of a path.
  public static func patch(_ path: String) -> RequestPattern { RequestPattern(.patch, path) }
  /// `DELETE` of a path.
  public static func delete(_ path: String) -> RequestPattern { RequestPattern(.delete, path) }

  /// Method and path.
  public var description: String { "\(method?.rawValue ?? "*") \(path)" }

  /// Whether a request is meant.
  public func matches(_ request: Request) -> Bool {
    guard method == nil || request.method == method else { return false }
    let wanted = path.split(separator: "/", omittingEmptySubsequences: false)
    let sent = request.target.rawPath.split(separator: "/", omittingEmptySubsequences: false)
    return wanted.count == sent.count
      && zip(wanted, sent).allSatisfy { $0 == "*" && !$1.isEmpty || $0 == $1 }
  }

  /// The requests among those sent that differ least from what is meant, as method and path.
  package func nearest(among requests: [Request]) -> [String] {
    let lines = Set(requests.map { "\($0.method.rawValue) \($0.target.rawPath)" })
    let ranked = lines.map { (distance: Self.distance(description, $0), line: $0) }
      .sorted { ($0.distance, $0.line) < ($1.distance, $1.line) }
    return ranked.prefix(3).map(\.line)
  }

  /// How many bytes have to be put in, taken away or changed; of long texts their beginning counts.
  private static func distance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left.utf8.prefix(200)), Array(right.utf8.prefix(200)))
    var row = Array(0...right.count)
    for (index, byte) in left.enumerated() {
      var previous = row[0]
      row[0] = index + 1
      for (column, other) in right.enumerated() {
        let changed = previous + (byte == other ? 0 : 1)
        previous = row[column + 1]
        row[column + 1] = min(changed, row[column] + 1, previous + 1)
      }
    }
    return row[right.count]
  }
}

extension Namespace {
  /// How many requests of a kind the journal keeps, of one emulator or of all.
  public func requestCount(_ pattern: RequestPattern, emulator: String? = nil) -> Int {
    journal.count { entry in
      (emulator == nil || emulator == entry.emulator) && pattern.matches(entry.request)
    }
  }
}
