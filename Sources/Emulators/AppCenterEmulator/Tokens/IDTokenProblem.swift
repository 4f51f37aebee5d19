/// Why nobody is signed in.
struct IDTokenProblem: Error, Hashable {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
