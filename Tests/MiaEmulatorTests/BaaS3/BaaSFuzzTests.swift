import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import TestSupport
import Testing

@testable import MiaEmulator

@Suite struct `Hostile requests to BaaS 3` {
  /// Sends 300 requests to each of 16 projects.
  @Test(arguments: 0..<16)
  func `no mutated request to BaaS 3 traps, and each refusal has a reason`(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed) &+ 303)
    var project = try MiaProject.gallery()
    let models =
      BaaSRouteRow.all.map { $0.request(project) } + BaaSRefusalRow.all.map(\.request)
    for _ in 0..<300 {
      let request = mutated(random.pick(models), &random)
      let before = project.fingerprint
      let answer = project.answer(request)
      let code = answer.response.status.code
      guard code >= 400 else {
        #expect(code == 200 || code == 204)
        continue
      }
      let isText = answer.response.headers[.contentType] == "text/plain"
      let isCRUD = request.target.raw.hasPrefix("/v2") || request.target.raw.hasPrefix("/-")
      #expect(
        isText || isCRUD || answer.response.json?["status"] == .integer(Int64(code)), "\(request)")
      #expect(project.fingerprint == before)
    }
  }

  /// Sends 300 queries for each of 8 seeds.
  @Test(arguments: 0..<8)
  func `no random query of BaaS 3 traps, and counts are not below lists`(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed) &+ 17)
    var project = try MiaProject.gallery()
    for _ in 0..<300 {
      let query = Self.object(&random, depth: 3).text()
      let list = project.send(Request(.get, MiaProject.target("/pictures", query)))
      let count = project.send(Request(.get, MiaProject.target("/pictures/count", query)))
      #expect(list.status == count.status, "\(query)")
      guard list.status == .ok else { continue }
      let number = try #require(count.json?["count"]?.integer)
      #expect(Int64(list.json?.array?.count ?? 99) <= number, "\(query)")
    }
  }

  private static let names = [
    "$and", "$or", "$nor", "$gt", "$gte", "$lt", "$lte", "$ne", "$eq", "$in", "$nin", "$all",
    "$exists", "$regex", "$options", "$elemMatch", "$size", "$not", "$sort", "$limit", "$skip",
    "$fields", "$limitRecursion", "name", "views", "tags", "size.w", "tags.0", "", ".", "id",
    "updatedAt",
  ]

  private static func object(_ random: inout SplitMix64, depth: Int) -> JSON {
    var object = JSONObject()
    for _ in 0..<(random.next() % 4) {
      let name = random.pick(names)
      object[name] = value(&random, depth: depth - 1)
    }
    return .object(object)
  }

  private static func value(_ random: inout SplitMix64, depth: Int) -> JSON {
    guard depth > 0, random.next() % 3 > 0 else {
      let scalars: [JSON] = [0, 1, -1, 2.5, 1e300, "lake", "(", "i", "", true, false, .null, "b"]
      return random.pick(scalars)
    }
    guard random.next() % 2 == 0 else { return object(&random, depth: depth) }
    return .array((0..<(random.next() % 3)).map { _ in value(&random, depth: depth - 1) })
  }

  private func mutated(_ request: Request, _ random: inout SplitMix64) -> Request {
    var copy = request
    for _ in 0..<(random.next() % 4) {
      switch random.next() % 4 {
      case 0, 1: random.damage(&copy.body)
      case 2: random.damage(&copy.target)
      default:
        let names: [HTTPField.Name] = [.sid, .cookie, .contentType, .secret]
        let values = [
          "", "sid=", MiaProject.adaSID, "multipart/form-data; boundary=\"", "application/json",
          "sid=\(MiaProject.bobSID)", "multipart/form-data; boundary=b",
        ]
        copy.headers[names[Int(random.next() % 4)]] = values[Int(random.next() % 7)]
      }
    }
    return copy
  }
}
