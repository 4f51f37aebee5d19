/// One planted secret: an exchange whose HAR file must not be committed unchanged.
///
/// After redaction, the file contains none of `encodings`, or lint reports the secret. Trials with
/// `isBinary` differ: their body is unchanged, and lint reports `name`.
struct SecretTrial: Sendable {
  let number: Int
  /// The name, the structure and the carrier of the secret, separated by "×".
  let kind: String
  /// The name next to the secret; empty if the secret has none.
  let name: String
  let exchange: TrialExchange
  /// The planted value in clear.
  let secret: String
  /// The sequences of characters of the HAR file that contain or encode the secret or half of it.
  let encodings: [String]
  let isBinary: Bool

  /// Creates a trial; of `others` and the usual encodings, those that occur in the file are used.
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

  /// Returns the encodings of both halves of a secret: a redactor may stop at a mark within it.
  private static func halves(_ secret: String) -> [String] {
    let half = secret.count / 2
    guard half >= 7, !secret.contains("\n") else { return [] }
    return TrialText.forms(String(secret.prefix(half)))
      + TrialText.forms(String(secret.dropFirst(half)))
  }
}

/// One harmless text: an exchange in whose redacted HAR file the text is unchanged.
struct HarmlessTrial: Sendable {
  let number: Int
  let kind: String
  let exchange: TrialExchange
  /// A part of the URL, of a header value or of a body, without the escapes of the HAR file.
  let text: String
}

/// Two exchanges that differ in one value under a weak name, and in their response bodies.
struct WeakPair: Sendable {
  let number: Int
  let kind: String
  let name: String
  let values: [String]
  let first: TrialExchange
  let second: TrialExchange
}
