import GhostlightEmulation
import GhostlightSigning

extension Credentials {
  /// What a password turned out to be.
  enum Verdict {
    case wrong
    case password
    case temporary
  }

  /// Compares with the password, then with a temporary one that has not ended.
  func check(_ secret: String, at moment: Moment) -> Verdict {
    if let password, password.matches(secret) { return .password }
    if let temporary, temporary.expires > moment.milliseconds, temporary.secret.matches(secret) {
      return .temporary
    }
    return .wrong
  }
}
