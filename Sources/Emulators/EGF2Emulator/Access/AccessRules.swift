/// The rules of an object type or of an edge (A6).
struct AccessRules: Sendable, Hashable {
  private var rules: [AccessVerb: AccessRule] = [:]

  init() {}

  /// The rule of a verb; where there is none, nobody is let in.
  subscript(verb: AccessVerb) -> AccessRule? {
    get { rules[verb] }
    set { rules[verb] = newValue }
  }
}
