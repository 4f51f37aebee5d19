/// When a test writes its recording's file.
public enum RecordMode: String, Sendable, Hashable, CaseIterable {
  /// Never.
  case none
  /// Where there is no file yet.
  case once
  /// Each time, in place of what was there.
  case rewrite
}
