import GhostlightCore
import GhostlightEmulation

/// The API version and the target by which a request is routed.
///
/// They differ from those of the request if an older SDK sent it: the path then contains the
/// version, the app's name and the API (A1).
struct RoutedPath {
  /// The API whose routes serve the request.
  enum API {
    /// The REST API or the push API, which share the current addresses.
    case any
    /// The REST API: `/api/<version>/<app>/<path>`.
    case rest
    /// The push API: `/push/<version>/<app>/<path>`.
    case push
  }

  /// The target without the segments of an old address.
  private(set) var target: RequestTarget
  /// The API version; 0 for a request for a file, which does not have StackMob's header fields.
  private(set) var version = 0
  private(set) var api = API.any
  /// The app's name in an old address, percent-encoded; `nil` for a current address.
  private(set) var app: String?
  /// Whether the request is for a file of a binary field (A17).
  private(set) var isForFile = false

  init(_ request: borrowing Request) {
    target = request.target
    guard Self.mayBeSpecial(target) else {
      version = APIVersion.read(request)
      return
    }
    isForFile = target.begins(with: "/_s3")
    guard !isForFile, !readOldAddress() else { return }
    version = APIVersion.read(request)
  }

  /// Returns whether the path may begin with `/_s3`, `/api` or `/push`.
  ///
  /// Most paths differ in their second byte, so that nothing else needs to be compared.
  private static func mayBeSpecial(_ target: RequestTarget) -> Bool {
    let isSpecial = target.raw.utf8.withContiguousStorageIfAvailable { bytes in
      guard bytes.count > 4 else { return false }
      return bytes[1] == UInt8(ascii: "_") || bytes[1] == UInt8(ascii: "a")
        || bytes[1] == UInt8(ascii: "p")
    }
    return isSpecial ?? true
  }

  /// Reads the parts of an old address, and returns whether the path has one.
  private mutating func readOldAddress() -> Bool {
    let isForPush = target.begins(with: "/push")
    guard isForPush || target.begins(with: "/api") else { return false }
    let parts = target.rawPath.parts(at: "/", maxSplits: 3)
    guard parts.count == 4, parts[1].utf8.allSatisfy({ (48...57).contains($0) }),
      let version = Int(parts[1])
    else { return false }
    self.version = version
    app = parts[2]
    api = isForPush ? .push : .rest
    let query = target.rawQuery.map { "?" + $0 } ?? ""
    target = RequestTarget("/" + parts[3] + query)
    return true
  }
}
