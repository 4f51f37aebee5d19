import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import TestSupport
import Testing

@testable import CosmosEmulator

/// Sends requests that are well formed except for extreme numbers.
///
/// One round sends 3,000 requests. The environment variable `GHOSTLIGHT_FUZZ_ROUNDS` is the number
/// of rounds.
@Suite struct `Extreme numbers in requests to Cosmos DB` {
  /// The statuses that responses may have; a status above 499 would be an error of the emulator.
  private static let statuses: Set<Int> = [
    200, 201, 204, 207, 304, 400, 401, 403, 404, 405, 409, 410, 412, 413,
  ]

  @Test(arguments: 0..<10)
  func `no extreme number traps, and a refusal changes nothing`(_ seed: Int) {
    for round in 0..<FuzzRounds.count {
      var grammar = CosmosGrammar(seed: UInt64(seed) &+ UInt64(round) &* 1_000_003)
      var account = CosmosAccount.shop()
      account.send(
        CosmosAccount.goods(
          .post, body: ["id": "wide", "kind": "light", "n": [1, 2, 3], "text": "abcabc"]))
      for _ in 0..<300 {
        let before = account.fingerprint
        let request = grammar.request()
        let answer = account.answer(request, within: WorkBudget(200_000))
        let status = answer.response.status.code
        #expect(Self.statuses.contains(status), "\(request)")
        guard status >= 400 else { continue }
        #expect(answer.response.json?["code"] != nil, "\(request)")
        #expect(account.fingerprint == before, "\(request)")
      }
    }
  }
}

/// Creates requests that use every token, cursor and number that the emulator parses.
struct CosmosGrammar {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// The limits of numbers, and numbers that exceed a limit by one.
  private static let numbers = [
    "0", "1", "-1", "2", "10", "255", "256", "400", "18000", "18001", "65536", "2147483647",
    "2147483648", "-2147483648", "-2147483649", "4294967295", "4294967296", "9007199254740991",
    "9007199254740992", "9007199254740993", "-9007199254740993", "9223372036854775806",
    "9223372036854775807", "-9223372036854775808", "9223372036854775808", "-9223372036854775809",
    "18446744073709551615", "18446744073709551616", "1e308", "-1e308", "1e309", "1e999", "-1e999",
    "5e-324", "1e-400", "0.5", "-0", "-0.0", "1.0", "253402300799", "253402300800",
    "99999999999999999999999999999999999999",
  ]

  private static let rids = [
    "", "AAAAAA==", "AAAAAAAAAAA=", "AAAAAAAAAAABAAAAAAAAAA==", "AAAAAAAAAAD-----------w==",
    "-----------------------w==", "AAAAAAAAAAD-----------38=",
  ]

  private mutating func number() -> String { random.pick(Self.numbers) }

  private mutating func token() -> String {
    var text =
      "-RID:~\(random.pick(Self.rids))#RT:\(number())#TRC:\(number())#SKP:\(number())"
    if random.below(3) == 0 {
      text +=
        "#KEY:" + random.pick(["W1tdXQ==", "W1sxXV0=", "W1sxXSxbMl0sWzNdXQ==", "W10=", "MQ=="])
    }
    switch random.below(4) {
    case 0: return #"{"token":"\#(text)","range":{"min":"","max":"FF"}}"#
    case 1: return #"[{"token":"\#(text)","range":{"min":"\#(number())","max":"FF"}}]"#
    default: return text
    }
  }

  private mutating func fields() -> HTTPFields {
    var fields: HTTPFields = [:]
    for _ in 0..<random.below(4) {
      switch random.below(13) {
      case 0, 1, 2: fields[.msContinuation] = token()
      case 3: fields[.msMaxItems] = number()
      case 4: fields[.ifNoneMatch] = random.pick(["\"\(number())\"", "*", number()])
      case 5: fields[.ifMatch] = random.pick(["\"\(number())\"", "*", number()])
      case 6: fields[.aIM] = "Incremental feed"
      case 7: fields[.msPartitionKey] = "[\(number())]"
      case 8: fields[.msStartEPK] = number()
      case 9: fields[.msEndEPK] = number()
      case 10: fields[.msSessionToken] = "0:-1#" + number()
      case 11: fields[.msExpirySeconds] = number()
      default: fields[.msRangeID] = number()
      }
    }
    return fields
  }

  private mutating func expression() -> String {
    let (first, second) = (number(), number())
    switch random.below(16) {
    case 0: return "SUBSTRING(c.text, \(first), \(second))"
    case 1: return "LEFT(c.text, \(first))"
    case 2: return "RIGHT(c.text, \(first))"
    case 3: return "REPLICATE(c.text, \(first))"
    case 4: return "INDEX_OF(c.text, \"c\", \(first))"
    case 5: return "ARRAY_SLICE(c.n, \(first), \(second))"
    case 6: return "c.n[\(first)]"
    case 7:
      let sign = random.pick(["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", ">>>"])
      return "\(first) \(sign) \(second)"
    case 8: return "~ \(first)"
    case 9: return "StringToNumber(\"\(first)\")"
    case 10: return "ROUND(\(first)) + TRUNC(\(second))"
    case 11: return "IS_INTEGER(\(first))"
    case 12: return "POWER(\(first), \(second))"
    case 13: return "(c.price ?? 0) + \(first)"
    case 14: return "REGEXMATCH(c.text, \"a{\(first),\(second)}\")"
    default: return "c.price BETWEEN \(first) AND \(second)"
    }
  }

  private static func body(_ parts: String...) -> [UInt8] { Array(parts.joined().utf8) }

  private mutating func query() -> Request {
    var text = "SELECT "
    if random.below(5) == 0 { text += "TOP \(number()) " }
    text += "VALUE \(expression()) FROM c"
    if random.below(2) == 0 { text += " WHERE \(expression()) > \(number())" }
    if random.below(3) == 0 { text += " ORDER BY c.price" }
    if random.below(4) == 0 { text += " OFFSET \(number()) LIMIT \(number())" }
    var request = CosmosAccount.query(text, nil, fields())
    if random.below(3) == 0 {
      request.body = Self.body(
        #"{"query":"SELECT * FROM c WHERE c.price = @p OFFSET @p LIMIT @p","#,
        #""parameters":[{"name":"@p","value":\#(number())}]}"#)
    }
    return request
  }

  private mutating func write() -> Request {
    let id = random.pick(["lamp", "wide", "new"])
    var request: Request
    switch random.below(5) {
    case 0:
      request = CosmosAccount.goods(.patch, id, body: nil, fields())
      let path = random.pick(["/price", "/n/\(number())", "/n/-", "/text"])
      let op = random.pick(["incr", "add", "set", "replace", "remove"])
      request.body = Self.body(
        #"{"operations":[{"op":"\#(op)","path":"\#(path)","value":\#(number())}]}"#)
    case 1:
      request = CosmosAccount.goods(.put, id, body: nil, fields())
      request.body = Self.body(
        #"{"id":"\#(id)","kind":"light","ttl":\#(number()),"price":\#(number())}"#)
    case 2:
      request = CosmosAccount.goods(.post, body: nil, fields())
      request.headers[.msBatchRequest] = "True"
      request.body = Self.body(
        #"[{"operationType":"Upsert","resourceBody":{"id":"\#(id)","kind":"light","ttl":\#(number())}},"#,
        #"{"operationType":"Patch","id":"wide","resourceBody":{"operations":[{"op":"incr","#,
        #""path":"/n/0","value":\#(number())}]}}]"#)
    default:
      request = CosmosAccount.goods(.post, body: nil, fields())
      request.headers[.msIsUpsert] = "true"
      request.body = Self.body(
        #"{"id":"\#(id)","kind":"light","ttl":\#(number()),"price":\#(number())}"#)
    }
    return request
  }

  private mutating func resource() -> Request {
    switch random.below(5) {
    case 0:
      var request = Request.json(.post, "/dbs", ["id": .string("d" + number())])
      request.headers[.msThroughput] = number()
      request.headers[.msAutopilot] = #"{"maxThroughput":\#(number())}"#
      return request
    case 1:
      var request = Request(.put, "/dbs/shop/colls/goods")
      request.body = Self.body(
        #"{"id":"goods","partitionKey":{"paths":["/kind"],"version":\#(number())},"#,
        #""uniqueKeyPolicy":{"uniqueKeys":[{"paths":["/code"]}]},"defaultTtl":\#(number())}"#)
      return request
    case 2:
      let target = random.pick([
        "/dbs", "/offers", "/dbs/shop/colls", "/dbs/shop/users/jack/permissions",
        "/dbs/shop/colls/goods/pkranges",
      ])
      return Request(.get, RequestTarget(target), headers: fields())
    case 3:
      var request = CosmosAccount.goods(.get, "lamp", body: nil, fields())
      request.headers[.authorization] = CosmosRefusalRow.token(
        expiry: Int64(number()) ?? .max)
      return request
    default:
      return Request(.get, "/dbs/shop/users/jack/permissions/read", headers: fields())
    }
  }

  mutating func request() -> Request {
    switch random.below(5) {
    case 0, 1: query()
    case 2: write()
    case 3: CosmosAccount.goods(.get, key: random.below(2) == 0 ? nil : #"["light"]"#, fields())
    default: resource()
    }
  }
}
