import GhostlightCore
import TestSupport
import Testing

@Suite struct `Fuzzing of JSON` {
  private let documents = [
    #"{"id":"6f1c2d3e","count":12,"price":100.25,"done":false,"tags":["a","b"],"none":null}"#,
    #"[[],{},[{"a":[1,-2,3.5e-7]}],"\u00e9\ud83d\ude00\n\\\"","Grüße 日本 👋🏽"]"#,
    #"{"a":{"b":{"c":{"d":[0,-0,0.0,1e+300,12345678901234567890]}}},"a":1,"":"","b":"\/"}"#,
    #" { "sm_owner" : "user/john" , "lastmoddate" : 1389623812345 , "x" : [ true , false ] } "#,
    #"{"k0":0,"k1":1,"k2":2,"k3":3,"k4":4,"k5":5,"k6":6,"k7":7,"k8":8,"k9":9,"ka":1,"kb":1,"#
      + #""kc":1,"kd":1,"ke":1,"kf":1,"kg":1,"kh":1,"k1":2,"kh":2,"kc":[]}"#,
  ].map { Array($0.utf8) }

  /// Bytes that have a meaning in JSON, so that many mutated documents are valid or nearly valid.
  private let spice =
    Array("{}[]\",:\\/u0123456789abcdefED+-.etrunl \n\0".utf8)
    + [0x80, 0xBF, 0xC3, 0xE2, 0xED, 0xF0, 0xF4, 0xFF]

  private func mutate(_ document: [UInt8], _ random: inout SeededNumbers) -> [UInt8] {
    var bytes = document
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let position = Int.random(in: 0...bytes.count, using: &random)
      let end = min(bytes.count, position + Int.random(in: 0...6, using: &random))
      let spices = (0..<Int.random(in: 0...2, using: &random)).map { _ in
        spice[Int.random(in: 0..<spice.count, using: &random)]
      }
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes.insert(contentsOf: spices, at: position)
      case 1: bytes.removeSubrange(position..<end)
      case 2: bytes.insert(contentsOf: bytes[position..<end], at: position)
      case 3: bytes.replaceSubrange(position..<min(end, position + 1), with: spices)
      default:
        if position < bytes.count {
          bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        }
      }
    }
    return bytes
  }

  @Test(arguments: 0..<8)
  func `mutated JSON that is parsed prints and parses again as equal`(
    _ seed: UInt64
  ) throws {
    var random = SeededNumbers(seed: seed)
    var readable = 0
    for round in 0..<2_000 {
      let bytes = mutate(documents[round % documents.count], &random)
      let value: JSON
      do throws(JSONError) {
        value = try JSON.parse(bytes)
      } catch {
        try #require(0...bytes.count ~= error.offset, "\(error) in \(bytes)")
        continue
      }
      readable += 1
      let printed = value.bytes
      let again = try JSON.parse(printed)
      try #require(again == value && again.hashValue == value.hashValue, "\(bytes)")
      try #require(again.bytes == printed, "\(bytes)")
      try #require(try JSON.parse(value.text(pretty: true, sortedKeys: true)) == value, "\(bytes)")
    }
    // The test needs both valid and invalid mutants.
    #expect(100...1_900 ~= readable)
  }

  @Test(arguments: 0..<4)
  func `random bytes are refused or parsed`(_ seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    for _ in 0..<2_000 {
      let count = Int.random(in: 0...24, using: &random)
      let bytes = (0..<count).map { _ in spice[Int.random(in: 0..<spice.count, using: &random)] }
      if let value = try? JSON.parse(bytes) { #expect((try? JSON.parse(value.bytes)) == value) }
    }
  }

  @Test(arguments: 0..<4)
  func `a decimal number prints with the same digits, as a double if possible`(
    _ seed: UInt64
  ) throws {
    var random = SeededNumbers(seed: seed)
    for _ in 0..<2_000 {
      let whole = UInt64.random(
        in: 0..<1 << UInt64.random(in: 0..<60, using: &random), using: &random)
      let places = Int.random(in: 1...12, using: &random)
      let fraction = (0..<places).map { _ in String(Int.random(in: 0...9, using: &random)) }
        .joined()
      let sign = Bool.random(using: &random) ? "-" : ""
      let digits = "\(sign)\(whole).\(fraction)"
      let value = try JSON.parse(digits)
      let double = try #require(Double(digits))
      try #require(value.text() == digits)
      try #require(value.number == double)
      // A number must be parsed as a double exactly if Swift prints that double with its digits.
      try #require((value == .double(double)) == (double.description == digits), "\(digits)")
    }
  }

  @Test func `a double with any bits is parsed as the same value`() throws {
    var random = SeededNumbers(seed: 1)
    for _ in 0..<5_000 {
      let double = Double(bitPattern: random.next())
      guard double.isFinite else { continue }
      try #require(try JSON.parse(JSON.double(double).bytes) == .double(double))
    }
  }
}
