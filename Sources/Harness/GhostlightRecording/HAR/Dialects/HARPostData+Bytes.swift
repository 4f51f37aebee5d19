import GhostlightCore

extension HARPostData {
  /// The body's bytes, made of the form's fields where the tool saved those alone.
  func body(lengths: [Int], type: String?) throws(HARProblem) -> [UInt8] {
    if text ?? "" == "", let form = HARForm.bytes(params, type: type ?? mimeType ?? "") {
      return form
    }
    return try HARBody.read(
      text ?? "", encoding: encoding, lengths: lengths, type: type ?? mimeType)
  }
}
