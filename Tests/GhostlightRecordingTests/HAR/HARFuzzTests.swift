import GhostlightCore
import GhostlightRecording
import Testing

@Suite struct `Damaged HAR files` {
  /// Reads a file completely; if reading throws an error, its description must be one line.
  ///
  /// - Returns: Whether the file is a valid recording.
  private func read(_ bytes: [UInt8]) throws -> Bool {
    do throws(HARError) {
      let document = try HARDocument(reading: bytes, named: "x.har")
      let warnings = document.warnings
      let recording = try Recording(document)
      let written = HARDocument(recording).bytes
      let again = try Recording(HARDocument(reading: written, named: "again.har"))
      #expect(again == recording)
      #expect(warnings.allSatisfy { !$0.description.contains("\n") })
      return true
    } catch {
      let line = error.description
      #expect(line.hasPrefix("x.har: ") && !line.contains("\n") && line.utf8.count < 700)
      return false
    }
  }

  @Test(arguments: HARFixture.allCases, 0..<2 as Range<UInt64>)
  func `a damaged file is read or gives an error`(_ fixture: HARFixture, _ seed: UInt64) throws {
    let file = try fixture.bytes()
    var noise = HARNoise(seed: seed)
    var readable = 0
    for _ in 0..<150 where try read(noise.damaged(file)) { readable += 1 }
    #expect(1..<150 ~= readable)
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `a damaged file of small entries is read or refused in one line`(_ seed: UInt64) throws {
    var noise = HARNoise(seed: seed)
    var readable = 0
    for _ in 0..<500 {
      let file = HARDocument(Recording([noise.exchange()])).bytes
      if try read(noise.damaged(file)) { readable += 1 }
    }
    #expect(1..<500 ~= readable)
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `a file with values of wrong types is read or refused in one line`(_ seed: UInt64) throws {
    var noise = HARNoise(seed: seed)
    var readable = 0
    let documents = try [HARFixture.charles, .firefox].map { try $0.document().json }
    for round in 0..<500 {
      var value = JSON.object(documents[round % documents.count])
      for _ in 0...noise.below(3) { value = noise.mistyped(value) }
      if try read(value.bytes) { readable += 1 }
    }
    #expect(1..<500 ~= readable)
  }
}
