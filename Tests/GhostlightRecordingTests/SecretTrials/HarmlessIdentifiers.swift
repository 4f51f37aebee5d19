/// Random-looking identifiers of requests, objects and files, which are not secrets.
enum HarmlessIdentifiers {
  static let headers: [HarmlessKind] = [
    .header("ETag") { "\"" + $0.string(32, .hex) + "\"" },
    .header("ETag") { "W/\"\($0.string(3, .hex))-\($0.string(27, .base64))\"" },
    .header("If-None-Match", inRequest: true) { "\"" + $0.string(40, .hex) + "\"" },
    .header("x-amz-request-id") { $0.string(16, .upperDigits) },
    .header("x-amz-id-2") { $0.string(75, .base64) + "=" },
    .header("X-Amz-Cf-Id") { $0.string(54, .base64URL) + "==" },
    .header("x-amz-version-id") { $0.string(32, .alphanumeric) },
    .header("x-amzn-requestid") { $0.uuid() },
    .header("X-Amzn-Trace-Id") { "Root=1-\($0.string(8, .hex))-\($0.string(24, .hex))" },
    .header("CF-RAY") { $0.string(16, .hex) + "-" + $0.pick(["FRA", "LHR", "SJC", "NRT"]) },
    .header("X-FB-Debug") { $0.string(86, .base64) + "==" },
    .header("traceparent", inRequest: true) {
      "00-\($0.string(32, .hex))-\($0.string(16, .hex))-01"
    },
    .header("X-Request-Id") { $0.uuid() },
    .header("X-Request-Id") { $0.string(32, .hex) },
    .header("X-GitHub-Request-Id") {
      "\($0.string(4, .hex).uppercased()):\($0.string(5, .digits)):\($0.string(7, .digits))"
    },
    .header("x-ms-request-id") { $0.uuid() },
    .header("X-B3-TraceId", inRequest: true) { $0.string(32, .hex) },
    .header("X-Cloud-Trace-Context") { $0.string(32, .hex) + "/" + $0.string(19, .digits) },
    .header("X-Served-By") { "cache-fra-\($0.string(8, .hex))-FRA" },
    .header("x-goog-hash") { "crc32c=\($0.string(5, .alphanumeric))A==" },
  ]

  static let objects: [HarmlessKind] = [
    .json("UUID of an object") { "\"\($0.pick(["uuid", "objectId", "owner"]))\":\"\($0.uuid())\"" },
    .json("UUID in array") { "\"members\":[\"\($0.uuid())\",\"\($0.uuid())\"]" },
    .target("UUID") { "/v1/orders/" + $0.uuid() },
    .json("identifier of 24 digits") { "\"_id\":\"\($0.string(24, .hex))\"" },
    .target("identifier of 24 digits") { "/v1/users/" + $0.string(24, .hex) },
    .json("sortable identifier") { "\"ulid\":\"01H\($0.string(23, .upperDigits))\"" },
    .json("large number") { "\"tweet\":\"\($0.string(19, .digits))\"" },
    .target("short identifier") { "/watch?v=" + $0.string(11, .base64URL) },
    .json("identifier of a customer") { "\"customer\":\"cus_\($0.string(14, .alphanumeric))\"" },
    .target("cursor") { "/v1/items?sort=-created_at&cursor=\($0.within(10...99_999))&limit=20" },
    .json("cursor") { "\"next_cursor\":\"\($0.within(10...99_999))\",\"has_more\":true" },
    .target("page") {
      "/v1/items?page=\($0.below(999))&per_page=50&order=\($0.pick(["asc", "desc"]))"
    },
  ]

  static let assets: [HarmlessKind] = [
    .target("hash in file name") { "/assets/app.\($0.string(8, .hex)).js" },
    .target("hash in file name") { "/static/css/main-\($0.string(32, .hex)).css" },
    .target("hash in file name") {
      "/_next/static/chunks/\($0.within(10...999))-\($0.string(16, .hex)).js"
    },
    .target("hash in query") { "/logo.svg?v=" + $0.string(10, .hex) },
    .page("script element", "text/html", before: "<head>", after: "</head>") {
      "<script src=\"/assets/vendor-\($0.string(64, .hex)).js\"></script>"
    },
    .page("style classes", "text/html", after: "Hello</div>") {
      "<div class=\"css-\($0.string(7, .lowerDigits)) r-\($0.string(7, .lowerDigits))\">"
    },
    .page("source map", "application/javascript", before: "run();\n") {
      "//# sourceMappingURL=index.\($0.string(20, .hex)).js.map"
    },
    .json("manifest") { "\"main.js\":\"/assets/main.\($0.string(20, .hex)).js\"" },
  ]

  static let hashes: [HarmlessKind] = [
    .header("Content-Security-Policy") {
      "script-src 'self' 'sha256-\($0.string(43, .base64))='; object-src 'none'"
    },
    .page("integrity", "text/html") {
      "<link rel=\"stylesheet\" href=\"/a.css\" integrity=\"sha384-\($0.string(64, .base64))\">"
    },
    .json("integrity") { "\"integrity\":\"sha512-\($0.string(86, .base64))==\"" },
    .json("commit") { "\"\($0.pick(["sha", "commit", "head_sha"]))\":\"\($0.string(40, .hex))\"" },
    .target("commit") { "/shop/app/commit/" + $0.string(40, .hex) },
    .header("Content-MD5") { $0.string(22, .base64) + "==" },
    .header("Digest") { "sha-256=\($0.string(43, .base64))=" },
    .json("checksum") { "\"sha256\":\"\($0.string(64, .hex))\"" },
    .json("checksum") { "\"md5\":\"\($0.string(32, .hex))\"" },
    .json("version") { "\"version\":\"1.\($0.below(99)).0+build.\($0.string(7, .hex))\"" },
  ]

  private static func image(_ random: inout TrialRandom) -> String {
    random.chance(percent: 50)
      ? "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP" + random.string(46, .base64) + "=="
      : "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB" + random.string(80, .base64)
  }

  static let images: [HarmlessKind] = [
    .json("data URI") { "\"avatar\":\"\(image(&$0))\"" },
    .page("data URI", "text/html", after: "<p>Hello</p>") { "<img src=\"\(image(&$0))\">" },
    .page("data URI", "text/css", after: "\n") { "a{background:url(\(image(&$0)))}" },
  ]

  private static func block(_ label: String, _ random: inout TrialRandom) -> String {
    let lines = (0..<random.within(3...6)).map { _ in random.string(64, .base64) }
    return "-----BEGIN \(label)-----\n" + lines.joined(separator: "\n")
      + "\n-----END \(label)-----\n"
  }

  static let publicKeys: [HarmlessKind] = [
    .page("public key", "application/x-pem-file") { block("PUBLIC KEY", &$0) },
    .page("certificate", "application/x-pem-file") { block("CERTIFICATE", &$0) },
    .json("public key") { "\"publicKey\":" + TrialText.quoted(block("PUBLIC KEY", &$0)) },
    .json("JWK of RSA") {
      "\"keys\":[{\"kty\":\"RSA\",\"kid\":\"\($0.uuid())\",\"use\":\"sig\",\"alg\":\"RS256\","
        + "\"n\":\"\($0.string(342, .base64URL))\",\"e\":\"AQAB\"}]"
    },
    .json("JWK of an elliptic curve") {
      "\"keys\":[{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"\($0.string(43, .base64URL))\","
        + "\"y\":\"\($0.string(43, .base64URL))\"}]"
    },
    .json("SSH public key") {
      "\"key\":\"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI\($0.string(43, .base64))\""
    },
  ]

  static let others: [HarmlessKind] = [
    .json("colour") {
      "\"color\":\"#\($0.string(6, .hex))\",\"background\":\"#\($0.string(8, .hex))\""
    },
    .json("time") { "\"created_at\":\"\($0.date())T10:00:00.\($0.string(6, .digits))Z\"" },
    .json("place") { "\"lat\":52.\($0.string(12, .digits)),\"lng\":13.\($0.string(12, .digits))" },
    .json("blurred image") { "\"blurhash\":\"L\($0.string(27, .alphanumeric))\"" },
    .json("error of a field") {
      let field = $0.pick(["password", "token", "api_key"])
      return "\"errors\":{\"\(field)\":[\"is too short (minimum is \($0.within(6...99)))\"]}"
    },
    .json("schema") { "\"password\":{\"type\":\"string\",\"minLength\":\($0.within(6...99))}" },
    .header("User-Agent", inRequest: true) {
      "Shop/\($0.below(99)).\($0.below(99)) (iPhone; iOS 17.4)"
    },
    .header("Cache-Control") { "private, max-age=\($0.below(86_400))" },
    .header("Server-Timing") { "auth;dur=\($0.below(999)).4, db;dur=\($0.below(99))" },
    .json("long word") { "\"name\":\"Donaudampfschifffahrtsgesellschaft \($0.below(9_999))\"" },
    .target("long slug") {
      "/blog/how-we-made-our-search-\($0.within(2...999))-times-as-fast-in-one-year"
    },
  ]
}
