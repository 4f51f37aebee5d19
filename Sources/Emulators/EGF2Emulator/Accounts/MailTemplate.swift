/// A kind of mail that the pusher sends (A5).
enum MailTemplate: String, Sendable {
  case confirmEmail = "confirm_email"
  case forgotPassword = "forgot_password"

  var subject: String {
    switch self {
    case .confirmEmail: "Please confirm your email"
    case .forgotPassword: "Reset your password"
    }
  }

  /// What the token is called in the template.
  var tokenName: String {
    switch self {
    case .confirmEmail: "verifyToken"
    case .forgotPassword: "resetToken"
    }
  }

  /// The digits of the token in a first mail.
  static let digits = 88
  /// The digits of the token in a mail that is sent again.
  static let digitsOfResent = 128
}
