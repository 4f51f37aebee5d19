import Foundation

/// Something that managed objects do over every kind of store, whoever runs it: Swift Testing,
/// XCTest, an asynchronous `main`.
package struct Behaviour: Sendable {
  package let name: String
  package let check: @Sendable (StoreKind) async throws -> Void

  init(_ name: String, _ check: @escaping @Sendable (StoreKind) async throws -> Void) {
    self.name = name
    self.check = check
  }

  /// All of them.
  package static let all = objects + faults + queues + contexts
}

/// A behaviour that does not hold.
package struct Unmet: Error, CustomStringConvertible {
  package let description: String
}

/// Asks for what must hold, without any test library.
func require(
  _ condition: Bool, _ text: @autoclosure () -> String = "", file: String = #fileID,
  line: Int = #line
) throws {
  guard !condition else { return }
  throw Unmet(description: "\(file):\(line): \(text())")
}

/// Asks for a value.
func require<Value: Equatable>(
  _ found: Value, is wanted: Value, file: String = #fileID, line: Int = #line
) throws {
  try require(found == wanted, "\(found), not \(wanted)", file: file, line: line)
}

/// Asks for an error, by its code.
func requireError(
  _ code: Int, file: String = #fileID, line: Int = #line, _ work: () throws -> Void
) throws {
  do { try work() } catch {
    return try require((error as NSError).code, is: code, file: file, line: line)
  }
  throw Unmet(description: "\(file):\(line): no error \(code)")
}
