import GhostlightCore
import GhostlightServer

/// What `serve` prints when every listener is up.
struct Announcement {
  let addresses: [EmulatorServer.Address]
  /// What is to be said about HTTPS, where the same ports answer it.
  let security: String?

  /// One line for programs: `{"ready":true,"control":"http://127.0.0.1:4400",…}`.
  var line: String {
    var object: JSONObject = ["ready": true]
    for address in addresses {
      object[address.name] = .string(ServerAddress.reachable(address.url))
    }
    return JSON.object(object).description
  }

  /// A table for people, with lines to copy.
  func table(isColored: Bool) -> String {
    let width = addresses.map(\.title.count).max() ?? 0
    var lines = ["Ghostlight \(Version.current) is lit. Ctrl-C puts it out.", ""]
    for address in addresses {
      let title = address.title.padding(to: width)
      let plain = ServerAddress.reachable(address.url)
      let url = isColored ? "\u{1B}[36m\(plain)\u{1B}[0m" : plain
      lines.append("  \(title)  \(url)")
    }
    if let security { lines += ["", security] }
    lines += ["", "Try:"]
    lines += examples.map { "  \($0)" }
    return lines.joined(separator: "\n")
  }

  private var examples: [String] {
    var examples: [String] = []
    if let url = url(of: "stackmob") {
      examples.append(
        "curl -H 'X-StackMob-API-Key: 3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13' "
          + "-d '{\"title\":\"Hello\"}' \(url)/todo")
    }
    if let url = url(of: "control") {
      examples.append("curl \(url)/__ghostlight/v1/requests")
      examples.append("curl -d '{\"advance\":\"2h\"}' \(url)/__ghostlight/v1/clock")
    }
    return examples
  }

  private func url(of name: String) -> String? {
    addresses.first { $0.name == name }.map { ServerAddress.reachable($0.url) }
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
