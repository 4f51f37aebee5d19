import EGF2Generator
import GhostlightCore
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Corrupted configurations` {
  @Test func `a corrupted configuration gives models or a one-line error`() throws {
    var numbers = SeededNumbers(seed: 20)
    for fixture in Fixture.allCases {
      let settings = try fixture.bytes("settings.json")
      let configuration = try JSON.parse(try fixture.bytes("config.json"))
      for _ in 0..<150 {
        let spoilt = Self.spoil(configuration, &numbers)
        for language in OutputLanguage.allCases {
          do throws(GeneratorError) {
            let models = try ModelGenerator(settings: settings, configuration: spoilt.bytes)
              .models(in: language)
            #expect(models.files.allSatisfy { $0.text.hasSuffix("\n") })
          } catch {
            #expect(error.file == "config.json")
            #expect(!error.message.isEmpty && !error.message.contains("\n"))
          }
        }
      }
    }
  }

  /// Returns a copy of the value with a random change at a random depth.
  private static func spoil(_ json: JSON, _ numbers: inout SeededNumbers) -> JSON {
    let stops = numbers.below(6) == 0
    switch json {
    case .object(let object) where !object.isEmpty && !stops:
      var object = object
      let member = numbers.pick(object.members)
      let other = numbers.pick(object.members)
      switch numbers.below(12) {
      case 0: object.removeValue(forKey: member.key)
      case 1: object[other.key] = member.value
      case 2: object[numbers.pick(odd).string ?? "x y"] = member.value
      default: object[member.key] = spoil(member.value, &numbers)
      }
      return .object(object)
    case .array(let array) where !array.isEmpty && !stops:
      var array = array
      let index = numbers.below(array.count)
      array[index] = spoil(array[index], &numbers)
      return .array(array)
    default: return numbers.pick(odd)
    }
  }

  private static let odd: [JSON] = [
    nil, true, 0, -1, 9_223_372_036_854_775_807, 1.5, "", "any", "struct", "array:", "array:struct",
    "object_id", "é_ü", "_", "__a", "\u{0}", "\"", [], [1], ["any"], [:], ["type": "struct"],
    ["a": ["type": "string"]], ["code": "99"], "new", "self", "Graph",
  ]
}
