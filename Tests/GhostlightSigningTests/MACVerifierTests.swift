import GhostlightSigning
import Testing

@Suite struct `MAC verification` {
  static let key = "Zq8vT3mLr0XyWcB5nHsJ2dPfKg7uEa91"
  static let request = MACRequest(
    method: "GET", target: "/todo/a%20b?name=%22%C3%A9%22&x=1%2C2", host: "127.0.0.1", port: 8080,
    alternatePorts: [4400])

  static func authorization(_ mac: String) -> MACAuthorization {
    MACAuthorization(id: "token", timestamp: "1371040000", nonce: "n4711", mac: mac)
  }

  private static func verify(
    _ authorization: MACAuthorization, key: String = Self.key, _ request: MACRequest
  ) -> SignatureVerdict {
    MACVerifier.verify(
      authorization, key: MessageAuthentication.SHA1Key(key), request: request)
  }

  /// MACs from Python's `hmac` module, for different forms of the same request.
  @Test(arguments: [
    "3MAKwwohtBOGz3XKPgQo8N+WO5Q=",  // as sent
    "Z6PlXtVsOJTFBLyJxWyw7PuY+EY=",  // query decoded
    "DpL0hwJLOyv1OA6PezkfftREbL4=",  // path and query decoded
    "3Ecn3ko7cKDwLkWuvQj457TkptA=",  // path decoded
    "5f9pNXZZBpnAaEJ7fB3awwoKalc=",  // path and query decoded, the http listener's port
  ])
  func `each client's way of signing is accepted`(_ mac: String) {
    let verdict = Self.verify(Self.authorization(mac), Self.request)
    #expect(verdict == .valid)
  }

  @Test func `a port without a listener is refused`() {
    var request = Self.request
    request.alternatePorts = []
    let verdict = Self.verify(Self.authorization("5f9pNXZZBpnAaEJ7fB3awwoKalc="), request)
    #expect(verdict != .valid)
  }

  struct Change: Sendable {
    var key = MACVector.all[2].key
    var edit: @Sendable (inout MACRequest) -> Void = { _ in }
  }

  @Test(arguments: [
    Change(key: "anotherKey"),
    Change(key: ""),
    Change { $0.method = "PUT" },
    Change { $0.target = "/todo?done=true&priority[gte]=2" },
    Change { $0.target = "/todo?done=false&priority[gte]=2&" },
    Change { $0.target = "/Todo?done=false&priority[gte]=2" },
    Change { $0.host = "localhost" },
    Change { $0.port = 80 },
  ])
  func `a changed request or key is refused`(_ change: Change) {
    let vector = MACVector.all[2]
    var request = vector.request
    change.edit(&request)
    let authorization = MACAuthorization(
      id: vector.id, timestamp: String(vector.timestamp), nonce: vector.nonce, mac: vector.mac)
    let verdict = Self.verify(authorization, key: change.key, request)
    #expect(verdict != .valid)
  }

  @Test(arguments: [
    "", "=", "yVVN/hMLo9SR0oXehMyiIbhjY6E", "yVVN/hMLo9SR0oXehMyiIbhjY6E= ",
    "yvvn/hmlo9sr0oxehmyiibhjy6e=", "é",
  ])
  func `a MAC with different text is refused`(_ mac: String) {
    var authorization = Self.authorization(mac)
    authorization.id = MACVector.all[2].id
    let verdict = Self.verify(authorization, MACVector.all[2].request)
    #expect(verdict != .valid)
  }

  @Test func `a mismatch shows the signed text, both MACs and the difference, but not the key`() {
    let vector = MACVector.all[2]
    let theirs = "yVVN/hMLo9SR0oXehMyiIbhjY60="
    let verdict = Self.verify(
      Self.authorization(theirs), key: vector.key, vector.request)
    let mismatch = SignatureMismatch(stringToSign: vector.text, ours: vector.mac, theirs: theirs)
    #expect(verdict == .invalid(mismatch))
    #expect(
      mismatch.description
        == #"our string to sign is "1371040000\nn4711\nGET\n/todo?done=false&priority[gte]=2\n"#
        + #"127.0.0.1\n8080\n\n", our signature is "yVVN/hMLo9SR0oXehMyiIbhjY6E=","#
        + #" theirs is "yVVN/hMLo9SR0oXehMyiIbhjY60=", the first difference is at byte 26"#)
    #expect(!mismatch.description.contains(vector.key))
  }

  @Test(arguments: [
    ("abc", "abd", 2), ("abc", "ab", 2), ("ab", "abc", 2), ("abc", "", 0), ("abc", "xbc", 0),
  ])
  func `the first difference is counted in bytes`(_ ours: String, _ theirs: String, _ byte: Int) {
    let mismatch = SignatureMismatch(stringToSign: "", ours: ours, theirs: theirs)
    #expect(mismatch.firstDifference == byte)
  }

  @Test func `text in a mismatch stays on one line of ASCII`() {
    let text = EscapedText.quote("a\"b\\c\r\n\té\u{0}")
    #expect(text == #""a\"b\\c\r\n\t\u{e9}\u{0}""#)
  }
}
