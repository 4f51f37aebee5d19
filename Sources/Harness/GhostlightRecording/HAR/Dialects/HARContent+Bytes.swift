import GhostlightCore

extension HARContent {
  /// The body's bytes; empty where the tool saved none.
  func body() throws(HARProblem) -> [UInt8] {
    guard let text else { return [] }
    let size = self.size ?? -1
    let saved = compression ?? 0
    // By the specification the size is that of the decoded body; mitmproxy writes the other one.
    return try HARBody.read(
      text, encoding: encoding, lengths: [size, size + saved], type: mimeType)
  }
}
