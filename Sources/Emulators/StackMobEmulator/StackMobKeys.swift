/// The key pair of an environment; each is a UUID (A1).
public struct StackMobKeys: Sendable, Hashable {
  /// Names the app in every call; not a secret.
  public var publicKey: String
  /// Signs OAuth1 calls, which no permission stops.
  public var privateKey: String

  /// Makes a pair.
  public init(publicKey: String, privateKey: String) {
    self.publicKey = publicKey
    self.privateKey = privateKey
  }
}
