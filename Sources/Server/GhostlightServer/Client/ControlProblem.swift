/// Why a control call brought nothing.
public struct ControlProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of problem it is.
  public enum Kind: Sendable, Hashable {
    /// The text is no URL of a control listener.
    case badURL
    /// Nobody answers, or somebody who cannot serve the call.
    case unreachable
    /// The server understands the call, and refuses what it asks for.
    case refused
  }

  /// Whose fault it is.
  public let kind: Kind
  /// One sentence with the remedy.
  public let description: String

  /// Says what is wrong and what to do.
  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
