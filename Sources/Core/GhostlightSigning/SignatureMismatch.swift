/// Why a signature was refused, for the client's author: what we signed, our result and theirs.
///
/// It holds our signature on purpose, since an emulator has nothing to protect; never the key.
package struct SignatureMismatch: Sendable, Hashable {
  /// The text that we signed.
  package var stringToSign: String
  /// The signature that would have been accepted, in base64.
  package var ours: String
  /// The signature received.
  package var theirs: String

  package init(stringToSign: String, ours: String, theirs: String) {
    self.stringToSign = stringToSign
    self.ours = ours
    self.theirs = theirs
  }

  /// The first byte at which the two signatures differ, counted from 0.
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
  /// One line of printable ASCII, fit for a header field.
  package var description: String {
    "our string to sign is \(EscapedText.quote(stringToSign)),"
      + " our signature is \(EscapedText.quote(ours)), theirs is \(EscapedText.quote(theirs)),"
      + " the first difference is at byte \(firstDifference)"
  }
}

extension SignatureMismatch {
  /// Reads the mismatch of which a reason tells, as ``description`` prints it; `nil` where it tells of
  /// none, or not to the end.
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

/// What checking a signature found.
package enum SignatureVerdict: Sendable, Hashable {
  /// The signature is the key's own.
  case valid
  /// The signature is not the key's own for this request.
  case invalid(SignatureMismatch)
}
