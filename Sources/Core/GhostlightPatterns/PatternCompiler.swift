/// A compiler that translates a parsed regular expression into steps.
package struct PatternCompiler {
  private var steps: [PatternStep] = []
  private var tables: [ScalarTable] = []
  private var places: [PatternPlace] = []
  private var looks: [PatternLookaround] = []
  /// The parsed expression of each lookaround, parallel to `looks`.
  private var bodies: [PatternNode] = []
  /// `tableOf` has the index in `tables` of each set, and `lookOf` the index in `looks` of each
  /// lookaround, by its number.
  private var tableOf: [ScalarSet: Int] = [:]
  private var lookOf: [Int: Int] = [:]
  /// Whether the emitted steps match backwards.
  private var isMirrored = false

  /// The maximum number of steps.
  ///
  /// The steps of a counted repetition such as `a{3}` are emitted several times.
  package static let longest = 10_000

  /// Compiles a parsed regular expression.
  ///
  /// - Throws: ``PatternError/tooLarge`` if the program has more than ``longest`` steps.
  static func program(of node: PatternNode) throws(PatternError) -> PatternProgram {
    var compiler = PatternCompiler()
    try compiler.emitAll(node)
    return PatternProgram(
      steps: compiler.steps, tables: compiler.tables, places: compiler.places,
      looks: compiler.looks)
  }

  /// Emits the expression and then its lookarounds, which may contain further lookarounds.
  private mutating func emitAll(_ node: PatternNode) throws(PatternError) {
    try emit(node)
    steps.append(PatternStep(kind: .found))
    var position = 0
    while position < looks.count {
      looks[position].start = steps.count
      isMirrored = looks[position].isAhead
      try emit(bodies[position])
      steps.append(PatternStep(kind: .found))
      position += 1
    }
  }

  private mutating func append(_ kind: PatternStep.Kind, _ first: Int = 0) throws(PatternError) {
    guard steps.count < Self.longest else {
      throw PatternError.tooLarge
    }
    steps.append(PatternStep(kind: kind, first: first))
  }

  /// Replaces the step at `position` by a fork to the step after it and to the end of the program.
  private mutating func fork(at position: Int) {
    steps[position] = PatternStep(kind: .fork, first: position + 1, second: steps.count)
  }

  private mutating func emit(_ node: PatternNode) throws(PatternError) {
    switch node {
    case .scalar(let set): try append(.take, table(of: set))
    case .place(let place):
      places.append(place)
      try append(.place, places.count - 1)
    case .sequence(let nodes):
      if isMirrored {
        for node in nodes.reversed() { try emit(node) }
      } else {
        for node in nodes { try emit(node) }
      }
    case .choice(let branches): try emit(branches)
    case .repeated(let node, let minimum, let maximum):
      try emit(node, minimum: minimum, maximum: maximum)
    case .look(let body, let number, let isAhead, let isNegated):
      if lookOf[number] == nil {
        lookOf[number] = looks.count
        looks.append(PatternLookaround(isAhead: isAhead, isNegated: isNegated))
        bodies.append(body)
      }
      try append(.look, lookOf[number] ?? 0)
    }
  }

  private mutating func table(of set: ScalarSet) -> Int {
    if let known = tableOf[set] { return known }
    tables.append(ScalarTable(set))
    tableOf[set] = tables.count - 1
    return tables.count - 1
  }

  private mutating func emit(_ branches: [PatternNode]) throws(PatternError) {
    var ends: [Int] = []
    for (number, branch) in branches.enumerated() {
      guard number < branches.count - 1 else {
        try emit(branch)
        break
      }
      let fork = steps.count
      try append(.fork)
      try emit(branch)
      ends.append(steps.count)
      try append(.jump)
      self.fork(at: fork)
    }
    for end in ends { steps[end].first = steps.count }
  }

  private mutating func emit(
    _ node: PatternNode, minimum: Int, maximum: Int?
  ) throws(PatternError) {
    for _ in 0..<minimum {
      let start = steps.count
      try emit(node)
      // An expression without steps is empty, and repeating it would not add any.
      if steps.count == start { break }
    }
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

/// A compiled regular expression; several threads can run it at the same time.
struct PatternProgram: Sendable {
  /// The steps of the expression, followed by those of each lookaround.
  let steps: [PatternStep]
  let tables: [ScalarTable]
  let places: [PatternPlace]
  /// The lookarounds; an outer one comes before the lookarounds that it contains.
  let looks: [PatternLookaround]
  /// The scalars with which a match can start.
  ///
  /// It is `nil` if the match may be empty or starts with a lookaround.
  let start: ScalarTable?

  init(
    steps: [PatternStep], tables: [ScalarTable], places: [PatternPlace], looks: [PatternLookaround]
  ) {
    self.steps = steps
    self.tables = tables
    self.places = places
    self.looks = looks
    start = Self.firstScalars(steps, tables)
  }

  /// Whether the expression can match only at the start of a string.
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

/// One instruction of a compiled regular expression.
///
/// It contains only numbers, so that running it does not count references.
struct PatternStep: Sendable {
  /// The operation of an instruction; `first` and `second` are its operands.
  enum Kind: UInt8, Sendable {
    /// Matches one scalar of the table at index `first`, then continues with the next step.
    case take
    /// Continues only if the current position is the place at index `first`, such as a line start.
    case place
    /// Continues only if the lookaround at index `first` holds at the current position.
    case look
    /// Continues at both steps, those at the indexes `first` and `second`.
    case fork
    /// Continues at the step at index `first`.
    case jump
    /// Ends the path, because the expression has matched.
    case found
  }

  var kind: Kind
  var first = 0
  var second = 0
}
