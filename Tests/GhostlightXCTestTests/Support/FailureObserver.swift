#if canImport(XCTest) && !canImport(Darwin)
  import XCTest

  /// Notes what a test case reports, and where.
  final class FailureObserver: NSObject, XCTestObservation {
    private(set) var failures: [Failure] = []

    func testCase(
      _ testCase: XCTestCase, didFailWithDescription description: String,
      inFile filePath: String?, atLine lineNumber: Int
    ) {
      failures.append(Failure(line: lineNumber, description: description))
    }
  }
#endif
