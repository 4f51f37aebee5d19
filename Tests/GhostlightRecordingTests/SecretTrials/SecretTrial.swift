/// An exchange with a planted secret, which must not be committed unredacted.
///
/// After redaction, the exchange's HAR file contains none of `encodings`, or the lint reports the
/// secret. If `isBinary` is `true`, the body is unchanged instead, and the lint reports `name`.
struct SecretTrial: Sendable {
  let number: Int
  /// The secret's name, structure and carrier, separated by "×".
  let kind: String
  /// The name next to the secret; empty if there is none.
  let name: String
  let exchange: TrialExchange
  /// The planted secret, not encoded.
  let secret: String
  /// The strings in the HAR file that contain or encode the secret, or half of it.
  let encodings: [String]
  let isBinary: Bool

  /// Creates a trial; its encodings are those of `others` and of the usual ones that the file
  /// contains.
  init(
    number: Int, kind: String, name: String, exchange: TrialExchange, secret: String,
    others: [String] = []
  ) {
    self.number = number
    self.kind = kind
    self.name = name
    self.exchange = exchange
    self.secret = secret
    isBinary = exchange.responseBody?.isBinary ?? false
    let file = TrialHAR.text(exchange)
    var found: [String] = []
    for form in TrialText.forms(secret) + Self.halves(secret) + others {
      for candidate in [form, TrialText.escaped(form)]
      where !found.contains(candidate) && file.contains(candidate) {
        found.append(candidate)
      }
    }
    encodings = found
  }

  /// Returns the encodings of both halves of a secret, because a redactor may stop in the middle of
  /// it.
  private static func halves(_ secret: String) -> [String] {
    let half = secret.count / 2
    guard half >= 7, !secret.contains("\n") else { return [] }
    return TrialText.forms(String(secret.prefix(half)))
      + TrialText.forms(String(secret.dropFirst(half)))
  }
}

/// An exchange with a harmless text, which must be unchanged in the redacted HAR file.
struct HarmlessTrial: Sendable {
  let number: Int
  let kind: String
  let exchange: TrialExchange
  /// A part of the URL, a header value or a body, without the escapes of the HAR file.
  let text: String
}

/// Two exchanges that differ only in a value under a weak name, and in their response bodies.
struct WeakPair: Sendable {
  let number: Int
  let kind: String
  let name: String
  let values: [String]
  let first: TrialExchange
  let second: TrialExchange
}
