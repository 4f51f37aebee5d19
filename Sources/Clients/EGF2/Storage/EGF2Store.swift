/// Bytes by name that outlive the process.
public protocol EGF2Store: Sendable {
  /// The bytes of a name, or `nil`.
  func bytes(named name: String) -> [UInt8]?
  /// Keeps bytes, or forgets them; what cannot be written is lost with the process.
  func setBytes(_ bytes: [UInt8]?, named name: String)
}
