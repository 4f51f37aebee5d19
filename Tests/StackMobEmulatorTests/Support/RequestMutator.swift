import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Creates hostile requests by changing valid ones.
///
/// Two mutators with the same seed create the same requests.
struct RequestMutator {
  private var random: SplitMix64
  private let good: [Request]

  init(seed: UInt64, _ world: World) {
    random = SplitMix64(seed: seed)
    good = RouteRow.all.map { $0.request(world) } + RefusalRow.all.map { $0.request(world) }
  }

  /// Returns a valid request to which up to five changes were applied.
  mutating func next() -> Request {
    var request = pick(good)
    for _ in 0..<Int.random(in: 0...5, using: &random) { change(&request) }
    return request
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &random)]
  }

  private mutating func change(_ request: inout Request) {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: request.method = pick(Self.methods)
    case 1, 2: request.target = RequestTarget(mutated(request.target.raw, Self.targetParts))
    case 3, 4, 5: request.body = mutated(request.body, Self.bodyParts)
    case 6: request.body = pick(good).body
    case 7: changeField(&request)
    case 8: request.target = RequestTarget(pick(Self.targets) + pick(Self.queries))
    default: request.headers[.field(pick(Self.fields).0)] = pick(Self.fields).1
    }
  }

  private mutating func changeField(_ request: inout Request) {
    guard !request.headers.isEmpty else { return }
    let position = Int.random(in: request.headers.indices, using: &random)
    let value = request.headers[position].value
    request.headers[position].value = mutated(value, Self.fieldParts)
  }

  private mutating func mutated(_ text: String, _ parts: [String]) -> String {
    String(decoding: mutated(Array(text.utf8), parts), as: UTF8.self)
  }

  private mutating func mutated(_ bytes: [UInt8], _ parts: [String]) -> [UInt8] {
    var result = bytes
    let position = Int.random(in: 0...bytes.count, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: result.insert(UInt8.random(in: .min ... .max, using: &random), at: position)
    case 1 where position < bytes.count: result.remove(at: position)
    case 2 where position < bytes.count:
      result[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 3: result.removeSubrange(position...)
    case 4 where !bytes.isEmpty:
      let end = Int.random(in: position...bytes.count, using: &random)
      result.insert(contentsOf: bytes[position..<end], at: position)
    default: result.insert(contentsOf: pick(parts).utf8, at: position)
    }
    return result
  }
}

extension RequestMutator {
  private static let methods: [HTTPRequest.Method] = [
    .get, .post, .put, .delete, .head, .options, .patch, .trace,
  ]

  private static let targets = [
    "/todo", "/user", "/todo/1", "/user/jack", "/user/jack/friends", "/todo/1/tags/a", "/nix",
    "/todo/1/at", "/todo/1/n/1", "/user/jack/password", "/user/jack/password/x", "/listapi",
    "/vault", "/vault/1", "/hello", "/sleepy", "/_s3/ghostlight-development/todo/1/pic/a.txt",
    "/_s3/ghostlight-production/todo/p/pic/a", "/tokens", "/tokens/ios/é", "/notifications",
    "/push_users_universal", "/user/facebookAccessToken", "/user/linkUserWithGigya",
  ]

  private static let queries = [
    "", "?", "?n=1", "?n[lt]=9223372036854775807", "?n=9223372036854775808", "?at[near]=0,0",
    "?at[within]=-90,-180,90,179", "?at[near]=90,-180,0", "?[or1].n=1&[or2].n=2",
    "?[or-9223372036854775808].[and9223372036854775807].n=1", "?_expand=3", "?tags[nin]=a,",
    "?title[empty]=false", "?friends=jill", "?createddate[gt]=-9223372036854775808", "?=", "?[",
    "?[or1]", "?[or\u{301}1].n=1", "?n[lt\u{301}]=1", "?password=x",
  ]

  private static let targetParts = [
    "%", "%00", "%ff", "%2F", "//", "[", "]", "[inc]", "?", "&", "=", "[or1].", "[and1].", ",",
    "\u{301}", "ä", "\u{0}", "_expand=2&", "[near]", "[within]=1,2,3", "[in]=,,",
  ]

  private static let bodyParts = [
    "{", "}", "[", "]", ",", ":", "\"", "null", "1e999", "-0", "1.50", "9223372036854775807",
    "-9223372036854775808", "12345678901234567890", #""n[inc]":9223372036854775807,"#,
    #""createddate":-9223372036854775808,"#, #""lastmoddate":9223372036854775807,"#,
    #""at":{"lat":90,"lon":-180,"distance":1},"#, #""tags":[],"#, #""sm_owner":1,"#, "\\ud800",
    #""pic":"Content-Type: a/b\\nContent-Disposition: attachment; filename=\\"\\nContent-"#
      + #"Transfer-Encoding: base64\\n\\n=","#,
    #""pic":"Content-Type:","#, #""pic":"Content-Type: \\r\\n\\r\\n:","#, "aGVsbG8=", "\\r\\n",
    #""friends":{"username":"jill","friends":[{"username":"jack"},"x"]},"#, #""badge":1,"#,
    #""friends":[{"friends":{"friends":{"friends":{}}}}],"#, #""tokens":[{}],"#, #""kvPairs":1,"#,
    #""username":"","#, "fb_at=&", "tw_tk=t&", #""userId":"","#,
    #""password":null,"#, "&", "=", "%zz", "%ff", #""friends":["jack","gone"],"#, "\u{301}",
  ]

  private static let fieldParts = [
    "-", "=", "\"", ",", ":", ";", " ", "9223372036854775807", "99999999999999999999", "é", "\\",
    "MAC ", "OAuth ", "version=1", "objects=", ".", "&", "friends=user", "=geopoint", "%", "%ff",
  ]

  private static let fields = [
    ("Range", "objects=9223372036854775807-"), ("Range", "objects=0-9223372036854775807"),
    ("Range", "objects=9223372036854775806-9223372036854775807"), ("Range", "objects=1-0"),
    ("X-StackMob-Expand", "3"), ("X-StackMob-Expand", "-9223372036854775808"),
    ("X-StackMob-Select", "friends.friends.*,,.,*"), ("X-StackMob-Select", "....."),
    ("X-StackMob-OrderBy", "at:desc,tags,n:asc"), ("X-StackMob-OrderBy", ",:,"),
    ("X-StackMob-CascadeDelete", "true"), ("X-HTTP-Method-Override", "DELETE"),
    ("X-HTTP-Method-Override", "PUT"), ("X-HTTP-Method-Override", "HEAD"),
    ("X-StackMob-Forwarded-Host", "h"), ("X-StackMob-Forwarded-Port", "-1"),
    ("Accept", "application/vnd.stackmob+json; version=1"), ("Accept", ";version=;"),
    ("X-StackMob-Relations", "friends=user&friends.friends=user&friends.friends.friends=user"),
    ("X-StackMob-Relations", ""), ("X-StackMob-Relations", "at=user&tags=user&todo_id=todo"),
    ("X-StackMob-Relations", "a.b.c.d=x"), ("X-StackMob-Relations", "=&=.=&friends=fresh"),
    ("X-StackMob-FieldTypes", "fresh=binary&title=geopoint&friends.x=forgotpassword"),
    ("X-StackMob-FieldTypes", "&&.=binary"),
    ("Access-Control-Request-Headers", "x-stackmob-api-key-"),
    ("Origin", "null"), ("Authorization", "MAC"), ("Authorization", "OAuth realm=\""),
  ]
}
