/// Holds a compiled regular expression against a text.
///
/// All ways through the expression are followed at once, scalar by scalar, so that the time grows
/// with the text's length times the expression's, whatever the expression is. Where a look holds is
/// found for all positions in one walk over the text: what stands behind forwards, what stands ahead
/// backwards.
struct PatternRun {
  /// Pays for some units of work; answers `false` where there are not so many left.
  typealias Spend = (Int) -> Bool

  /// There was not enough left to go on.
  struct Exhausted: Error {}

  private let program: PatternProgram
  private let text: [UInt32]
  /// The steps taken since they were last paid for.
  private var work = 0
  /// The steps that wait for the scalar at the position, and those for the one after it.
  private var waiting: [Int] = []
  private var coming: [Int] = []
  /// The position that each step was last reached at.
  private var reached: [Int]
  private var open: [Int] = []
  /// Where each look holds.
  private var holding: [PositionSet] = []
  /// The last scalar beyond ASCII that each table was lastLookups for, and what it said.
  private var lastLookups: [UInt32] = []
  private var said: [Bool] = []

  init(_ program: PatternProgram, _ text: [UInt32]) {
    self.program = program
    self.text = text
    reached = Array(repeating: -1, count: program.steps.count)
  }

  /// So many steps are paid for at once, at a unit for every 16.
  private static let block = 4_096

  private mutating func pay(_ spend: Spend) throws(Exhausted) {
    guard spend(work >> 4) else { throw Exhausted() }
    work = 0
  }

  /// Whether the expression is found somewhere.
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

  /// The next position at which something may start, since nothing has started yet.
  private func next(after position: Int) -> Int {
    var position = position + 1
    guard let start = program.start else { return position }
    while position < text.count, !start.contains(text[position]) { position += 1 }
    return position
  }

  /// Where a look holds, given where those in it do.
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

  /// Takes a scalar on all ways; answers whether one of them is then at the end.
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

  /// Whether a table has a scalar; what is beyond ASCII is looked up once for all steps.
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

  /// Follows all ways from a step that take no scalar; answers whether one is at the end.
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

/// Positions of a text, a bit each.
struct PositionSet: Sendable {
  private var words: [UInt64]

  /// No position out of `count`.
  init(of count: Int) { words = Array(repeating: 0, count: count / 64 + 1) }

  mutating func insert(_ position: Int) { words[position / 64] |= 1 << UInt64(position % 64) }

  func contains(_ position: Int) -> Bool { words[position / 64] >> UInt64(position % 64) & 1 == 1 }
}

/// A place in a text that a regular expression can ask for.
enum PatternPlace: Sendable {
  /// The start of the text: `\A`, and `^` without the letter m.
  case textStart
  /// The end of the text, or the line break that ends it: `\Z`, and `$` without the letter m.
  case textEnd
  /// The very end of the text: `\z`.
  case lastEnd
  /// The start of the text or of a line: `^` with the letter m.
  case lineStart
  /// The end of the text or of a line: `$` with the letter m.
  case lineEnd
  /// Where a word starts or ends: `\b`.
  case wordEdge
  /// Where none does: `\B`.
  case noWordEdge

  /// Whether a position of a text is such a place.
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
