/// The reason why a signature was refused, described for the client's developer.
///
/// It contains the expected signature on purpose, because an emulator has nothing to protect. It
/// never contains the key.
package struct SignatureMismatch: Sendable, Hashable {
  /// The string that the emulator signed.
  package var stringToSign: String
  /// The expected signature, in base64.
  package var ours: String
  /// The signature that the client sent.
  package var theirs: String

  package init(stringToSign: String, ours: String, theirs: String) {
    self.stringToSign = stringToSign
    self.ours = ours
    self.theirs = theirs
  }

  /// The index of the first byte at which the signatures differ.
  package var firstDifference: Int {
    var index = 0
    for (left, right) in zip(ours.utf8, theirs.utf8) {
      guard left == right else { break }
      index += 1
    }
    return index
  }
}

extension SignatureMismatch: CustomStringConvertible {
  /// One line of printable ASCII, which can be used in a header field.
  package var description: String {
    "our string to sign is \(EscapedText.quote(stringToSign)),"
      + " our signature is \(EscapedText.quote(ours)), theirs is \(EscapedText.quote(theirs)),"
      + " the first difference is at byte \(firstDifference)"
  }
}

extension SignatureMismatch {
  /// Parses the ``description`` of a mismatch inside a refusal's reason; returns `nil` if there is
  /// none.
  package init?(explaining reason: String) {
    guard let start = reason.firstRange(of: Self.opening) else { return nil }
    var rest = reason[start.upperBound...]
    guard let text = EscapedText.unquote(&rest), rest.hasPrefix(", our signature is ") else {
      return nil
    }
    rest = rest.dropFirst(", our signature is ".count)
    guard let ours = EscapedText.unquote(&rest), rest.hasPrefix(", theirs is ") else { return nil }
    rest = rest.dropFirst(", theirs is ".count)
    guard let theirs = EscapedText.unquote(&rest) else { return nil }
    self.init(stringToSign: text, ours: ours, theirs: theirs)
  }

  private static let opening = "our string to sign is "
}

/// The result of verifying a signature.
package enum SignatureVerdict: Sendable, Hashable {
  /// The signature was made with the expected key, for this request.
  case valid
  /// The signature was not made with the expected key, or not for this request.
  case invalid(SignatureMismatch)
}
