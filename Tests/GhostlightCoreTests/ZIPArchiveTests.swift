import Foundation
import GhostlightCore
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `ZIP archives` {
  @Test(
    arguments: [
      (0, 16 << 20), (854_000, 25_620_000), (20_000_000, 600_000_000), (40_000_000, 1 << 30),
      (.max, 1 << 30),
    ])
  func `the size of an archive limits the total size of its files`(_ bytes: Int, _ limit: Int) {
    #expect(ZIPArchive.limitBytes(ofArchive: bytes) == limit)
  }

  /// The central directory is correct, and each file of zeros is small, but their total is too
  /// large.
  @Test func `many files that are each small enough can exceed the limit together`() throws {
    let zeros = [UInt8](Data(base64Encoded: TestArchive.zeros) ?? Data())
    let fitting = TestArchive.bytes(
      of: (1...167).map { .init("\($0)", zeros, deflatedFrom: 100_000) })
    #expect(try ZIPArchive(fitting).entries.count == 167)
    let large = TestArchive.bytes(
      of: (1...168).map { .init("\($0)", zeros, deflatedFrom: 100_000) })
    #expect(throws: ZIPError.tooLarge(limit: 16 << 20)) { try ZIPArchive(large) }
  }

  /// Returns the contents of each file.
  private static func texts(_ bytes: [UInt8]) throws(ZIPError) -> [String] {
    var texts: [String] = []
    for entry in try ZIPArchive(bytes).entries {
      var content: [UInt8] = []
      try entry.forEachPiece { content += $0 }
      texts.append(entry.name + "=" + String(decoding: content, as: UTF8.self))
    }
    return texts
  }

  private static func entry(_ change: (inout TestArchive.Entry) -> Void) -> TestArchive.Entry {
    var entry = TestArchive.Entry("b", Array("two".utf8))
    change(&entry)
    return entry
  }

  private static let first = TestArchive.Entry("a", Array("one".utf8))

  @Test(arguments: [(0, true), (1, true), (65_535, true), (65_536, false)])
  func `a comment of up to 65,535 bytes may be at the end of an archive`(
    _ count: Int, _ isRead: Bool
  ) {
    let archive = TestArchive.bytes(of: [Self.first], commentBytes: count)
    #expect((try? Self.texts(archive)) == (isRead ? ["a=one"] : nil))
  }

  @Test func `extra fields and comments of files are skipped`() throws {
    let entries = [1, 3, 5].map { size in Self.entry { $0.extraBytes = size } }
    #expect(try Self.texts(TestArchive.bytes(of: entries)) == ["b=two", "b=two", "b=two"])
    #expect(try Self.texts(TestArchive.bytes(of: [])) == [])
  }

  @Test(
    arguments: [
      (entry { $0.flags = 1 }, .encrypted("b")), (entry { $0.flags = 9 }, .encrypted("b")),
      (entry { $0.flags = 8 }, nil), (entry { $0.checksum = 7 }, .damaged("b")),
      (TestArchive.Entry("b", Array("two".utf8), method: 0, byteCount: 2), .damaged("b")),
      (TestArchive.Entry("b", Array("two".utf8), method: 1, byteCount: 3), .unknownMethod("b", 1)),
      (TestArchive.Entry("b", Array("two".utf8), method: 9, byteCount: 3), .unknownMethod("b", 9)),
    ] as [(TestArchive.Entry, ZIPError?)])
  func `a file that cannot be unpacked is refused with its name`(
    _ entry: TestArchive.Entry, _ error: ZIPError?
  ) {
    let archive = TestArchive.bytes(of: [Self.first, entry])
    if let error {
      #expect(throws: error) { try Self.texts(archive) }
    } else {
      #expect((try? Self.texts(archive)) == ["a=one", "b=two"])
    }
  }

  @Test func `an archive has up to 10,000 files`() throws {
    let one = TestArchive.bytes(of: [TestArchive.Entry("", [])])
    // The directory's record of a file without a name has 46 bytes, and the last record has 22.
    let (local, record) = (Array(one.dropLast(68)), Array(one.dropLast(22).suffix(46)))
    for (count, isRead) in [(10_000, true), (10_001, false), (0xFFFF, false)] {
      let directory = isRead ? Array(repeatElement(record, count: count).joined()) : []
      let archive =
        local + directory + TestArchive.end(of: count, directory.count, at: local.count)
      #expect((try? ZIPArchive(archive).entries.count) == (isRead ? count : nil))
      if !isRead {
        #expect(throws: ZIPError.tooMany(limit: 10_000)) { try ZIPArchive(archive) }
      }
    }
    let far = local + record + TestArchive.end(of: 1, 46, at: 0xFFFF_FFFF)
    #expect(throws: ZIPError.tooMany(limit: 10_000)) { try ZIPArchive(far) }
  }
}
