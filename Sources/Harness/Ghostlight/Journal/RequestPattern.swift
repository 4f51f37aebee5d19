public import GhostlightCore
public import HTTPTypes

/// A pattern for requests: a method, and a path in which `*` matches one path segment.
///
/// Use it to count or expect requests in a test. The query of a request is ignored, and `GET` does
/// not match `HEAD`.
///
/// ```swift
/// import Ghostlight
///
/// let namespace = try Stage().namespace()
/// let reads = namespace.requestCount(.get("/todo/*"), emulator: "stackmob")
/// let all = namespace.requestCount(RequestPattern(nil, "/todo"))
/// ```
public struct RequestPattern: Sendable, Hashable, CustomStringConvertible {
  /// The HTTP method; `nil` matches every method.
  public let method: HTTPRequest.Method?
  /// The path, such as `/todo/*`, in which `*` matches one path segment that is not empty.
  public let path: String

  /// Creates a pattern for requests to a path with one method, or with any method if it is `nil`.
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

  /// The method and the path, separated by a space; `*` stands for any method.
  public var description: String { "\(method?.rawValue ?? "*") \(path)" }

  /// Returns whether the method and the path of a request match the pattern.
  public func matches(_ request: Request) -> Bool {
    guard method == nil || request.method == method else { return false }
    let wanted = path.split(separator: "/", omittingEmptySubsequences: false)
    let sent = request.target.rawPath.split(separator: "/", omittingEmptySubsequences: false)
    return wanted.count == sent.count
      && zip(wanted, sent).allSatisfy { $0 == "*" && !$1.isEmpty || $0 == $1 }
  }

  /// Returns the method and path of up to three requests that differ least from the pattern.
  package func nearest(among requests: [Request]) -> [String] {
    let lines = Set(requests.map { "\($0.method.rawValue) \($0.target.rawPath)" })
    let ranked = lines.map { (distance: EditDistance.between(description, $0), line: $0) }
      .sorted { ($0.distance, $0.line) < ($1.distance, $1.line) }
    return ranked.prefix(3).map(\.line)
  }
}

extension Namespace {
  /// Returns the number of requests in the journal that match a pattern, for one emulator or, if
  /// `emulator` is `nil`, for all.
  public func requestCount(_ pattern: RequestPattern, emulator: String? = nil) -> Int {
    journal.count { entry in
      (emulator == nil || emulator == entry.emulator) && pattern.matches(entry.request)
    }
  }
}
