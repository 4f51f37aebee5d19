import GhostlightCore
import HTTPTypes

extension MatchPart {
  /// The method.
  public static let method = text("method", weight: 2) { $0.method.rawValue }

  /// `http` or `https`.
  public static let scheme = text("scheme") { $0.scheme.lowercased() }

  /// The host that the client named, in any case, without its port.
  public static let host = text("host") { $0.host.lowercased() }

  /// The port that the client named, else the scheme's own.
  public static let port = text("port") { String($0.port) }

  /// The path, segment by segment and decoded: `%7E` is `~`, but `%2F` is no `/`.
  ///
  /// A slash at the end counts. A segment with a malformed escape is compared as it was sent.
  public static let path = MatchPart("path") { request, key in
    let segments = segments(of: request)
    key.append(segments.count)
    for segment in segments { key.append(segment) }
  } compare: { request, recorded in
    let (actual, expected) = (segments(of: request), segments(of: recorded))
    let unequal = zip(actual, expected).count { !$0.utf8.elementsEqual($1.utf8) }
    let weight = 3 * unequal + 4 * abs(actual.count - expected.count)
    guard weight > 0 else { return [] }
    return [
      MatchDifference(
        "path", actual: request.target.rawPath, recorded: recorded.target.rawPath, weight: weight)
    ]
  }

  private static func segments(of request: Request) -> [String] {
    let path = request.target.rawPath
    return path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { segment in
        let text = String(decoding: segment, as: UTF8.self)
        return PercentEncoding.decode(text) ?? text
      }
  }
}
