#if canImport(XCTest) && !canImport(Darwin)
  import Foundation
  import XCTest

  /// Runs a test method of XCTest outside of its own runner.
  enum XCTestRunner {
    typealias Method = @Sendable (XCTestCase) async throws -> Void

    /// What the method reports.
    static func failures(in body: @escaping Method) async -> [Failure] {
      await withCheckedContinuation { continuation in
        // XCTest waits for asynchronous methods, so it needs a thread of its own.
        Thread { continuation.resume(returning: run(body)) }.start()
      }
    }

    private static func run(_ body: @escaping Method) -> [Failure] {
      let observer = FailureObserver()
      XCTestObservationCenter.shared.addTestObserver(observer)
      defer { XCTestObservationCenter.shared.removeTestObserver(observer) }
      let method = asyncTest { (test: XCTestCase) in { try await body(test) } }
      XCTestCase(name: "sample") { test in try method(test)() }.run()
      return observer.failures
    }
  }
#endif
