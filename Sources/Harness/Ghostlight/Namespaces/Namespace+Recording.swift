public import GhostlightRecording

extension Namespace {
  /// The exchanges that the journal keeps, as a recording.
  public var recording: Recording { recording(of: nil) }

  /// The exchanges that the journal keeps of one emulator, or of all.
  public func recording(of emulator: String?) -> Recording {
    let entries = journal.filter { emulator == nil || $0.emulator == emulator }
    return Recording(
      entries.map(\.exchange), comment: "Recorded from Ghostlight's own emulators.")
  }
}
