/// Why an example could not begin.
struct GuideError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
