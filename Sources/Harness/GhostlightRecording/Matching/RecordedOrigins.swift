import GhostlightCore

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
