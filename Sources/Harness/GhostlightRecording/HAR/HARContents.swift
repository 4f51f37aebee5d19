import GhostlightCore

/// The exchanges of a HAR file that a replay can show, and warnings about the rest of the file.
package struct HARContents {
  /// The exchanges in file order, each with the position of its entry, from 1.
  package private(set) var exchanges: [(number: Int, exchange: RecordedExchange)] = []
  /// The warnings in the order of the entries.
  package private(set) var warnings: [HARWarning] = []

  /// The maximum number of warnings in ``summary``.
  private static let mostWarnings = 20

  /// The warnings as lines for a person: the first ones, and the number of the others.
  package var summary: [String] {
    let lines = warnings.prefix(Self.mostWarnings).map(\.description)
    let rest = warnings.count - lines.count
    guard rest > 0 else { return lines }
    let left = Set(warnings.map(\.entry)).subtracting(exchanges.map(\.number)).count
    return lines + [
      "\(rest) more \(rest == 1 ? "warning" : "warnings"); \(left) entries are left out in total"
    ]
  }

  private var decoder = ContentDecoder()
  /// The number of entries without a valid date, and the index of the warning about the first one.
  private var undated: (count: Int, warning: Int)?

  /// The maximum number of warnings about header fields of one entry.
  private static let mostFields = 5

  fileprivate init(_ entries: [JSON]) {
    for (index, entry) in entries.enumerated() { read(entry, number: index + 1) }
    guard let undated, undated.count > 1 else { return }
    let first = warnings[undated.warning]
    let rest = undated.count - 1
    let others = rest == 1 ? "does 1 later entry" : "do \(rest) later entries"
    warnings[undated.warning] = HARWarning(
      entry: first.entry, message: "\(first.message), as \(others)")
  }

  private mutating func read(_ json: JSON, number: Int) {
    guard case .object(let object) = json else {
      return warn(number, nil, "left out, because it is \(HARMember.describe(json))")
    }
    let entry = HAREntry(json: object)
    if let reason = entry.omission { return warn(number, entry, "left out, because \(reason)") }
    do throws(HARError) {
      var (exchange, problems) = try entry.reading(with: &decoder)
      if entry.startedMilliseconds == nil {
        exchange.startedMilliseconds = exchanges.last?.exchange.startedMilliseconds ?? 0
        noteMissingDate(of: entry, number)
      }
      exchanges.append((number, exchange))
      for problem in problems.prefix(Self.mostFields) {
        warn(number, entry, "a header field is left out, because \(problem)")
      }
      if problems.count > Self.mostFields {
        warn(number, entry, "\(problems.count - Self.mostFields) more header fields are left out")
      }
      for body in entry.missingBodies { warn(number, entry, body) }
    } catch {
      warn(number, entry, "left out, because its \(error.place) \(error.message)")
    }
  }

  /// Warns about the first entry without a date; the others are only counted.
  private mutating func noteMissingDate(of entry: HAREntry, _ number: Int) {
    guard let known = undated else {
      undated = (1, warnings.count)
      return warn(number, entry, "without a valid startedDateTime, it keeps its place in the file")
    }
    undated = (known.count + 1, known.warning)
  }

  private mutating func warn(_ number: Int, _ entry: HAREntry?, _ text: String) {
    let names = [entry?.request.method, entry?.request.url].compactMap(\.self)
      .filter { !$0.isEmpty }.map(HARError.shorten).joined(separator: " ")
    let message = names.isEmpty ? text : "\(names): \(text)"
    warnings.append(HARWarning(entry: number, message: message))
  }
}

extension HARDocument {
  /// The exchanges of the entries, and the warnings about those that are left out.
  ///
  /// Reading decodes all bodies, so keep the result.
  package var contents: HARContents { HARContents(json["log"]?["entries"]?.array ?? []) }
}
