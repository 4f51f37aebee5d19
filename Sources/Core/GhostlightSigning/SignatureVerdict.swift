/// What checking a signature found.
package enum SignatureVerdict: Sendable, Hashable {
  /// The signature is the key's own.
  case valid
  /// The signature is not the key's own for this request.
  case invalid(SignatureMismatch)
}
