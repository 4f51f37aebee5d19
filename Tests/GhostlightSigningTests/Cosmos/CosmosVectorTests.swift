import GhostlightCore
import HTTPTypes
import Testing

@testable import GhostlightSigning

/// Tests the signatures of the protocol reference, B4.
@Suite struct `Cosmos DB signatures` {
  static let date = "Fri, 20 Sep 2019 10:11:12 GMT"
  static let seconds: Int64 = 1_568_974_272

  @Test(arguments: rows)
  func `a request is signed as in the protocol reference`(
    _ method: String, _ target: String, _ signature: String
  ) throws {
    let link = CosmosResourceLink(RequestTarget(target))
    let usesRID = target.contains("HqsVAA")
    let text = link.stringToSign(method: method, date: Self.date, usesRID: usesRID)
    #expect(CosmosMasterKey.wellKnown.signature(of: text) == signature)
    #expect(CosmosMasterKey.wellKnown.verify(signature, of: text) == .valid)
  }

  static let rows: [(String, String, String)] = [
    ("GET", "/", "Mfzp7uUPQbBY/fOya96XViBRQOmP/zy/S/0IxPV3MaE="),
    ("GET", "/dbs", "xVs8/RoM1aRQxnQNNCcSEaBK6zZ5YJ0a17JOR+hcuvE="),
    ("POST", "/dbs", "imtPcbEC3T+fg48XwwFz2ul3Aogk6sfWIAYNdlx+yD4="),
    ("GET", "/dbs/mbaas/", "p5wEd0Jzp/ksWFVv74Vh2s7pJ2yaRmuEyjehQ8R+0Zg="),
    ("POST", "/dbs/mbaas/colls", "DIYFqL927/Kh1/mkIn+Z/nE2j5oVKYMBWKI2f1kQId4="),
    ("GET", "/dbs/mbaas/colls/appcenter", "QXf5LK2dH+cDVlEMV4ga895ujb/3ExK0ri+GzRrvDyY="),
    ("GET", "/dbs/mbaas/colls/appcenter/pkranges", "55N06gGQyjjL9z+HQ9PE3mvisuqeq9VOynw6JRhJe9c="),
    ("POST", "/dbs/mbaas/colls/appcenter/docs", "Z8c1s5MPPuDPANXr20X9xSf4bTqIPQCMxLGZo0FBjhU="),
    ("GET", "/dbs/mbaas/colls/appcenter/docs", "L+/1SoQP+fAsc+vGcc/JnWRbcI+s/E4/OH3TjaIWkSw="),
    (
      "GET", "/dbs/mbaas/colls/appcenter/docs/my-doc-1",
      "g3M73wQbolwXtgcAs46lx72xKxw/TpXNG6ljNygRhrE="
    ),
    (
      "PUT", "/dbs/mbaas/colls/appcenter/docs/my-doc-1",
      "jgio4RcT/fv4Ue1JNd9FZnIKJ6HtQnMcqn6IuKcG92Y="
    ),
    (
      "DELETE", "/dbs/mbaas/colls/appcenter/docs/my-doc-1",
      "9764CY8tTGOU8DrxTeZtXlDo8Vrxa/QVevOaGcDi8zc="
    ),
    (
      "GET", "/dbs/mbaas/colls/appcenter/docs/Test%28Document",
      "HYgRBU2tqDOHz2WKbF18RH3RYW2bo8RMUu1kCVccucY="
    ),
    (
      "POST", "/dbs/mbaas/colls/appcenter/operations/partitionkeydelete",
      "jf2V4AdHP+REhIIx7NQCywIs1Jp3B7Vsyts7AUeZ63w="
    ),
    (
      "GET", "/dbs/HqsVAA==/colls/HqsVAMg0hU4=/docs/HqsVAMg0hU4EAAAAAAAAAA==",
      "zzK3P+ITr7bsjt4n2vTEa4ESkt7VcEfkyXLcCmz3g0c="
    ),
  ]

  @Test(
    arguments: [
      "/", "/dbs", "/dbs/", "/dbs//x", "//", "", "x", "/DBS", "/Dbs/Shop", "/dbs/shop?x=/y",
      "/dbs/a/colls/b/operations/partitionkeydelete", "/dbs/a/colls/b/others/c",
      "/dbs/a/colls/b/Docs/C", "/dbs/a/colls/b/docs/%41", "/dbs/a/colls/b/docs/\u{e9}", "/?", "/a",
      "/dbs/a/colls/b/docs/c/attachments", "/dbs/a/colls/b/docs/c/attachments/d", "/o/o/o/o/o/o",
    ] + rows.map(\.1))
  func `the bytes to sign are those of the text to sign`(_ target: String) {
    let target = RequestTarget(target)
    for (date, httpDate) in [(Self.date, ""), ("", Self.date), ("", "")] {
      let text = CosmosResourceLink(target).stringToSign(
        method: "GET", date: date, httpDate: httpDate)
      let bytes = CosmosResourceLink.bytesToSign(
        target, method: "GET", date: date, httpDate: httpDate)
      #expect(bytes == nil || bytes == Array(text.utf8))
    }
  }

  @Test func `the paths of most requests need only the fast method`() {
    for target in ["/dbs", "/dbs/a", "/dbs/a/colls/b/docs", "/dbs/a/colls/b/docs/c"] {
      let bytes = CosmosResourceLink.bytesToSign(
        RequestTarget(target), method: "GET", date: Self.date)
      #expect(bytes != nil)
    }
  }

  @Test func `a key verifies only its own signatures, however often it is used`() throws {
    let other = try #require(CosmosMasterKey("AAAA"))
    let message = Array("message".utf8)
    for _ in 0..<2 {
      for (own, foreign) in [(CosmosMasterKey.wellKnown, other), (other, .wellKnown)] {
        let signature = own.signature(of: "message")
        #expect(own.signs(message, as: signature))
        #expect(!own.signs(Array("massage".utf8), as: signature))
        #expect(!foreign.signs(message, as: signature))
      }
    }
  }

  @Test func `a signed request has a date and an escaped signature`() {
    let request = Request(.get, "/").signed(with: .wellKnown, milliseconds: Self.seconds * 1000)
    #expect(
      request.headers[.authorization]
        == "type%3Dmaster%26ver%3D1.0%26sig%3DMfzp7uUPQbBY%2FfOya96XViBRQOmP%2Fzy%2FS%2F0IxPV3MaE%3D"
    )
    #expect(request.headers[.msDate] == Self.date)
  }

  @Test func `a resource token is written and parsed as in the reference`() {
    let token = CosmosResourceToken(
      expiry: 1_568_977_872, mode: .read, partitionKey: "readonly",
      resource: "dbs/mbaas/colls/appcenter")
    let text =
      "type=resource&ver=1&sig=Edost12x8XIic6lmg/jrZA==;eyJleHAiOjE1Njg5Nzc4NzIsIm0iOiJSZWFkIiwicGsiOiJyZWFkb25seSIsInIiOiJkYnMvbWJhYXMvY29sbHMvYXBwY2VudGVyIn0=;"
    #expect(token.text(signedWith: .wellKnown) == text)
    #expect(CosmosResourceToken(text, signedWith: .wellKnown) == token)
    #expect(
      CosmosResourceToken(text.replacing("Edost", with: "Fdost"), signedWith: .wellKnown) == nil)
    #expect(CosmosResourceToken(text.replacing("eyJ", with: "eyK"), signedWith: .wellKnown) == nil)
  }

  @Test(arguments: [
    "", "Bearer x", "type%3Dmaster%26ver%3D1.0%26sig%3D", "type%3Dx%26ver%3D1", "%zz",
  ])
  func `a field with another format is not an authorization`(_ value: String) {
    #expect(CosmosAuthorization(value) == nil)
  }
}
