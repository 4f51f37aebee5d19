import Foundation
import Ghostlight

@testable import GhostlightPersistence

/// The program of a process that kills itself.
///
/// It writes items, and stores which of them were acknowledged.
enum Victim {
  /// Creates items on four threads, and kills the process after `count` acknowledgements.
  static func run(_ path: String, _ count: Int) throws {
    let opened = try DataFolder(at: path)
    try opened.execute("PRAGMA wal_autocheckpoint = 30")
    let stage = Stage.standing(opened.log)
    let snapshotWriter = SnapshotWriter(opened, stage, every: 90)
    let notes = open(path + "/acknowledged", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    let total = Counter()
    Threads.run(4) { writer in
      for key in 1...count {
        guard stage.create(key, in: "w\(writer)") else { return }
        let note = Array("w\(writer) i\(key)\n".utf8)
        _ = note.withUnsafeBytes { write(notes, $0.baseAddress, $0.count) }
        if total.add() >= count { kill(getpid(), SIGKILL) }
      }
    }
    try snapshotWriter.close()
  }

  /// Returns the acknowledged items: `w0 i1` is the item `i1` in the namespace `w0`.
  static func acknowledged(_ path: String) throws -> [String] {
    let text = try String(contentsOfFile: path + "/acknowledged", encoding: .utf8)
    return text.split(separator: "\n").map(String.init)
  }
}
