/// Makes steps of a parsed regular expression.
package struct PatternCompiler {
  private var steps: [PatternStep] = []
  private var tables: [ScalarTable] = []
  private var places: [PatternPlace] = []
  private var looks: [PatternLook] = []
  /// What each look asks for.
  private var bodies: [PatternNode] = []
  /// The tables and looks there are, by their sets and by their numbers in the expression.
  private var tableOf: [ScalarSet: Int] = [:]
  private var lookOf: [Int: Int] = [:]
  /// Whether the steps are to be followed backwards.
  private var isMirrored = false

  /// The most steps; counted repetitions stand there as often as they count.
  package static let longest = 10_000

  /// Compiles an expression.
  ///
  /// - Throws: That it is too large.
  static func program(of node: PatternNode) throws(PatternError) -> PatternProgram {
    var compiler = PatternCompiler()
    try compiler.emitAll(node)
    return PatternProgram(
      steps: compiler.steps, tables: compiler.tables, places: compiler.places,
      looks: compiler.looks)
  }

  /// The expression, then what its looks ask for, which may add more looks.
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

  /// Makes the step at a position one that goes on behind it and at the end.
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
        looks.append(PatternLook(isAhead: isAhead, isNegated: isNegated))
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
      // Nothing stays nothing, however often it is there.
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

/// A step of a compiled regular expression: plain numbers, so that running it counts no references.
struct PatternStep: Sendable {
  /// What a step does.
  enum Kind: UInt8, Sendable {
    /// Takes one scalar of the set `first` and goes on.
    case take
    /// Goes on at the place `first` only.
    case place
    /// Goes on if what the look `first` is about is there, or is not.
    case look
    /// Goes on at `first` and at `second`.
    case fork
    /// Goes on at `first`.
    case jump
    /// All is found.
    case found
  }

  var kind: Kind
  var first = 0
  var second = 0
}
