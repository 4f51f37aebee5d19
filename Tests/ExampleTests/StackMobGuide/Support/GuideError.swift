/// The reason why an example could not start.
struct GuideError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
