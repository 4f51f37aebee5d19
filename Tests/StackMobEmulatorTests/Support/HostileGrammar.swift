import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes
import StackMobEmulator

/// Creates requests that are mostly well formed, but contain hostile numbers, names and tokens.
///
/// Two grammars with the same seed create the same requests.
struct HostileGrammar {
  var random: SplitMix64
  private let world: World

  init(seed: UInt64, _ world: World) {
    random = SplitMix64(seed: seed)
    self.world = world
  }

  /// Returns a request that is unsigned, or signed by a user or with the private key.
  mutating func next(_ app: StackMobApp) -> Request {
    let (method, target) = pick(Self.targets)
    var request = app.request(method, fill(target) + (chance(2) ? query() : ""), body(method))
    for _ in 0..<Int.random(in: 0...2, using: &random) { addField(&request) }
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      return request.signed(with: world.tokens.credentials, timestamp: seconds(), nonce: name())
    case 1: return request.signed(with: app.keys, timestamp: seconds(), nonce: name())
    case 2: request.headers[.authorization] = credentials()
    default: break
    }
    return request
  }

  /// Returns a time in milliseconds since 1970, which is sometimes an extreme one.
  mutating func milliseconds() -> Int64 {
    chance(4) ? pick([.min, .min + 1, -1, 0, .max - 1, .max]) : StackMobApp.start
  }

  private mutating func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &random) == 0 }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &random)]
  }

  private mutating func number() -> String { pick(Self.numbers) }

  private mutating func name() -> String { pick(Self.names) }

  private mutating func seconds() -> Int64 {
    pick([.min, .max, -1, 0, StackMobApp.start / 1000, StackMobApp.start / 1000 + 301])
  }

  /// Replaces each `#` in a pattern with a number, and each `$` with a name.
  private mutating func fill(_ pattern: String) -> String {
    var result = ""
    for character in pattern {
      switch character {
      case "#": result += number()
      case "$": result += name()
      default: result.append(character)
      }
    }
    return result
  }
}

extension HostileGrammar {
  private mutating func query() -> String {
    var conditions: [String] = []
    for _ in 0...Int.random(in: 0...2, using: &random) {
      let prefix = chance(3) ? fill(pick(["[or#].", "[or1].", "[or1].[and#].", "[and#]."])) : ""
      conditions.append(prefix + fill(pick(Self.conditions)))
    }
    return "?" + conditions.joined(separator: "&")
  }

  private mutating func addField(_ request: inout Request) {
    let (name, pattern) = pick(Self.fields)
    request.headers[.field(name)] = fill(pattern)
  }

  private mutating func body(_ method: String) -> String {
    guard method == "POST" || method == "PUT" else { return "" }
    return fill(pick(Self.bodies))
  }

  /// Returns an `Authorization` header field of either scheme, with parts that real clients do not
  /// send.
  private mutating func credentials() -> String {
    let id = chance(2) ? world.tokens.access : name()
    guard chance(2) else {
      return
        "MAC id=\"\(id)\",ts=\"\(number())\",nonce=\"\(name())\",mac=\"\(pick(Self.signatures))\""
    }
    return
      "OAuth oauth_consumer_key=\"\(world.app.keys.publicKey)\",oauth_timestamp=\"\(number())\","
      + "oauth_nonce=\"n\",oauth_signature_method=\"HMAC-SHA1\",oauth_version=\"\(number())\","
      + "oauth_signature=\"\(pick(Self.signatures))\""
  }
}

extension HostileGrammar {
  private static let numbers = [
    "-9223372036854775809", "-9223372036854775808", "-9223372036854775807", "-1", "-0", "0", "1",
    "2", "299", "9007199254740993", "2147483648", "9223372036854775806", "9223372036854775807",
    "9223372036854775808", "18446744073709551615", "18446744073709551616", "1e999", "1e-999",
    "-1e308", "0.5", "00", "+1", "0x10", "", "1_0", "\u{FF11}", "NaN", "inf", "180", "-180",
    "90.0000001",
    "999999999999999999999999999999999999",
  ]

  private static let names = [
    "1", "jack", "todo", "friends", "a%2Fb", "%00", "\u{E9}", "e\u{301}", "-1",
    "9223372036854775808",
    "%F0%9F%98%80", "..", "[", "a,b", "n[inc]", "sm_owner", "createddate", "user", "true",
  ]

  private static let signatures = ["", "=", "AAAA", "yVVN/hMLo9SR0oXehMyiIbhjY6E=", "%zz"]

  private static let targets = [
    ("GET", "/todo"), ("GET", "/todo/$"), ("GET", "/user"), ("GET", "/user/jack"), ("GET", "/$"),
    ("POST", "/todo"), ("POST", "/user"), ("POST", "/fresh"), ("PUT", "/todo/1"),
    ("PUT", "/todo/$"),
    ("DELETE", "/todo"), ("DELETE", "/todo/$"), ("DELETE", "/todo/1/tags/$,#"),
    ("DELETE", "/user/jack/friends/$,jill"), ("POST", "/user/jack/friends"), ("POST", "/$/$/$"),
    ("PUT", "/todo/1/tags"), ("PUT", "/user/jack/friends"), ("GET", "/user/loggedInUser"),
    ("POST", "/user/accessToken"), ("POST", "/user/refreshToken"), ("GET", "/sleepy"),
    ("GET", "/_s3/ghostlight-development/todo/1/pic/$"), ("POST", "/tokens/android/$"),
    ("GET", "/expired_tokens?clear=$"), ("POST", "/push_tokens_universal"), ("GET", "/listapi"),
    ("POST", "/push_users_universal"), ("POST", "/notifications"), ("GET", "/tokens?user=$"),
    ("GET", "/user/linkUserWithFacebook?fb_at=$"), ("POST", "/user/resetPassword"),
  ]

  private static let conditions = [
    "n=#", "n[lt]=#", "n[gte]=#", "n[in]=#,#,#", "n[nin]=#", "n[ne]=#", "n[null]=#",
    "createddate[gt]=#",
    "at[near]=#,#", "at[near]=#,#,#", "at[within]=#,#,#", "at[within]=#,#,#,#", "at[within]=1,2,#",
    "title[empty]=$", "title=$", "tags[in]=$,#", "friends=$", "age[lte]=#", "_expand=#", "$=#",
    "$[$]=#", "username=$", "todo_id[in]=$,$",
  ]

  private static let fields = [
    ("Range", "objects=#-#"), ("Range", "objects=#-"), ("Range", "objects=-#"),
    ("Range", "bytes=#-#"),
    ("Range", "objects=0-#"), ("Range", "objects=#-#,#-#"), ("X-StackMob-Expand", "#"),
    ("X-StackMob-Select", "$,friends.$,friends.friends.*,#"), ("X-StackMob-OrderBy", "n:asc,$:#"),
    ("X-StackMob-OrderBy", "n:desc,n:asc,todo_id"), ("X-StackMob-CascadeDelete", "#"),
    ("X-StackMob-Relations", "friends=user&$=$"),
    ("X-StackMob-Relations", "friends=user&friends.friends=user"),
    ("X-StackMob-FieldTypes", "fresh=geopoint&$=binary"), ("X-StackMob-Forwarded-Host", "$"),
    ("X-StackMob-Forwarded-Port", "#"), ("Accept", "application/vnd.stackmob+json; version=#"),
    ("X-HTTP-Method-Override", "DELETE"), ("X-HTTP-Method-Override", "PUT"),
    ("Content-Length", "#"),
  ]

  private static let bodies = [
    #"{"n":#}"#, #"{"n[inc]":#}"#, #"{"n":1,"n[inc]":#,"createddate[inc]":#}"#,
    #"{"createddate":#,"lastmoddate":#}"#, #"{"lastmoddate[inc]":#}"#,
    #"{"lastmoddate":9223372036854775807}"#,
    #"{"at":{"lat":#,"lon":#}}"#, #"{"at":{"lat":1,"lon":2,"distance":#}}"#, #"{"fresh":#}"#,
    #"{"todo_id":"$","n":#}"#, #"[{"todo_id":"$","n":#},{"n[inc]":#},{"todo_id":"$"}]"#, "[#,#]",
    #"["$","$"]"#, #"{"username":"$","age":#,"friends":[{"username":"$","age":#}]}"#,
    #"{"user":"$"}"#, #"{"userIds":["$"],"kvPairs":{"badge":#}}"#, "username=$&password=pw", "#",
    #"{"tokens":[{"type":"android","token":"$"}],"payload":{"kvPairs":{"badge":#}}}"#,
    #"{"payload":{"badge":#,"message":"$"},"users":["$"],"fake":#}"#, "refresh_token=$",
    #"{"old":{"password":"$"},"new":{"password":"$"}}"#,
  ]
}
