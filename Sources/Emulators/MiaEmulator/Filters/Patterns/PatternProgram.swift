/// A compiled regular expression; a value that any number of texts can be held against at once.
struct PatternProgram: Sendable {
  private(set) var steps: [PatternStep] = []
  private(set) var tables: [ScalarTable] = []
  private(set) var places: [PatternPlace] = []
  private(set) var looks: [PatternLook] = []
  /// What something found can start with, or `nil` where it may be empty or starts with a look.
  private(set) var start: ScalarTable?

  /// The most steps; counted repetitions stand there as often as they count.
  private static let longest = 10_000

  /// Compiles an expression.
  ///
  /// - Throws: That it is too large.
  init(_ node: PatternNode) throws(PatternProblem) {
    try emit(node)
    steps.append(PatternStep(kind: .found))
    start = firstScalars()
  }

  /// Whether it can only be found at the start of a text.
  var isAtStart: Bool {
    guard let step = steps.first, step.kind == .place else { return false }
    return places[step.first] == .textStart
  }

  private func firstScalars() -> ScalarTable? {
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

  private mutating func append(_ kind: PatternStep.Kind, _ first: Int = 0) throws(PatternProblem) {
    guard steps.count < Self.longest else {
      throw PatternProblem("regular expression is too large")
    }
    steps.append(PatternStep(kind: kind, first: first))
  }

  /// Makes the step at a position one that goes on behind it and at the end.
  private mutating func fork(at position: Int) {
    steps[position] = PatternStep(kind: .fork, first: position + 1, second: steps.count)
  }

  private mutating func emit(_ node: PatternNode) throws(PatternProblem) {
    switch node {
    case .scalar(let set):
      tables.append(ScalarTable(set))
      try append(.take, tables.count - 1)
    case .place(let place):
      places.append(place)
      try append(.place, places.count - 1)
    case .sequence(let nodes): for node in nodes { try emit(node) }
    case .choice(let branches): try emit(branches[...])
    case .repeated(let node, let minimum, let maximum):
      try emit(node, minimum: minimum, maximum: maximum)
    case .look(let node, let isAhead, let isNegated):
      looks.append(
        PatternLook(program: try PatternProgram(node), isAhead: isAhead, isNegated: isNegated))
      try append(.look, looks.count - 1)
    }
  }

  private mutating func emit(_ branches: ArraySlice<PatternNode>) throws(PatternProblem) {
    guard let first = branches.first else { return }
    guard branches.count > 1 else { return try emit(first) }
    let fork = steps.count
    try append(.fork)
    try emit(first)
    let end = steps.count
    try append(.jump)
    self.fork(at: fork)
    try emit(branches.dropFirst())
    steps[end].first = steps.count
  }

  private mutating func emit(
    _ node: PatternNode, minimum: Int, maximum: Int?
  ) throws(PatternProblem) {
    for _ in 0..<minimum { try emit(node) }
    guard let maximum else {
      let fork = steps.count
      try append(.fork)
      try emit(node)
      try append(.jump, fork)
      return self.fork(at: fork)
    }
    var forks: [Int] = []
    for _ in minimum..<maximum {
      forks.append(steps.count)
      try append(.fork)
      try emit(node)
    }
    for fork in forks { self.fork(at: fork) }
  }
}
