import Foundation
import Testing

/// A problem that the traits of a test report after the test.
package struct Finding: Sendable, Hashable {
  private let text: String
  /// Whether the test set something up that no request used.
  ///
  /// For a trait of a suite it is only a warning, because another test of the suite may use it.
  package let isUnused: Bool

  init(_ text: String, isUnused: Bool = false) { (self.text, self.isUnused) = (text, isUnused) }

  /// Returns the text with the way in which a test allows what is unused.
  package func message(allowedBy allowance: String) -> String {
    isUnused ? "\(text), or allow it with \(allowance)" : text
  }
}

/// A place in a test's source, for both test frameworks.
package struct SourcePlace: Sendable {
  package let fileID: StaticString
  package let filePath: StaticString
  package let line: UInt
  package let column: UInt

  package init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    (self.fileID, self.filePath, self.line, self.column) = (fileID, filePath, line, column)
  }
}

/// The test framework that gets the issues of a context.
package struct IssueReporter: Sendable {
  /// The reporter of the current task: Swift Testing, unless a test of XCTest set its own.
  @TaskLocal package static var current = IssueReporter { text, place in
    Issue.record(
      Comment(rawValue: text),
      sourceLocation: SourceLocation(
        fileID: "\(place.fileID)", filePath: "\(place.filePath)", line: Int(place.line),
        column: Int(place.column)))
  }

  let record: @Sendable (String, SourcePlace) -> Void

  package init(_ record: @escaping @Sendable (String, SourcePlace) -> Void) {
    self.record = record
  }
}

/// Reports the findings of a trait at the line of the trait.
struct TraitReporter: Sendable {
  let place: SourceLocation
  let isForSuite: Bool
  let allowsUnused: Bool

  func report(_ finding: Finding) {
    guard !finding.isUnused || !allowsUnused else { return }
    let comment = Comment(rawValue: finding.message(allowedBy: ".allowsUnused"))
    #if compiler(>=6.3)
      Issue.record(
        comment, severity: finding.isUnused && isForSuite ? .warning : .error,
        sourceLocation: place)
    #else
      // Swift Testing of earlier toolchains has no warnings.
      guard finding.isUnused, isForSuite else {
        Issue.record(comment, sourceLocation: place)
        return
      }
      StandardError.write("warning: \(place.fileID):\(place.line): \(comment.rawValue)")
    #endif
  }
}

/// The standard error output of the test process.
package enum StandardError {
  package static func write(_ line: String) {
    FileHandle.standardError.write(Data("\(line)\n".utf8))
  }
}
