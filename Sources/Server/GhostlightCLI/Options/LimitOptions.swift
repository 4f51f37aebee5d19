import ArgumentParser
import Ghostlight

/// The options that limit the clients of a command that may have no configuration.
struct LimitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Refuse longer request bodies with 413. (default: 16M)", valueName: "SIZE"))
  var maxBody: ByteSize?

  @Option(
    help: .rare(
      "Let requests wait while bodies take more in sum, and refuse them with 503 after the idle "
        + "timeout. (default: 256M)", "SIZE"))
  var maxBodies: ByteSize?

  @Option(
    help: .rare(
      "Refuse longer request heads with 431, and targets of a quarter with 414. (default: 64k)",
      "SIZE"))
  var maxHead: ByteSize?

  @Option(help: .rare("Turn away more connections at a time with 503. (default: 10000)", "N"))
  var maxConnections: Int?

  @Option(
    help: .rare(
      "Refuse more tunnels of the proxy to other hosts at a time with 503. (default: 1000)", "N"))
  var maxTunnels: Int?

  @Option(
    help: .rare(
      "Close a connection that is idle for so long, or brings less than 16 KiB of a body. "
        + "(default: 75)", "SECONDS"))
  var idleTimeout: Int?

  private var options: [(name: String, limit: ServerLimit, value: Int?)] {
    [
      ("--max-body", .maxBody, maxBody?.bytes), ("--max-bodies", .maxBodies, maxBodies?.bytes),
      ("--max-head", .maxHead, maxHead?.bytes),
      ("--max-connections", .maxConnections, maxConnections),
      ("--max-tunnels", .maxTunnels, maxTunnels), ("--idle-timeout", .idleSeconds, idleTimeout),
    ]
  }

  func validate() throws {
    for (name, limit, value) in options {
      guard let value, !limit.range.contains(Int64(value)) else { continue }
      throw ValidationError(
        "\(name) takes a number from \(limit.range.lowerBound) to \(limit.range.upperBound).")
    }
  }

  /// The limits that are set.
  var values: [ServerLimit: Int] { options.reduce(into: [:]) { $0[$1.limit] = $1.value } }
}

/// A number of bytes in the form `500`, `64k`, `16M` or `2G`.
struct ByteSize: Hashable {
  let bytes: Int

  private static let units: [(suffix: String, shift: Int)] = [("G", 30), ("M", 20), ("k", 10)]
}

extension ByteSize: ExpressibleByArgument {
  /// Parses a number with an optional unit of 1024, 1024² or 1024³; `nil` if invalid or above 1
  /// TiB.
  init?(argument: String) {
    let unit = Self.units.first { argument.lowercased().hasSuffix($0.suffix.lowercased()) }
    let digits = argument.dropLast(unit == nil ? 0 : 1)
    guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits),
      number <= 1 << (40 - (unit?.shift ?? 0))
    else { return nil }
    bytes = number << (unit?.shift ?? 0)
  }
}
