import Ghostlight
import GhostlightSQLite
import Testing

@testable import GhostlightPersistence

@Suite struct `Errors of a data folder` {
  @Test(
    arguments: [
      (
        .inUse(path: "/d", holder: "process 7"),
        "/d is in use by process 7: stop it, or choose another data folder"
      ),
      (
        .cannotOpen(path: "/d", reason: "why"),
        "/d cannot be opened (why): check that it is a folder that you may write to"
      ),
      (
        .newerFormat(path: "/d", format: 4, known: 3),
        "/d has format 4, and this version reads up to 3: update Ghostlight, or choose another "
          + "data folder"
      ),
      (
        .unknownFormat(path: "/d", format: 0),
        "/d has format 0, which cannot be converted any more: open it with an older Ghostlight "
          + "first, or choose another data folder"
      ),
      (
        .damaged(path: "/d", reason: "why"),
        "/d is damaged (why): replace it by a copy, or move it away to start again"
      ),
      (
        .otherSeed(path: "/d", stored: "1", given: "2"),
        "/d was made with the seed 1, not 2: start with that seed, or choose another data folder"
      ),
      (
        .otherConfiguration(path: "/d", place: "$.a"),
        "/d was made with another configuration ($.a differs): start with the configuration that it was made "
          + "with, or choose another data folder"
      ),
      (
        .lost(path: "/d", first: 3, last: 3, behind: 0),
        "/d no longer has change 3: \(remedy)"
      ),
      (
        .lost(path: "/d", first: 3, last: 4, behind: 1),
        "/d no longer has the changes 3 to 4, with one later change: \(remedy)"
      ),
      (
        .damagedChange(path: "/d", number: 3, reason: "why", behind: 2),
        "change 3 in /d is damaged (why), with 2 later changes: \(remedy)"
      ),
      (
        .answeredDifferently(path: "/d", number: 3, reason: "why", version: "2", written: "1"),
        "change 3 in /d gets a different response from this version, 2 (why): open the folder with "
          + "version 1, or move it away to start again"
      ),
      (
        .cannotReplay(path: "/d", number: 3, reason: "why"),
        "change 3 in /d cannot be replayed (why): start with the emulators and the configuration "
          + "that it was made with, or move the folder away to start again"
      ),
      (
        .cannotWrite(path: "/d", reason: "why"),
        "/d cannot be written (why): check the disk's free space and the permissions"
      ),
      (
        .gone(path: "/d"),
        "/d was deleted or replaced while it was in use: put the folder back, or restart with "
          + "another one"
      ),
    ] as [(DataFolderError, String)])
  func `an error names the problem and the remedy`(_ error: DataFolderError, _ text: String) {
    #expect(error.description == text)
  }

  private static let remedy =
    "replace the folder by a copy, or start with --accept-loss in the state before that"

  private struct Failure: Error, CustomStringConvertible {
    let description = "of the test"
  }

  @Test(
    arguments: [
      (.notADatabase, "damaged", "damaged"), (.corrupt, "damaged", "damaged"),
      (.error, "damaged", "cannotWrite"), (.mismatch, "damaged", "cannotWrite"),
      (.full, "cannotWrite", "cannotWrite"), (.readOnly, "cannotWrite", "cannotWrite"),
      (.inputOutput, "cannotWrite", "cannotWrite"), (.busy, "cannotOpen", "cannotWrite"),
      (.cannotOpen, "cannotOpen", "cannotWrite"), (.constraint, "cannotOpen", "cannotWrite"),
      (.misuse, "cannotOpen", "cannotWrite"),
    ] as [(ResultCode, String, String)])
  func `an error of SQLite is converted by its code and by the operation`(
    _ code: ResultCode, _ read: String, _ written: String
  ) {
    let error = DatabaseError(code, "two\nlines\n")
    let made: [String: DataFolderError] = [
      "damaged": .damaged(path: "/d", reason: "two lines "),
      "cannotWrite": .cannotWrite(path: "/d", reason: "two lines "),
      "cannotOpen": .cannotOpen(path: "/d", reason: "two lines "),
    ]
    #expect(DataFolderError(reading: "/d", error) == made[read])
    #expect(DataFolderError(writing: "/d", error) == made[written])
  }

  @Test func `other errors keep their text, and an error of a folder is unchanged`() {
    #expect(
      DataFolderError(reading: "/d", Failure()) == .cannotOpen(path: "/d", reason: "of the test"))
    #expect(
      DataFolderError(writing: "/d", Failure()) == .cannotWrite(path: "/d", reason: "of the test"))
    let known = DataFolderError.gone(path: "/e")
    #expect(DataFolderError(reading: "/d", known) == known)
    #expect(DataFolderError(writing: "/d", known) == known)
  }
}
