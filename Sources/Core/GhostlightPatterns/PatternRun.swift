/// The search for one compiled regular expression in one string.
///
/// All paths through the expression are followed at the same time, scalar by scalar. The time is
/// therefore always proportional to the length of the string times the length of the expression.
///
/// The positions at which a lookaround holds are computed in advance, in one pass over the string:
/// forwards for lookbehinds, and backwards for lookaheads.
struct PatternRun {
  /// Spends units of work; returns `false` if too few units are left.
  typealias Spend = (Int) -> Bool

  /// The error that is thrown when too few units of work are left.
  struct Exhausted: Error {}

  private let program: PatternProgram
  private let text: [UInt32]
  /// The number of steps since the last call of `spend`.
  private var work = 0
  /// `waiting` has the steps that wait for the scalar at the current position, and `coming` those
  /// for the next position.
  private var waiting: [Int] = []
  private var coming: [Int] = []
  /// For each step, the position at which it was last reached.
  private var reached: [Int]
  private var open: [Int] = []
  /// For each lookaround, the positions at which it holds.
  private var holding: [PositionSet] = []
  /// For each table, the last non-ASCII scalar that was looked up, and whether the table contains
  /// it.
  private var lastLookups: [UInt32] = []
  private var said: [Bool] = []

  init(_ program: PatternProgram, _ text: [UInt32]) {
    self.program = program
    self.text = text
    reached = Array(repeating: -1, count: program.steps.count)
  }

  /// The number of steps between two calls of `spend`; 16 steps are one unit of work.
  private static let block = 4_096

  private mutating func pay(_ spend: Spend) throws(Exhausted) {
    guard spend(work >> 4) else { throw Exhausted() }
    work = 0
  }

  /// Returns whether the expression matches anywhere in the string.
  ///
  /// - Throws: ``Exhausted`` if `spend` returns `false`.
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

  /// Returns the next position after `position` at which a match can start; call it only if no path
  /// is being followed.
  private func next(after position: Int) -> Int {
    var position = position + 1
    guard let start = program.start else { return position }
    while position < text.count, !start.contains(text[position]) { position += 1 }
    return position
  }

  /// Returns the positions at which `look` holds; `holding` must already have those of the
  /// lookarounds inside it.
  private mutating func positions(
    of look: PatternLookaround, _ spend: Spend
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

  /// Consumes one scalar on all paths; returns whether a path has reached the end of the
  /// expression.
  private mutating func advance(over value: UInt32, to position: Int) -> Bool {
    swap(&waiting, &coming)
    coming.removeAll(keepingCapacity: true)
    var isFound = false
    work += waiting.count
    for step in waiting where accepts(program.steps[step].first, value) {
      if reach(step + 1, at: position) { isFound = true }
    }
    return isFound
  }

  /// Returns whether a table contains a scalar; the last result for a non-ASCII scalar is cached
  /// for each table.
  private mutating func accepts(_ table: Int, _ value: UInt32) -> Bool {
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

  /// Follows all paths from a step up to steps that consume a scalar.
  ///
  /// Returns whether a path has reached the end of the expression.
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

/// A set of positions in a string, with one bit for each position.
struct PositionSet: Sendable {
  private var words: [UInt64]

  /// Creates an empty set that can contain the positions below `count`.
  init(of count: Int) { words = Array(repeating: 0, count: count / 64 + 1) }

  mutating func insert(_ position: Int) { words[position / 64] |= 1 << UInt64(position % 64) }

  func contains(_ position: Int) -> Bool { words[position / 64] >> UInt64(position % 64) & 1 == 1 }
}

/// A condition on a position in a string, such as the start of a line.
enum PatternPlace: Sendable {
  /// The start of the string: `\A`, and `^` without the option `m`.
  case textStart
  /// The end of the string, or the position before its final line break: `\Z`, `$` without `m`.
  case textEnd
  /// The very end of the string: `\z`.
  case lastEnd
  /// The start of the string or of a line: `^` with the option `m`.
  case lineStart
  /// The end of the string or of a line: `$` with the option `m`.
  case lineEnd
  /// The start or end of a word: `\b`.
  case wordEdge
  /// Any position that is not the start or end of a word: `\B`.
  case noWordEdge

  /// Returns whether a position of the string satisfies the condition.
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
