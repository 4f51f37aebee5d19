#if canImport(XCTest) && !canImport(Darwin)
  import XCTest

  /// An observer that records the failures of a test case with their lines.
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
