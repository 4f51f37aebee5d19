import ArgumentParser
import Ghostlight

/// The options that limit the clients of a command that may have no configuration.
struct LimitOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Reject longer request bodies with 413. (default: 16M)", valueName: "SIZE"))
  var maxBody: ByteSize?

  @Option(
    parsing: .unconditional,
    help: .rare("Let requests wait while all bodies are larger. (default: 256M)", "SIZE"))
  var maxBodies: ByteSize?

  @Option(
    parsing: .unconditional,
    help: .rare("Reject longer request heads with 431. (default: 64k)", "SIZE"))
  var maxHead: ByteSize?

  @Option(
    parsing: .unconditional,
    help: .rare("Reject more connections with 503. (default: 10000)", "N"))
  var maxConnections: Int?

  @Option(
    parsing: .unconditional,
    help: .rare("Reject more tunnels of the proxy with 503. (default: 1000)", "N"))
  var maxTunnels: Int?

  @Option(
    parsing: .unconditional,
    help: .rare("Close a connection after this time without data. (default: 75)", "SECONDS"))
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
      guard let value else { continue }
      // A server without any body is of no use, but one without tunnels is.
      let range = max(limit.range.lowerBound, limit == .maxTunnels ? 0 : 1)...limit.range.upperBound
      guard !range.contains(Int64(value)) else { continue }
      let unit = range.upperBound == 1 << 40 ? " bytes, such as 16M" : ""
      throw ValidationError(
        "\(name): \(value) is out of range: use \(range.lowerBound) to \(range.upperBound)\(unit).")
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
  /// Parses a whole number with an optional unit of 1024, 1024² or 1024³; `nil` if it is not valid.
  ///
  /// A number that is too large is the largest one, so that it is refused with the range.
  init?(argument: String) {
    let unit = Self.units.first { argument.lowercased().hasSuffix($0.suffix.lowercased()) }
    let digits = argument.dropLast(unit == nil ? 0 : 1)
    guard digits.first != "+", let number = Int(digits) else { return nil }
    let (product, isTooLarge) = number.multipliedReportingOverflow(by: 1 << (unit?.shift ?? 0))
    bytes = isTooLarge ? .max : product
  }
}
