import EGF2
import Foundation
import Testing

/// A call of the module, and the request line that it should send.
struct CallRow: Sendable, CustomTestStringConvertible {
  typealias Start = @Sendable (EGF2Graph, @escaping @Sendable () -> Void) -> Void

  let name: String
  let line: String
  let start: Start

  init(_ name: String, _ line: String, _ start: @escaping Start) {
    self.name = name
    self.line = line
    self.start = start
  }

  var testDescription: String { name }
}
