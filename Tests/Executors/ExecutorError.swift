/// The reason why a scenario cannot run or its replay failed.
package struct ExecutorError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
