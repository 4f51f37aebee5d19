/// Something in a HAR file that no replay can show.
public struct HARWarning: Sendable, Hashable {
  /// The number of the entry, from 1.
  public let entry: Int
  /// Method and URL of its request, and what is the matter.
  public let message: String
}

extension HARWarning: CustomStringConvertible {
  /// One line: `entry 12: GET http://127.0.0.1:4401/: left out, it failed`.
  public var description: String { "entry \(entry): \(message)" }
}
