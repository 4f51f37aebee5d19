import Foundation
import Ghostlight
import GhostlightRecording
import Synchronization
import Testing

/// The exchanges of one test, which are attached to the test if it fails.
package final class TrafficLog: Sendable {
  /// The log of the current test, or `nil` outside of a test with services.
  @TaskLocal static var current: TrafficLog?

  private let stages = Mutex<[TestStage]>([])
  private let stubs = Mutex<[Stubs]>([])
  private let failed = Atomic(false)

  /// The name of the attachment.
  package static let fileName = "ghostlight-traffic.txt"

  private init() {}

  /// A new log, or `nil` if an outer scope of the test already has one.
  package static var outermost: TrafficLog? { current == nil ? TrafficLog() : nil }

  /// Whether the test has an issue.
  var hasFailed: Bool { failed.load(ordering: .relaxed) }

  private func markFailed() { failed.store(true, ordering: .relaxed) }

  func add(_ stage: TestStage) { stages.withLock { $0.append(stage) } }

  func add(_ stubs: Stubs) { self.stubs.withLock { $0.append(stubs) } }

  /// The exchanges as text, bounded and without secrets.
  package var text: String {
    TrafficText(
      stages.withLock { $0 }, stubbed: stubs.withLock { $0 }.flatMap(\.requests)
    ).text
  }

  /// Runs `body`, whose stages add themselves to a log; `nil` keeps that of an outer scope.
  package static func collecting<Value>(
    in log: TrafficLog?, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Value
  ) async throws -> Value {
    try await $current.withValue(log ?? current, operation: body)
  }

  /// Writes the text to a new file in the temporary folder, and returns its path; `nil` if it cannot
  /// be written.
  package func write() -> String? {
    let name = "ghostlight-\(UUID().uuidString).txt"
    let path = FileManager.default.temporaryDirectory.appending(path: name).path
    do {
      try NewFile.write(Array(text.utf8), to: path, for: .owner, replacing: false)
      return path
    } catch {
      return nil
    }
  }

  /// Runs a test case of Swift Testing, and attaches its exchanges if it has an issue.
  static func attaching(
    to test: Test, _ testCase: Test.Case?, at place: SourceLocation,
    _ body: @Sendable () async throws -> Void
  ) async throws {
    guard let log = outermost else { return try await body() }
    let watching = IssueHandlingTrait.compactMapIssues { issue in
      if issue.isProblem { log.markFailed() }
      return issue
    }
    do {
      try await collecting(in: log) {
        try await watching.provideScope(for: test, testCase: testCase, performing: body)
      }
    } catch {
      log.attach(to: test, at: place)
      throw error
    }
    if log.hasFailed { log.attach(to: test, at: place) }
  }

  private func attach(to test: Test, at place: SourceLocation) {
    Attachment.record(text, named: Self.fileName, sourceLocation: place)
    StandardError.write(
      "ghostlight: the requests of \(test.displayName ?? test.name) are attached as \(Self.fileName); "
        + "swift test --attachments-path FOLDER writes the file to a folder")
  }
}

extension Issue {
  /// Whether the issue fails its test: a known issue and a warning do not.
  fileprivate var isProblem: Bool {
    #if compiler(>=6.3)
      isFailure
    #else
      true
    #endif
  }
}
