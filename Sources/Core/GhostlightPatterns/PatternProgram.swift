/// A compiled regular expression; a value that any number of texts can be held against at once.
struct PatternProgram: Sendable {
  /// The steps of the expression, then those of each look.
  let steps: [PatternStep]
  let tables: [ScalarTable]
  let places: [PatternPlace]
  /// What is asked for ahead and behind; a look comes before those that stand in it.
  let looks: [PatternLook]
  /// What something found can start with, or `nil` where it may be empty or starts with a look.
  let start: ScalarTable?

  init(
    steps: [PatternStep], tables: [ScalarTable], places: [PatternPlace], looks: [PatternLook]
  ) {
    self.steps = steps
    self.tables = tables
    self.places = places
    self.looks = looks
    start = Self.firstScalars(steps, tables)
  }

  /// Whether it can only be found at the start of a text.
  var isAtStart: Bool {
    guard let step = steps.first, step.kind == .place else { return false }
    return places[step.first] == .textStart
  }

  private static func firstScalars(
    _ steps: [PatternStep], _ tables: [ScalarTable]
  ) -> ScalarTable? {
    var open = [0]
    var reached = Set<Int>()
    var found: [ScalarTable] = []
    while let position = open.popLast() {
      guard reached.insert(position).inserted else { continue }
      let step = steps[position]
      switch step.kind {
      case .take: found.append(tables[step.first])
      case .place: open.append(position + 1)
      case .jump: open.append(step.first)
      case .fork: open += [step.first, step.second]
      case .look, .found: return nil
      }
    }
    return ScalarTable(covering: found)
  }
}
