import GhostlightEmulation
import Testing

@Suite struct `Moments` {
  @Test func `a numbered moment has a fixed time and counts by name`() {
    var moment = Moment.numbered()
    #expect(moment.milliseconds == 1_371_040_000_123)
    #expect(moment.seconds == 1_371_040_000)
    let drawn = [
      moment.draw(.uuid, named: "note"), moment.draw(.hexadecimal(8), named: "note"),
      moment.draw(.uuid, named: "token"), moment.draw(.uuid, named: "note"),
    ]
    #expect(drawn == ["note-1", "note-2", "token-1", "note-3"])
  }

  @Test func `the same seed draws the same identifiers, whatever their names`() {
    var first = Moment(milliseconds: 1, seed: 42)
    var second = Moment(milliseconds: 2, seed: 42)
    let shapes: [IdentifierShape] = [.hexadecimal(32), .alphanumeric(32), .uuid]
    #expect(
      shapes.map { first.draw($0, named: "a") } == shapes.map { second.draw($0, named: "b") })
    #expect(first != second)
  }

  @Test func `a copy of a moment draws what the original would have drawn`() {
    var original = Moment(milliseconds: 0, seed: 1)
    _ = original.draw(.uuid, named: "id")
    var copy = original
    #expect(copy == original)
    #expect(copy.draw(.uuid, named: "id") == original.draw(.uuid, named: "id"))
  }

  @Test(arguments: [0, 1, 2, 42, .max] as [UInt64])
  func `identifiers have the vendor's format`(seed: UInt64) {
    var moment = Moment(milliseconds: 0, seed: seed)
    for _ in 0..<200 {
      #expect(moment.draw(.hexadecimal(32), named: "id").wholeMatch(of: /[0-9a-f]{32}/) != nil)
      #expect(moment.draw(.alphanumeric(20), named: "id").wholeMatch(of: /[A-Za-z0-9]{20}/) != nil)
      let uuid = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/
      #expect(moment.draw(.uuid, named: "id").wholeMatch(of: uuid) != nil)
    }
    #expect(moment.draw(.hexadecimal(0), named: "id") == "")
  }

  @Test(arguments: [IdentifierShape.hexadecimal(24), .alphanumeric(32), .uuid])
  func `ten thousand drawn identifiers never collide`(_ shape: IdentifierShape) {
    var moment = Moment(milliseconds: 0, seed: 3)
    var drawn: Set<String> = []
    for _ in 0..<10_000 { drawn.insert(moment.draw(shape, named: "id")) }
    #expect(drawn.count == 10_000)
  }

  @Test(arguments: [IdentifierShape.hexadecimal(24), .alphanumeric(32), .uuid])
  func `the first identifiers of ten thousand seeds never collide`(_ shape: IdentifierShape) {
    var drawn: Set<String> = []
    for seed in 0..<10_000 as Range<UInt64> {
      var moment = Moment(milliseconds: 0, seed: seed)
      drawn.insert(moment.draw(shape, named: "id"))
    }
    #expect(drawn.count == 10_000)
  }
}
