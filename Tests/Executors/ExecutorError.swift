/// Why a scenario cannot be played.
package struct ExecutorError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
