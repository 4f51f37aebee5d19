/// The modes of a recording, as the trait and the environment have them.
struct RecordingSettings: Sendable, Hashable {
  var record: RecordMode
  var replay: ReplayMode

  /// What the environment says, else what the trait says.
  ///
  /// - Throws: ``RecordingProblem`` where a variable has a value that is none.
  init(
    _ record: RecordMode, _ replay: ReplayMode, environment: [String: String]
  ) throws(RecordingProblem) {
    self.record = try Self.read("GHOSTLIGHT_RECORD", environment) ?? record
    self.replay = try Self.read("GHOSTLIGHT_REPLAY", environment) ?? replay
  }

  private static func read<Mode: RawRepresentable & CaseIterable>(
    _ variable: String, _ environment: [String: String]
  ) throws(RecordingProblem) -> Mode? where Mode.RawValue == String {
    guard let text = environment[variable], !text.isEmpty else { return nil }
    guard let mode = Mode(rawValue: text) else {
      let known = Mode.allCases.map(\.rawValue).joined(separator: ", ")
      throw RecordingProblem("\(variable) is \"\(text)\"; it can be \(known)")
    }
    return mode
  }
}
