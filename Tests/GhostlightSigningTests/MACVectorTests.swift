import GhostlightSigning
import Testing

/// A row of the table of MACs in the protocol reference, A4.1.
struct MACVector: Sendable, CustomTestStringConvertible {
  var id = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6"
  var key = "Zq8vT3mLr0XyWcB5nHsJ2dPfKg7uEa91"
  var timestamp: Int64
  var nonce: String
  var request: MACRequest
  var text: String
  var mac: String

  var testDescription: String { "\(request.method) \(request.target)" }

  static let all = [
    MACVector(
      id: "accessToken", key: "macKey", timestamp: 1337, nonce: "noncenonce",
      request: MACRequest(method: "POST", target: "hello", host: "host", port: 443),
      text: "1337\nnoncenonce\nPOST\nhello\nhost\n443\n\n", mac: "ZpsJivPXcc4cTc6I50bC5XpQfEU="),
    MACVector(
      id: "accessToken", key: "macKey", timestamp: 1337, nonce: "noncenonce",
      request: MACRequest(method: "post", target: "/hello", host: "host", port: 443),
      text: "1337\nnoncenonce\nPOST\n/hello\nhost\n443\n\n", mac: "0zhv2wxoLoZ8jhFuUP+XVrLJLmA="),
    MACVector(
      timestamp: 1_371_040_000, nonce: "n4711",
      request: MACRequest(
        method: "GET", target: "/todo?done=false&priority[gte]=2", host: "127.0.0.1", port: 8080),
      text: "1371040000\nn4711\nGET\n/todo?done=false&priority[gte]=2\n127.0.0.1\n8080\n\n",
      mac: "yVVN/hMLo9SR0oXehMyiIbhjY6E="),
    MACVector(
      timestamp: 1_371_040_000, nonce: "n4711",
      request: MACRequest(
        method: "GET", target: "/todo?done=false&priority%5Bgte%5D=2", host: "127.0.0.1",
        port: 8080),
      text: "1371040000\nn4711\nGET\n/todo?done=false&priority%5Bgte%5D=2\n127.0.0.1\n8080\n\n",
      mac: "DJrARed6wQ5TsJwBqu8rZqBEjRQ="),
    MACVector(
      timestamp: 1_371_040_060, nonce: "n17",
      request: MACRequest(method: "POST", target: "/todo", host: "api.stackmob.com", port: 80),
      text: "1371040060\nn17\nPOST\n/todo\napi.stackmob.com\n80\n\n",
      mac: "KorXepusDGnrmgq06kT13BMNXNM="),
    MACVector(
      timestamp: 1_371_040_120, nonce: "n9999",
      request: MACRequest(
        method: "GET", target: "/user/loggedInUser", host: "api.stackmob.com", port: 443),
      text: "1371040120\nn9999\nGET\n/user/loggedInUser\napi.stackmob.com\n443\n\n",
      mac: "QrZId64TWlhO+HMNpjEdfi3MyzM="),
    MACVector(
      timestamp: 1_371_040_180, nonce: "n5",
      request: MACRequest(
        method: "DELETE", target: "/todo/4f0c%20x", host: "127.0.0.1", port: 8080),
      text: "1371040180\nn5\nDELETE\n/todo/4f0c%20x\n127.0.0.1\n8080\n\n",
      mac: "H1PVJuRlz75lKSI8heN0Ac9eXxI="),
  ]
}

@Suite struct `MAC vectors of the protocol reference` {
  @Test(arguments: MACVector.all)
  func `the normalized string ends with an empty line`(_ vector: MACVector) {
    let string = MACNormalizedString(
      timestamp: String(vector.timestamp), nonce: vector.nonce, method: vector.request.method,
      target: vector.request.target, host: vector.request.host, port: vector.request.port)
    #expect(string.text == vector.text)
  }

  @Test(arguments: [0, 7, 80, 65_535, .max, -1, .min])
  func `the port has its own line`(_ port: Int) {
    let string = MACNormalizedString(
      timestamp: "1", nonce: "n", method: "get", target: "/", host: "h", port: port)
    #expect(string.text == "1\nn\nGET\n/\nh\n\(port)\n\n")
  }

  @Test func `credentials with a different key sign with that key`() {
    let vector = MACVector.all[0]
    var credentials = MACCredentials(id: vector.id, key: "another")
    credentials.key = vector.key
    let authorization = MACSigner.sign(
      vector.request, with: credentials, timestamp: vector.timestamp, nonce: vector.nonce)
    #expect(authorization.mac == vector.mac)
    #expect(credentials == MACCredentials(id: vector.id, key: vector.key))
  }

  @Test(arguments: MACVector.all)
  func `signing prints the header of the reference`(_ vector: MACVector) {
    let authorization = MACSigner.sign(
      vector.request, with: MACCredentials(id: vector.id, key: vector.key),
      timestamp: vector.timestamp, nonce: vector.nonce)
    let header =
      "MAC id=\"\(vector.id)\",ts=\"\(vector.timestamp)\",nonce=\"\(vector.nonce)\","
      + "mac=\"\(vector.mac)\""
    #expect(authorization.headerValue == header)
  }

  @Test(arguments: MACVector.all)
  func `the verifier accepts signed requests`(_ vector: MACVector) {
    let authorization = MACAuthorization(
      id: vector.id, timestamp: String(vector.timestamp), nonce: vector.nonce, mac: vector.mac)
    let verdict = MACVerifier.verify(
      authorization, key: MessageAuthentication.SHA1Key(vector.key), request: vector.request)
    #expect(verdict == .valid)
  }
}
