import Foundation

/// A behaviour of managed objects that is the same for every kind of store.
///
/// Swift Testing, XCTest and a program with an asynchronous `main` check it.
package struct Behaviour: Sendable {
  package let name: String
  package let check: @Sendable (StoreKind) async throws -> Void

  init(_ name: String, _ check: @escaping @Sendable (StoreKind) async throws -> Void) {
    self.name = name
    self.check = check
  }

  /// The list of all behaviours.
  package static let all = objects + faults + queues + contexts
}

/// The error for a behaviour that does not hold.
package struct Unmet: Error, CustomStringConvertible {
  package let description: String
}

/// Throws if a condition is false, without using a test library.
func require(
  _ condition: Bool, _ text: @autoclosure () -> String = "", file: String = #fileID,
  line: Int = #line
) throws {
  guard !condition else { return }
  throw Unmet(description: "\(file):\(line): \(text())")
}

/// Throws if two values are not equal.
func require<Value: Equatable>(
  _ found: Value, is wanted: Value, file: String = #fileID, line: Int = #line
) throws {
  try require(found == wanted, "\(found), not \(wanted)", file: file, line: line)
}

/// Throws if a closure does not throw an error with the given code.
func requireError(
  _ code: Int, file: String = #fileID, line: Int = #line, _ work: () throws -> Void
) throws {
  do { try work() } catch {
    return try require((error as NSError).code, is: code, file: file, line: line)
  }
  throw Unmet(description: "\(file):\(line): no error \(code)")
}
