import ArgumentParser
import GhostlightServer

/// The options that limit the requests and connections of a command's listeners.
struct LimitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Refuse longer request bodies with 413.", valueName: "SIZE"))
  var maxBody = ByteSize(bytes: ServerLimits.standard.bodyBytes)

  @Option(
    help: ArgumentHelp(
      "Let requests wait while bodies take more in sum, and refuse them with 503 after the idle "
        + "timeout.", valueName: "SIZE"))
  var maxBodies = ByteSize(bytes: ServerLimits.standard.allBodiesBytes)

  @Option(
    help: ArgumentHelp(
      "Cut off the slowest clients of event sockets once all have more unread in sum.",
      valueName: "SIZE"))
  var maxUnsent = ByteSize(bytes: ServerLimits.standard.allUnsentBytes)

  @Option(
    help: ArgumentHelp(
      "Refuse longer request heads with 431, and targets of a quarter with 414.",
      valueName: "SIZE"))
  var maxHead = ByteSize(bytes: ServerLimits.standard.headBytes)

  @Option(
    help: ArgumentHelp("Turn away more connections at a time with 503.", valueName: "N"))
  var maxConnections = ServerLimits.standard.connections

  @Option(
    help: ArgumentHelp(
      "Close a connection that is idle for so long, or brings less than 16 KiB of a body.",
      valueName: "SECONDS"))
  var idleTimeout = ServerLimits.standard.idleSeconds

  func validate() throws {
    guard maxConnections > 0 else {
      throw ValidationError("--max-connections takes a number from 1.")
    }
    guard (1...86_400).contains(idleTimeout) else {
      throw ValidationError("--idle-timeout takes seconds from 1 to 86400.")
    }
    guard maxHead.bytes >= 1024 else { throw ValidationError("--max-head takes a size from 1k.") }
  }

  var limits: ServerLimits {
    var limits = ServerLimits.standard
    limits.bodyBytes = maxBody.bytes
    limits.allBodiesBytes = maxBodies.bytes
    limits.allUnsentBytes = maxUnsent.bytes
    limits.headBytes = maxHead.bytes
    limits.targetBytes = maxHead.bytes / 4
    limits.connections = maxConnections
    limits.idleSeconds = idleTimeout
    return limits
  }
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

  var defaultValueDescription: String {
    let unit = Self.units.first { bytes > 0 && bytes % (1 << $0.shift) == 0 }
    return "\(bytes >> (unit?.shift ?? 0))\(unit?.suffix ?? "")"
  }
}
