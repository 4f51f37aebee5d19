import AppCenterEmulator
import CosmosEmulator
import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes
import TestSupport
import Testing

/// Sends token requests that are well formed except for extreme numbers.
///
/// One round sends 1,000 requests. The environment variable `GHOSTLIGHT_FUZZ_ROUNDS` is the number
/// of rounds.
@Suite struct `Extreme numbers in requests to App Center` {
  private static let numbers = [
    "0", "1", "-1", "2147483648", "-2147483649", "9007199254740993", "9223372036854775807",
    "-9223372036854775808", "9223372036854775808", "18446744073709551616", "1e308", "1e999",
    "-1e999", "0.5", "253402300799", "253402300800", "1568974272", "1568974273", "\"1568974273\"",
    "null", "[]",
  ]

  @Test(arguments: 0..<4)
  func `no extreme number traps or changes anything`(_ seed: Int) throws {
    for round in 0..<FuzzRounds.count {
      var random = SplitMix64(seed: UInt64(seed) &+ UInt64(round) &* 1_000_003)
      var exchange = Exchange()
      let before = exchange.backend.snapshot.text()
      for _ in 0..<250 {
        let pick = { (random: inout SplitMix64) -> String in
          Self.numbers[Int(random.next() % UInt64(Self.numbers.count))]
        }
        let claims =
          #"{"oid":"ab","tfp":"p","exp":\#(pick(&random)),"nbf":\#(pick(&random)),"iat":\#(pick(&random))}"#
        let bearer = [#"{"alg":"HS256"}"#, claims, "x"]
          .map { Base64.encode(Array($0.utf8)).filter { $0 != "=" } }
          .joined(separator: ".")
        let partition = random.next() % 4 == 0 ? pick(&random) : #""user","readonly""#
        let response = exchange.ask(#"{"partitions":[\#(partition)]}"#, bearer: bearer)
        #expect([200, 400, 401, 403, 404].contains(response.status.code))
        #expect(exchange.backend.snapshot.text() == before)
      }
    }
  }

  @Test func `a request for too many partitions is refused`() throws {
    var exchange = Exchange()
    let secret = try #require(HTTPField.Name("App-Secret"))
    let ask = { (count: Int) in
      Request(
        .post, "/v0.1/data/tokens", headers: [secret: Exchange.secret],
        body: JSON.object(["partitions": .array(Array(repeating: "readonly", count: count))]).bytes)
    }
    let moment = Moment(milliseconds: Exchange.now, seed: 1)
    let many = exchange.backend.answer(ask(100_000), at: moment, within: WorkBudget(1_000_000))
    #expect(many.response.status == .badRequest)
    #expect(many.response.headers[.ghostlightReason]?.contains("maxWork") == true)
    let few = exchange.backend.answer(ask(2), at: moment, within: WorkBudget(2_000))
    #expect(few.response.status == .ok)
  }

  @Test(arguments: [Int64.max, .min, -1_000_000_001, 1_000_000_001])
  func `a resource token whose lifetime overflows is refused by its state`(
    _ seconds: Int64
  ) {
    #expect(throws: ProviderStateError.self) {
      var backend = CosmosBackend()
      _ = try backend.setUp(
        "resource token exists",
        parameters: [
          "database": "shop", "container": "goods", "partitionKey": "a",
          "seconds": .integer(seconds),
        ], at: Moment(milliseconds: Exchange.now, seed: 1))
    }
  }
}
