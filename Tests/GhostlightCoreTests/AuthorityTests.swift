import GhostlightCore
import Testing

@Suite struct `Authorities` {
  @Test(
    arguments: [
      ("localhost", "localhost", nil),
      ("localhost:4401", "localhost", 4401),
      ("a.localhost:0", "a.localhost", 0),
      ("127.0.0.1:65535", "127.0.0.1", 65535),
      ("host:0080", "host", 80),
      ("host:0000080", "host", 80),
      ("host:+80", "host", 80),
      ("host:65536", "host", nil),
      ("host:99999999999999999999", "host", nil),
      ("host:", "host", nil),
      ("host:http", "host", nil),
      ("host:-1", "host", nil),
      ("host: 80", "host", nil),
      (":80", "", 80),
      ("", "", nil),
      ("[::1]", "[::1]", nil),
      ("[::1]:4401", "[::1]", 4401),
      ("[fe80::1%25en0]:80", "[fe80::1%25en0]", 80),
      ("[::1]:", "[::1]", nil),
      ("a:b:80", "a:b", 80),
      ("ä.example:80", "ä.example", 80),
    ] as [(String, String, Int?)])
  func `an authority is split at the last colon outside brackets`(
    text: String, host: String, port: Int?
  ) {
    let authority = Authority(text)
    #expect(authority.host == host)
    #expect(authority.port == port)
  }
}
