/// Holds a compiled regular expression against a text.
///
/// All ways through the expression are followed at once, scalar by scalar, so that the time grows
/// with the text's length times the expression's, whatever the expression is. What stands ahead or
/// behind is run once for each position where it is asked for.
struct PatternRun {
  private let program: PatternProgram
  private let text: [UInt32]
  /// The steps that wait for the scalar at the position, and those for the one after it.
  private var waiting: [Int] = []
  private var coming: [Int] = []
  /// The position that each step was last reached at.
  private var reached: [Int]
  private var open: [Int] = []

  init(_ program: PatternProgram, _ text: [UInt32]) {
    self.program = program
    self.text = text
    reached = Array(repeating: -1, count: program.steps.count)
  }

  /// Whether the expression is found somewhere.
  mutating func isFound() -> Bool { run(from: 0, isFixed: program.isAtStart, end: nil) }

  /// Whether it is found right at a position.
  mutating func isFound(at position: Int) -> Bool { run(from: position, isFixed: true, end: nil) }

  /// Whether it is found so that it ends at a position.
  mutating func isFound(upTo end: Int) -> Bool {
    run(from: 0, isFixed: program.isAtStart, end: end)
  }

  private mutating func run(from start: Int, isFixed: Bool, end: Int?) -> Bool {
    var position = start
    let last = end ?? text.count
    if reach(0, at: position), end == nil || end == position { return true }
    while position < last {
      swap(&waiting, &coming)
      coming.removeAll(keepingCapacity: true)
      if waiting.isEmpty {
        guard !isFixed else { return false }
        position = next(after: position, upTo: last)
      } else {
        let value = text[position]
        position += 1
        var isFound = false
        for step in waiting where program.tables[program.steps[step].first].contains(value) {
          if reach(step + 1, at: position) { isFound = true }
        }
        if isFound, end == nil || end == position { return true }
      }
      guard !isFixed, reach(0, at: position) else { continue }
      if end == nil || end == position { return true }
    }
    return false
  }

  /// The next position at which something may start, since nothing has started yet.
  private func next(after position: Int, upTo last: Int) -> Int {
    var position = position + 1
    guard let start = program.start else { return position }
    while position < last, !start.contains(text[position]) { position += 1 }
    return position
  }

  /// Follows all ways from a step that take no scalar; answers whether one is at the end.
  private mutating func reach(_ step: Int, at position: Int) -> Bool {
    var isFound = false
    open.append(step)
    while let index = open.popLast() {
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
        if program.looks[step.first].holds(at: position, in: text) { open.append(index + 1) }
      }
    }
    return isFound
  }
}
