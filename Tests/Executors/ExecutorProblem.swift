/// Why a scene cannot be played.
package struct ExecutorProblem: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
