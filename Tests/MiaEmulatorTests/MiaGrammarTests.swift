import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import TestSupport
import Testing

@testable import MiaEmulator

/// Sends well-formed requests with extreme values for numbers, dates and places.
///
/// The environment variable `GHOSTLIGHT_FUZZ_ROUNDS` multiplies the number of requests.
@Suite struct `Extreme values in requests to Mia` {
  /// Sends 150 requests to each of 8 projects.
  @Test(arguments: 0..<8)
  func `no extreme value traps the CRUD service, and a refusal changes nothing`(
    _ seed: Int
  ) throws {
    var random = SplitMix64(seed: UInt64(seed) &+ 31_337)
    for _ in 0..<FuzzRounds.count {
      let project = try MiaProject.library(seed % 2 == 0 ? MiaConfiguration() : MiaProject.seven)
      run(project, Set(Fault.crud4.map(\.status.code)), &random) { crud(&$0) }
    }
  }

  @Test(arguments: 0..<8)
  func `no extreme value traps BaaS 3, and a refusal changes nothing`(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed) &+ 4_711)
    for _ in 0..<FuzzRounds.count {
      let project = try MiaProject.gallery()
      run(project, Set(Fault.baas3.map(\.status.code)), &random) { baas(&$0) }
    }
  }

  private func run(
    _ start: MiaProject, _ statuses: Set<Int>, _ random: inout SplitMix64,
    _ make: (inout SplitMix64) -> Request
  ) {
    var project = start
    var before = project.fingerprint
    for _ in 0..<150 {
      let request = make(&random)
      let units = random.next() % 3 == 0 ? Int(random.next() % 3_000) : Int.max
      let answer = project.answer(request, within: WorkBudget(units))
      let after = project.fingerprint
      let code = answer.response.status.code
      if answer.effect != .changed { #expect(after == before, "\(request)") }
      if code >= 400 {
        #expect(statuses.contains(code), "\(request)")
      } else {
        #expect([200, 201, 204].contains(code), "\(request)")
      }
      before = after
    }
    // The state after all requests can be stored and restored.
    var copy = MiaProject(start.backend.configuration)
    #expect(throws: Never.self) { try copy.backend.restore(JSON.parse(project.fingerprint)) }
  }

  private static let numbers = [
    "0", "-0", "1", "-1", "2", "200", "201", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "-9223372036854775809", "18446744073709551616", "1e300", "-1e300",
    "1e308", "1e400", "0.5", "-0.5", "2147483647", "2147483648", "-2147483648", "-2147483649",
    "9007199254740993", "8.64e15", "-8.64e15", "253402300800000", "-62167219200001", "1e-320",
    "99999999999999999999999999999999999999",
  ]

  private static let others = [
    "NaN", "inf", "-inf", "+1", "", " ", "0x10", "00000000000000000001", "١", "null", "true",
    "2017-02-30", "0000-00-00", "9999-12-31T23:59:60Z", "+275760-09-13T00:00:00.001Z",
    "-271821-04-19T23:59:59Z", "99999-01-01", "2017-01-20T09:15:00+99:99",
    "292278994-08-17T07:12:55.807Z",
  ]

  private func number(_ random: inout SplitMix64) -> String { random.pick(Self.numbers) }

  /// Returns a random number or another string, encoded for a query string.
  private func text(_ random: inout SplitMix64) -> String {
    PercentEncoding.encode(random.pick(random.next() % 3 == 0 ? Self.others : Self.numbers))
  }

  /// Returns a random number or a random string, as JSON.
  private func json(_ random: inout SplitMix64) -> String {
    random.next() % 4 == 0 ? JSON.string(random.pick(Self.others)).text() : number(&random)
  }

  private func list(_ count: Int, _ random: inout SplitMix64) -> String {
    "[" + (0..<count).map { _ in json(&random) }.joined(separator: ",") + "]"
  }

  private func filter(_ random: inout SplitMix64) -> String {
    switch random.below(7) {
    case 0:
      return #"{"position":{"$nearSphere":{"from":\#(list(2, &random)),"minDistance":"#
        + #"\#(json(&random)),"maxDistance":\#(json(&random))}}}"#
    case 1: return #"{"tags":{"$size":\#(json(&random))}}"#
    case 2: return #"{"born":{"$gt":\#(json(&random)),"$lte":\#(json(&random))}}"#
    case 3: return #"{"age":{"$in":\#(list(4, &random))}}"#
    case 4: return #"{"nums":{"$elemMatch":{"$gte":\#(json(&random))}}}"#
    case 5: return #"{"info.\#(number(&random))":{"$ne":\#(json(&random))}}"#
    default: return #"{"nums.\#(number(&random))":\#(json(&random))}"#
    }
  }

  private func projection(_ random: inout SplitMix64) -> String {
    switch random.below(6) {
    case 0: return #"{"nums":{"$slice":\#(json(&random))}}"#
    case 1: return #"{"nums":{"$slice":\#(list(2, &random))}}"#
    case 2: return #"{"age":{"$add":["$age",\#(json(&random))]}}"#
    case 3: return #"{"age":{"$multiply":["$age",\#(json(&random)),\#(json(&random))]}}"#
    case 4: return #"{"age":{"$divide":[\#(json(&random)),\#(json(&random))]}}"#
    default: return #"{"age":{"$arrayElemAt":["$nums",\#(json(&random))]}}"#
    }
  }

  private func commands(_ random: inout SplitMix64) -> String {
    switch random.below(8) {
    case 0: return #"{"$inc":{"age":\#(json(&random))}}"#
    case 1: return #"{"$mul":{"age":\#(json(&random))}}"#
    case 2: return #"{"$set":{"age":\#(json(&random)),"born":\#(json(&random))}}"#
    case 3:
      return #"{"$push":{"nums":{"$each":\#(list(3, &random)),"$position":\#(json(&random)),"#
        + #""$slice":\#(json(&random)),"$sort":\#(json(&random))}}}"#
    case 4: return #"{"$set":{"position":\#(list(2 + random.below(2), &random))}}"#
    case 5: return #"{"$set":{"info.list.\#(number(&random))":\#(json(&random))}}"#
    case 6: return #"{"$pull":{"nums":{"$in":\#(list(2, &random))}}}"#
    default: return #"{"$unset":{"nums.\#(number(&random))":true}}"#
    }
  }

  private func crud(_ random: inout SplitMix64) -> Request {
    let more = "_l=\(text(&random))&_sk=\(text(&random))"
    let query = "_q=\(PercentEncoding.encode(filter(&random)))"
    switch random.below(7) {
    case 0: return Request(.get, RequestTarget("/v2/plates/?\(more)"))
    case 1: return Request(.get, RequestTarget("/v2/plates/?\(query)&\(more)"))
    case 2: return Request(.get, RequestTarget("/v2/plates/count?\(query)"))
    case 3:
      let raw = PercentEncoding.encode(projection(&random))
      return Request(.get, RequestTarget("/v2/plates/export?_rawp=\(raw)&\(more)"))
    case 4:
      return Request(
        .get, RequestTarget("/v2/plates/?age=\(text(&random))&born=\(text(&random))"))
    case 5:
      let name = random.pick(["", "upsert-one", MiaDefinitions.lid])
      return sending(
        name == "upsert-one" ? .post : .patch, "/v2/plates/\(name)?\(query)", commands(&random))
    default:
      return sending(
        .post, "/v2/plates/bulk",
        #"[{"name":"x","age":\#(json(&random)),"born":\#(json(&random)),"#
          + #""position":\#(list(2, &random)),"nums":\#(list(3, &random))}]"#)
    }
  }

  private func baas(_ random: inout SplitMix64) -> Request {
    switch random.below(7) {
    case 0:
      return Request(
        .get, RequestTarget("/pictures?skip=\(text(&random))&limit=\(text(&random))"))
    case 1:
      let query =
        #"{"views":{"$gt":\#(json(&random))},"$skip":\#(json(&random)),"#
        + #""$limit":\#(json(&random)),"$sort":{"views":\#(json(&random))}}"#
      return Request(.get, MiaProject.target("/pictures", query))
    case 2:
      return Request(
        .get, RequestTarget("/geocoding/geo?lat=\(text(&random))&lng=\(text(&random))"))
    case 3: return sending(.put, "/pictures/p1", #"{"views":{"$inc":\#(json(&random))}}"#)
    case 4:
      return sending(
        .put, "/pictures/p1",
        #"{"tags":{"$addUnique":\#(list(2, &random))},"views":\#(json(&random))}"#)
    case 5:
      let query = #"{"tags":{"$size":\#(json(&random))},"tags.\#(number(&random))":1}"#
      return Request(.get, MiaProject.target("/pictures/count", query))
    default:
      return sending(
        .post, "/pictures", #"{"updatedAt":\#(json(&random)),"n":\#(json(&random))}"#)
    }
  }

  private func sending(
    _ method: HTTPRequest.Method, _ target: String, _ body: String
  ) -> Request {
    Request(
      method, RequestTarget(target), headers: [.contentType: "application/json"],
      body: Array(body.utf8))
  }
}
