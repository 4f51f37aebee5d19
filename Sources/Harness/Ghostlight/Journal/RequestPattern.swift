public import GhostlightCore
public import HTTPTypes

/// A pattern for requests: a method, and a path in which `*` matches one segment.
///
/// Use it to count or expect requests in a test. Queries are ignored, and `GET` does not match
/// `HEAD`.
///
/// ```swift
/// import Ghostlight
///
/// let namespace = try Stage().namespace()
/// let reads = namespace.requestCount(.get("/todo/*"), emulator: "stackmob")
/// let all = namespace.requestCount(RequestPattern(nil, "/todo"))
/// ```
public struct RequestPattern: Sendable, Hashable, CustomStringConvertible {
  /// The method; `nil` matches every method.
  public let method: HTTPRequest.Method?
  /// The path, such as `/todo/*`.
  public let path: String

  /// Creates a pattern for a path with one method, or with every method.
  public init(_ method: HTTPRequest.Method?, _ path: String) {
    self.method = method
    self.path = path
  }

  /// Returns a pattern for `GET` requests to a path.
  public static func get(_ path: String) -> RequestPattern { RequestPattern(.get, path) }
  /// Returns a pattern for `POST` requests to a path.
  public static func post(_ path: String) -> RequestPattern { RequestPattern(.post, path) }
  /// Returns a pattern for `PUT` requests to a path.
  public static func put(_ path: String) -> RequestPattern { RequestPattern(.put, path) }
  /// Returns a pattern for `PATCH` requests to a path.
  public static func patch(_ path: String) -> RequestPattern { RequestPattern(.patch, path) }
  /// Returns a pattern for `DELETE` requests to a path.
  public static func delete(_ path: String) -> RequestPattern { RequestPattern(.delete, path) }

  /// The method and the path.
  public var description: String { "\(method?.rawValue ?? "*") \(path)" }

  /// Returns whether a request matches the pattern.
  public func matches(_ request: Request) -> Bool {
    guard method == nil || request.method == method else { return false }
    let wanted = path.split(separator: "/", omittingEmptySubsequences: false)
    let sent = request.target.rawPath.split(separator: "/", omittingEmptySubsequences: false)
    return wanted.count == sent.count
      && zip(wanted, sent).allSatisfy { $0 == "*" && !$1.isEmpty || $0 == $1 }
  }

  /// Returns up to three requests that differ least from the pattern, as method and path.
  package func nearest(among requests: [Request]) -> [String] {
    let lines = Set(requests.map { "\($0.method.rawValue) \($0.target.rawPath)" })
    let ranked = lines.map { (distance: Self.distance(description, $0), line: $0) }
      .sorted { ($0.distance, $0.line) < ($1.distance, $1.line) }
    return ranked.prefix(3).map(\.line)
  }

  /// Returns the number of bytes to insert, remove or change, within the first 200 bytes of each
  /// text.
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
  /// Returns the number of matching requests in the journal, for one emulator or for all.
  public func requestCount(_ pattern: RequestPattern, emulator: String? = nil) -> Int {
    journal.count { entry in
      (emulator == nil || emulator == entry.emulator) && pattern.matches(entry.request)
    }
  }
}
