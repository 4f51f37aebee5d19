import GhostlightCore
import GhostlightEmulation
import TestSupport

/// Functions that create random filters and commands, with both likely and unlikely parts.
enum GeneratedFilter {
  private static let fields = [
    "name", "nick", "age", "price", "ok", "born", "owner", "position", "tags", "nums", "parts",
    "info", "parts.name", "parts.0.size", "info.n", "info.deep.s", "nums.1", "_id", "nope", "",
    "a..b", "tags.$", "info.list", "bag", "any", "meta", "meta.list", "kind", "note",
  ]
  private static let operators = [
    "$eq", "$ne", "$gt", "$gte", "$lt", "$lte", "$in", "$nin", "$all", "$exists", "$regex",
    "$options", "$elemMatch", "$size", "$nearSphere", "$what",
  ]
  private static let commandNames = [
    "$set", "$unset", "$inc", "$mul", "$currentDate", "$push", "$addToSet", "$pull", "$each",
  ]
  private static let values: [JSON] = [
    .null, true, false, 0, 1, 10, -1, 20.5, 1e300, "", "x", "a", "Alfa", "2020-01-01",
    "5e8ae13bb74dbf0011444ed5", "(", "^A", "i", [], [1], ["x", "y"], [9.19, 45.46], [.null],
    ["$gt": 1], ["name": "lid"], ["from": [9, 45], "maxDistance": 1], [[]], ["$each": [1, "x"]],
    ["$in": [1, "x"]], .integer(.max), .integer(.min),
  ]

  static func filter(depth: Int, _ random: inout SplitMix64) -> JSONObject {
    var result: JSONObject = [:]
    for _ in 0...(random.next() % 2) {
      if depth > 0, random.next() % 3 == 0 {
        var branches: [JSON] = []
        for _ in 0...(random.next() % 3) {
          branches.append(.object(filter(depth: depth - 1, &random)))
        }
        result[random.pick(["$and", "$or"])] = .array(branches)
      } else {
        result[random.pick(fields)] = condition(depth: depth, &random)
      }
    }
    return result
  }

  private static func condition(depth: Int, _ random: inout SplitMix64) -> JSON {
    guard random.next() % 3 > 0 else { return random.pick(values) }
    var result: JSONObject = [:]
    for _ in 0...(random.next() % 2) {
      let isNested = depth > 0 && random.next() % 4 == 0
      result[random.pick(operators)] =
        isNested ? .object(filter(depth: depth - 1, &random)) : random.pick(values)
    }
    return .object(result)
  }

  /// Returns a random body of a PATCH request.
  static func commands(_ random: inout SplitMix64) -> JSON {
    var result: JSONObject = [:]
    for _ in 0...(random.next() % 3) {
      var members: JSONObject = [:]
      for _ in 0...(random.next() % 2) {
        let ending = random.pick(["", "", ".$.replace", ".$.merge", ".0", ".a.b", ".-1"])
        members[random.pick(fields) + ending] = random.pick(values)
      }
      result[random.pick(commandNames)] = .object(members)
    }
    return .object(result)
  }
}
