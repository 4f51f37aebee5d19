/// Why an example could not begin.
struct GuideProblem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
