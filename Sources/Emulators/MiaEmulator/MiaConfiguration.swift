import GhostlightCore

/// What a project is set to, and how strict the emulator is.
public struct MiaConfiguration: Sendable, Hashable {
  /// The API secret of the project.
  public var secret = "s3cr3t"
  /// Whether requests without the secret are refused.
  public var checksSecret = true
  /// Which line of the CRUD service the second generation answers like.
  public var crudCompatibility = CRUDCompatibility.six
  /// The most documents that a list of the CRUD service answers, and the greatest `_l`.
  public var maximumLimit = 200
  /// How many documents a list answers that says nothing.
  public var defaultLimit = 25
  /// Whether users of the first generation must have validated their address to sign in.
  public var requiresValidation = false

  /// The settings of a new project.
  public init() {}

  /// Whether a text is the secret, byte by byte.
  func isSecret(_ text: String?) -> Bool { text.map(secret.isExactly) ?? false }
}
