import Foundation

/// Why a test cannot have its recording.
struct RecordingProblem: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
  /// One sentence with the remedy.
  let description: String

  init(_ description: String) { self.description = description }

  /// The description.
  var errorDescription: String? { description }
}
