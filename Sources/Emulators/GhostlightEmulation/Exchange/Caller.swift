/// Who makes a call, as far as the vendor's authentication found out.
public enum Caller: Sendable, Hashable {
  /// Nobody signed in.
  case anonymous
  /// A signed-in user of a realm: StackMob's user schema, a collection, a directory.
  case user(name: String, realm: String)
  /// Whoever holds the key to everything: a private key, a secret, a master key.
  case administrator
}
