import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import TestSupport
import Testing

@testable import EGF2Emulator

/// Sends well-formed requests with extreme values for numbers, dates and cursors.
///
/// The environment variable `GHOSTLIGHT_FUZZ_ROUNDS` multiplies the number of requests.
@Suite struct `Extreme values in requests to EGF2` {
  /// Sends 150 requests to each of 8 backends, some for each kind of cursors.
  @Test(arguments: 0..<8)
  func `no extreme value traps, and a refusal changes nothing`(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed) &+ 20_261)
    let statuses = Set(Fault.egf2.map(\.status.code))
    for round in 0..<FuzzRounds.count {
      var world =
        seed % 2 == 0 ? GraphFixture.world : GraphFixture(GraphTypes.withObjectCursors)
      var before = world.fingerprint
      for _ in 0..<150 {
        let request = request(world, &random)
        let units = random.next() % 3 == 0 ? Int(random.next() % 3_000) : Int.max
        let answer = world.answer(request, within: WorkBudget(units))
        let after = world.fingerprint
        if answer.response.status.code >= 400 {
          #expect(statuses.contains(answer.response.status.code), "\(request) \(round)")
          #expect(answer.response.status.code < 500, "\(request)")
          #expect(answer.response.json?["code"] != nil, "\(request)")
          #expect(after == before, "\(request)")
        } else {
          #expect(answer.response.status == .ok, "\(request)")
        }
        before = after
      }
    }
  }

  private static let numbers = [
    "0", "-0", "1", "-1", "50", "51", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "-9223372036854775809", "18446744073709551616", "1e300", "-1e300",
    "1e400", "0.5", "+1", "", " ", "0x10", "NaN", "inf", "-inf", "00000000000000000001", "١", "%00",
    "2147483648", "-2147483649", "99999999999999999999999999999999999999",
  ]

  private static let dates = [
    "2017-01-20", "2017-02-30", "0000-00-00", "9999-12-31", "9999-12-31T23:59:60Z",
    "+275760-09-13T00:00:00.001Z", "-271821-04-19T23:59:59Z", "99999-01-01", "1970-01-01T24:00:00Z",
    "-000001-01-01", "2017-01-20T09:15:00+99:99", "2017-01-20T09:15:00.9999999999999999999Z",
    "292278994-08-17T07:12:55.807Z", "0001-01-01T00:00:00+14:00",
  ]

  private func extreme(_ random: inout SplitMix64) -> String {
    random.next() % 4 == 0 ? random.pick(Self.dates) : random.pick(Self.numbers)
  }

  private func cursor(_ random: inout SplitMix64) -> String {
    random.next() % 3 == 0
      ? random.pick([GraphFixture.post, GraphFixture.nothing, "-1", "me", GraphFixture.file])
      : extreme(&random)
  }

  private func expand(_ random: inout SplitMix64, depth: Int = 3) -> String {
    let names = ["posts", "comments", "creator", "image", "things", "inner.owner", "roles", "."]
    return (0..<(1 + random.below(3))).map { _ in
      var item = random.pick(names)
      if random.next() % 2 == 0 { item += "(\(extreme(&random)))" }
      if depth > 0, random.next() % 2 == 0 { item += "{\(expand(&random, depth: depth - 1))}" }
      return item
    }.joined(separator: ",")
  }

  private func request(_ world: GraphFixture, _ random: inout SplitMix64) -> Request {
    switch random.below(8) {
    case 0, 1:
      let target =
        "/v1/graph/me/\(random.pick(["posts", "roles", "follows", "things"]))"
        + "?count=\(encoded(extreme(&random)))&after=\(encoded(cursor(&random)))"
        + "&expand=\(encoded(expand(&random)))"
      return GraphFixture.request(.get, target, as: world.mark)
    case 2, 3: return GraphFixture.request(.get, search(&random), as: world.mark)
    case 4:
      return GraphFixture.request(
        .get, "/v1/graph/\(GraphFixture.post)?expand=\(encoded(expand(&random)))", as: world.anna)
    case 5: return GraphFixture.request(.post, "/v1/graph", thing(&random), as: world.mark)
    case 6:
      return GraphFixture.request(
        .get, "/v1/new_image?mime_type=image/png&kind=\(encoded(extreme(&random)))", as: world.mark)
    default:
      var request = GraphRouteRow.all[random.below(GraphRouteRow.all.count)].request
      if request.target.raw.hasPrefix("/v1/listen") { request.target = "/healthcheck" }
      let mark = request.target.raw.contains("?") ? "&" : "?"
      request.target = RequestTarget(
        request.target.raw + mark + "count=\(encoded(extreme(&random)))")
      return request
    }
  }

  private func search(_ random: inout SplitMix64) -> String {
    let fields = ["created_at", "day", "whole", "number", "title", "code", "flag", "words", "none"]
    let range =
      "\(random.pick(fields)):\(extreme(&random)):\(extreme(&random))"
    let filters = "\(random.pick(fields)):\(extreme(&random)),!\(extreme(&random))"
    return "/v1/search?object=\(random.pick(["thing", "post", "user", "file"]))"
      + "&count=\(encoded(extreme(&random)))&after=\(encoded(cursor(&random)))"
      + "&range=\(encoded(range))&filters=\(encoded(filters))"
      + "&sort=\(random.pick(fields))(\(encoded(extreme(&random))))&q=\(encoded(extreme(&random)))"
  }

  private func thing(_ random: inout SplitMix64) -> JSON {
    var object: JSONObject = ["object_type": "thing"]
    for name in ["whole", "number", "code", "day", "owner", "inner", "words", "title", "anything"]
    where random.next() % 3 == 0 {
      object[name] = value(&random)
    }
    return .object(object)
  }

  private func value(_ random: inout SplitMix64) -> JSON {
    let text = extreme(&random)
    guard random.next() % 2 == 0 else { return .string(text) }
    do throws(JSONError) { return try JSON.parse(text) } catch { return .array([.string(text)]) }
  }

  private func encoded(_ text: String) -> String { PercentEncoding.encode(text) }
}
