/// Whom the gateway lets through to a collection (A1).
enum CollectionAccess: String, Sendable {
  /// Everybody.
  case open = "public"
  /// Whoever sends the secret.
  case secreted
  /// Whoever sends the secret and is signed in.
  case login
}
