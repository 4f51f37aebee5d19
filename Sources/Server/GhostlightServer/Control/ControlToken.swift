import GhostlightSigning

/// The secret that clients of the control API present.
///
/// A server needs one when its control listener is open to other machines
/// (``ServerOptions/controlHost``), or when its options set one (``ServerOptions/controlToken``).
/// Clients send it with every call, as `Authorization: Bearer TOKEN`. A client with the token can
/// read and change all data of the emulators.
///
/// ```swift
/// import Ghostlight
/// import GhostlightServer
///
/// var options = ServerOptions()
/// options.controlHost = "0.0.0.0"
/// let server = try await EmulatorServer.start(Stage(), options)
/// let token = server.controlToken?.text  // 32 random digits
/// ```
///
/// The description of a token does not show it: use ``text`` to show it to a user.
public struct ControlToken: Sendable, Hashable, CustomStringConvertible {
  /// The token as clients send it after `Bearer`.
  public let text: String

  /// Creates a token from a string that the server and its clients share.
  ///
  /// Returns `nil` if the string is not a valid token. A token consists of letters, digits and `-`,
  /// `.`, `_`, `~`, `+`, `/`, optionally followed by `=`. It has at least 16 characters, so that an
  /// attacker cannot guess it.
  ///
  /// - Source: RFC 6750, section 2.1.
  public init?(_ text: String) {
    let padding = text.utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    let body = text.utf8.dropLast(padding)
    guard text.utf8.count >= 16, !body.isEmpty, body.allSatisfy(Self.isAllowed)
    else { return nil }
    self.text = text
  }

  private init(random generator: inout some RandomNumberGenerator) {
    text = (0..<32).map { _ in
      String(Int.random(in: 0..<16, using: &generator), radix: 16)
    }.joined()
  }

  /// Returns a new token: 32 hexadecimal digits, which are 128 random bits.
  public static func random() -> ControlToken {
    var generator = SystemRandomNumberGenerator()
    return ControlToken(random: &generator)
  }

  /// A description without the secret.
  public var description: String { "a control token" }

  /// Returns whether `presented` equals this token, in a time that depends only on the lengths.
  func matches(_ presented: String) -> Bool { ConstantTime.equal(text, presented) }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~+/".utf8.contains(byte)
    }
  }
}
