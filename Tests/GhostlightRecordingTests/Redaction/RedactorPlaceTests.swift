import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `Redaction of addresses and header fields` {
  private static let target: [(String, String)] = [
    ("/user?password=hunter2", "/user?password=REDACTED-password-1"),
    ("/a?x=1&access_token=tok%2B1&y", "/a?x=1&access_token=REDACTED-access_token-1&y"),
    (
      "/a?oauth_signature=tnn%3D&oauth_timestamp=17",
      "/a?oauth_signature=REDACTED&oauth_timestamp=0"
    ),
    ("/a?next=%2Flogin%3Ftoken%3Dabc", "/a?next=%2Flogin%3Ftoken%3DREDACTED-token-1"),
    (
      "/a?where=%7B%22secret%22%3A%22s%22%7D",
      "/a?where=%7B%22secret%22%3A%22REDACTED-secret-1%22%7D"
    ),
    ("/a;jsessionid=1;sid=99/b", "/a;jsessionid=REDACTED-jsessionid-1;sid=REDACTED-sid-1/b"),
    ("/a?token=", "/a?token="),
    ("/a?%zz&password=p", "/a?%zz&password=REDACTED-password-1"),
    ("/todo/a%20b?priority[gte]=2&q=x+y", "/todo/a%20b?priority[gte]=2&q=x+y"),
  ]

  @Test(arguments: target)
  func `targets`(_ raw: String, _ expected: String) {
    #expect(redacted(Request(.get, RequestTarget(raw))).target.raw == expected)
  }

  @Test(arguments: [
    ("jack:s3cret!@localhost", "jack:REDACTED-password-1@localhost"),
    ("deadbeef@localhost:80", "REDACTED-userinfo-1@localhost:80"),
    ("localhost:4401", "localhost:4401"),
  ])
  func `authorities`(_ raw: String, _ expected: String) {
    #expect(redacted(Request(.get, "/", authority: raw)).authority == expected)
  }

  private static let fields: [(String, String, String)] = [
    (
      "Authorization", #"MAC id="abc",ts="1337",nonce="n1",mac="bWFj""#,
      #"MAC id="REDACTED-access_token-1",ts="0",nonce="REDACTED",mac="REDACTED""#
    ),
    (
      "Authorization",
      #"OAuth realm="r", oauth_consumer_key="k", oauth_token="t", oauth_signature_method="HMAC-SHA1", oauth_signature="x%3D", oauth_timestamp="12", oauth_nonce="n""#,
      #"OAuth realm="r", oauth_consumer_key="REDACTED-oauth_consumer_key-1", oauth_token="REDACTED-oauth_token-1", oauth_signature_method="HMAC-SHA1", oauth_signature="REDACTED", oauth_timestamp="0", oauth_nonce="REDACTED""#
    ),
    ("Authorization", "Bearer a.b|c", "Bearer REDACTED-bearer-1"),
    ("authorization", "Basic amFjazpwdw==", "Basic amFjazpSRURBQ1RFRC1wYXNzd29yZC0x"),
    ("Authorization", "Basic ???", "Basic REDACTED-basic-1"),
    ("Authorization", "s3cr3t", "REDACTED-authorization-1"),
    ("Authorization", "key=AAA", "REDACTED-authorization-1"),
    ("Authorization", "GoogleLogin auth=AAA", "GoogleLogin auth=REDACTED-auth-1"),
    (
      "Authorization", #"Digest username="jack", nonce="n", response="r", opaque="o""#,
      #"Digest username="jack", nonce="REDACTED", response="REDACTED", opaque="REDACTED-opaque-1""#
    ),
    (
      "Authorization",
      "AWS4-HMAC-SHA256 Credential=AKID/2013/s3, SignedHeaders=host, Signature=abc",
      "AWS4-HMAC-SHA256 Credential=REDACTED-credential-1, SignedHeaders=host, Signature=REDACTED"
    ),
    (
      "Authorization", "type%3Dmaster%26ver%3D1.0%26sig%3Dabc%3D",
      "type%3Dmaster%26ver%3D1.0%26sig%3DREDACTED"
    ),
    (
      "Authorization", "type%3Dresource%26ver%3D1%26sig%3Dabc%3D%3Bdef%3B",
      "type%3Dresource%26ver%3D1%26sig%3DREDACTED-token-1"
    ),
    ("Cookie", "a=1; sid=xyz;b", "a=1; sid=REDACTED-sid-1;b"),
    (
      "Set-Cookie", "auth_token=\"v%20w\"; Path=/; HttpOnly",
      "auth_token=REDACTED-auth_token-1; Path=/; HttpOnly"
    ),
    ("secret", "s3cr3t", "REDACTED-secret-1"),
    ("X-StackMob-API-Key", "3f2b8c1e", "REDACTED-x_stackmob_api_key-1"),
    (
      "Referer", "https://jack:pw@h/x?sid=1&y=2",
      "https://jack:REDACTED-password-1@h/x?sid=REDACTED-sid-1&y=2"
    ),
    (
      "Accept", "application/vnd.stackmob+json; version=0",
      "application/vnd.stackmob+json; version=0"
    ),
    ("x-ms-session-token", "0:-1#17", "0:-1#17"),
  ]

  @Test(arguments: fields)
  func `secrets in fields are masked`(_ name: String, _ value: String, _ expected: String) throws {
    let name = try #require(HTTPField.Name(name))
    let request = Request(.get, "/", headers: [name: value])
    #expect(redacted(request).headers == [name: expected])
  }

  private func redacted(_ request: Request) -> Request {
    Redactor().redact(Recording([RecordedExchange(request, Response(.ok))])).exchanges[0].request
  }
}
