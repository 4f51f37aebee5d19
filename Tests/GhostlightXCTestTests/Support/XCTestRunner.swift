#if canImport(XCTest) && !canImport(Darwin)
  import Foundation
  import XCTest

  /// A function that runs a test method of XCTest outside its own runner.
  enum XCTestRunner {
    typealias Method = @Sendable (XCTestCase) async throws -> Void

    /// Runs a method and returns its failures.
    static func failures(in body: @escaping Method) async -> [Failure] {
      await withCheckedContinuation { continuation in
        // XCTest blocks its thread while an asynchronous method runs, so it needs a separate one.
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
