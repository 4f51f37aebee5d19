/// The matching of a compiled regular expression with one text.
///
/// All paths through the expression are followed at the same time, scalar by scalar. The time is
/// therefore proportional to the length of the text times that of the expression, whatever the
/// expression is.
///
/// The positions at which a lookaround holds are found in advance, in one pass over the text:
/// forwards for lookbehinds, and backwards for lookaheads.
struct PatternRun {
  /// Spends units of work, or returns `false` if too few are left.
  typealias Spend = (Int) -> Bool

  /// The error for work that exceeds the units left.
  struct Exhausted: Error {}

  private let program: PatternProgram
  private let text: [UInt32]
  /// The number of steps since units were last spent.
  private var work = 0
  /// The steps that match the scalar at the current position, and those for the next position.
  private var waiting: [Int] = []
  private var coming: [Int] = []
  /// For each step, the position at which it was last reached.
  private var reached: [Int]
  private var open: [Int] = []
  /// The positions at which each lookaround holds.
  private var holding: [PositionSet] = []
  /// The last scalar beyond ASCII that was looked up in each table, and the result.
  private var lastLookups: [UInt32] = []
  private var said: [Bool] = []

  init(_ program: PatternProgram, _ text: [UInt32]) {
    self.program = program
    self.text = text
    reached = Array(repeating: -1, count: program.steps.count)
  }

  /// The number of steps after which units are spent; 16 steps are one unit.
  private static let block = 4_096

  private mutating func pay(_ spend: Spend) throws(Exhausted) {
    guard spend(work >> 4) else { throw Exhausted() }
    work = 0
  }

  /// Returns whether the expression matches somewhere.
  ///
  /// - Throws: ``Exhausted``.
  mutating func isFound(spending spend: Spend) throws(Exhausted) -> Bool {
    if !program.looks.isEmpty {
      holding = Array(repeating: PositionSet(of: 0), count: program.looks.count)
      for look in program.looks.indices.reversed() {
        holding[look] = try positions(of: program.looks[look], spend)
        coming.removeAll(keepingCapacity: true)
      }
    }
    let isFound = try search(spend)
    try pay(spend)
    return isFound
  }

  private mutating func search(_ spend: Spend) throws(Exhausted) -> Bool {
    var position = 0
    if reach(0, at: position) { return true }
    while position < text.count {
      if work > Self.block { try pay(spend) }
      if coming.isEmpty {
        guard !program.isAtStart else { return false }
        position = next(after: position)
      } else {
        position += 1
        if advance(over: text[position - 1], to: position) { return true }
      }
      if !program.isAtStart, reach(0, at: position) { return true }
    }
    return false
  }

  /// Returns the next position at which a match may start, if none has started yet.
  private func next(after position: Int) -> Int {
    var position = position + 1
    guard let start = program.start else { return position }
    while position < text.count, !start.contains(text[position]) { position += 1 }
    return position
  }

  /// Returns the positions at which a lookaround holds; those inside it must be known.
  private mutating func positions(
    of look: PatternLook, _ spend: Spend
  ) throws(Exhausted) -> PositionSet {
    guard spend(text.count >> 8 + 1) else { throw Exhausted() }
    var positions = PositionSet(of: text.count + 1)
    var position = look.isAhead ? text.count : 0
    var isThere = reach(look.start, at: position)
    while true {
      if work > Self.block { try pay(spend) }
      if isThere != look.isNegated { positions.insert(position) }
      guard position != (look.isAhead ? 0 : text.count) else { return positions }
      let value = text[look.isAhead ? position - 1 : position]
      position += look.isAhead ? -1 : 1
      isThere = advance(over: value, to: position)
      if reach(look.start, at: position) { isThere = true }
    }
  }

  /// Matches a scalar on all paths, and returns whether one of them has reached the end.
  private mutating func advance(over value: UInt32, to position: Int) -> Bool {
    swap(&waiting, &coming)
    coming.removeAll(keepingCapacity: true)
    var isFound = false
    work += waiting.count
    for step in waiting where takes(program.steps[step].first, value) {
      if reach(step + 1, at: position) { isFound = true }
    }
    return isFound
  }

  /// Returns whether a table contains a scalar; one beyond ASCII is looked up once for all steps.
  private mutating func takes(_ table: Int, _ value: UInt32) -> Bool {
    if value < 128 { return program.tables[table].contains(value) }
    if lastLookups.isEmpty {
      lastLookups = Array(repeating: .max, count: program.tables.count)
      said = Array(repeating: false, count: program.tables.count)
    }
    if lastLookups[table] != value {
      lastLookups[table] = value
      work += program.tables[table].weight
      said[table] = program.tables[table].contains(value)
    }
    return said[table]
  }

  /// Follows all paths from a step that match no scalar, and returns whether one has reached the
  /// end.
  private mutating func reach(_ step: Int, at position: Int) -> Bool {
    var isFound = false
    open.append(step)
    while let index = open.popLast() {
      work += 1
      guard reached[index] != position else { continue }
      reached[index] = position
      let step = program.steps[index]
      switch step.kind {
      case .take: coming.append(index)
      case .found: isFound = true
      case .jump: open.append(step.first)
      case .fork:
        open.append(step.second)
        open.append(step.first)
      case .place:
        if program.places[step.first].isAt(position, in: text) { open.append(index + 1) }
      case .look:
        if holding[step.first].contains(position) { open.append(index + 1) }
      }
    }
    return isFound
  }
}

/// A set of positions in a text, with one bit for each.
struct PositionSet: Sendable {
  private var words: [UInt64]

  /// Creates an empty set for `count` positions.
  init(of count: Int) { words = Array(repeating: 0, count: count / 64 + 1) }

  mutating func insert(_ position: Int) { words[position / 64] |= 1 << UInt64(position % 64) }

  func contains(_ position: Int) -> Bool { words[position / 64] >> UInt64(position % 64) & 1 == 1 }
}

/// A place in a text that a regular expression can require.
enum PatternPlace: Sendable {
  /// The start of the text: `\A`, and `^` without the option `m`.
  case textStart
  /// The end of the text, or the line break at its end: `\Z`, and `$` without the option `m`.
  case textEnd
  /// The end of the text, after any line break: `\z`.
  case lastEnd
  /// The start of the text or of a line: `^` with the option `m`.
  case lineStart
  /// The end of the text or of a line: `$` with the option `m`.
  case lineEnd
  /// The start or the end of a word: `\b`.
  case wordEdge
  /// Any other place: `\B`.
  case noWordEdge

  /// Returns whether a position of a text is such a place.
  func isAt(_ position: Int, in text: [UInt32]) -> Bool {
    switch self {
    case .textStart: position == 0
    case .lastEnd: position == text.count
    case .textEnd:
      position == text.count || position == text.count - 1 && text[position] == Self.lineBreak
    case .lineStart: position == 0 || text[position - 1] == Self.lineBreak
    case .lineEnd: position == text.count || text[position] == Self.lineBreak
    case .wordEdge: Self.isWordEdge(position, in: text)
    case .noWordEdge: !Self.isWordEdge(position, in: text)
    }
  }

  private static let lineBreak: UInt32 = 10

  private static func isWordEdge(_ position: Int, in text: [UInt32]) -> Bool {
    let isBefore = position > 0 && ScalarSet.word.contains(text[position - 1])
    let isAfter = position < text.count && ScalarSet.word.contains(text[position])
    return isBefore != isAfter
  }
}
