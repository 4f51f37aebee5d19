package import GhostlightCore
import HTTPTypes

extension ContractReport {
  /// Returns the report for a reader: all broken interactions; kept ones only with `isVerbose`.
  ///
  /// Control characters from contracts and responses are escaped.
  public func text(isColored: Bool = false, isVerbose: Bool = false) -> String {
    terminalText(isVerbose: isVerbose).rendered(isColored: isColored)
  }

  /// Returns the report for a reader, which the caller renders with or without colours.
  package func terminalText(isVerbose: Bool) -> TerminalText {
    var lines: [TerminalText] = []
    var last = ""
    for result in results where isVerbose || result.outcome != .kept {
      if result.path != last {
        if !lines.isEmpty { lines.append("") }
        lines.append("\("\(result.path)  \(result.consumer) → \(result.provider)", .bold)")
        last = result.path
      }
      lines += result.lines.map { "  \($0)" }
    }
    if !lines.isEmpty { lines.append("") }
    lines += remarks.map { "note: \($0)" }
    let alone = results.count { $0.interaction.notes.restsOnUsAlone }
    if alone > 0 {
      lines.append(
        "note: \(alone) without outside evidence; run `ghostlight contracts evidence` for the reasons"
      )
    }
    lines.append(summaryLine)
    return lines.joined(separator: "\n")
  }

  /// The number of interactions by outcome, in one line.
  public var summary: String { summaryLine.rendered(isColored: false) }

  private var summaryLine: TerminalText {
    let counts = counts
    var parts: [TerminalText] = ["\("\(counts.kept) kept", .green)"]
    if counts.broken > 0 { parts.append("\("\(counts.broken) broken", .red)") }
    if counts.pending > 0 { parts.append("\("\(counts.pending) pending", .yellow)") }
    if counts.skipped > 0 { parts.append("\("\(counts.skipped) skipped", .yellow)") }
    let count = results.count == 1 ? "1 promise" : "\(results.count) promises"
    let time = ReadableTime.text(milliseconds: milliseconds)
    return "\(count) \(executor): \(parts.joined(separator: ", ")) in \(time)"
  }
}

extension ContractResult {
  /// The result for a reader: the interaction's name and, if it was not kept, one reason per line.
  ///
  /// Control characters from contracts and responses are escaped.
  public var text: String { lines.joined(separator: "\n").rendered(isColored: false) }

  /// The reasons why the interaction was not kept, for reports of build servers.
  var details: String { detailLines.joined(separator: "\n").rendered(isColored: false) }

  fileprivate var lines: [TerminalText] {
    switch outcome {
    case .kept:
      let warning = interaction.notes.restsOnUsAlone ? " (no outside evidence)" : ""
      return ["\("✓", .green) \(interaction.description)\(warning)"]
    case .skipped(let reason):
      return ["\("–", .yellow) \(interaction.description)", "    skipped: \(reason)"]
    case .broken:
      return ["\("✗", .red) \(interaction.description)"] + detailLines.map { "    \($0)" }
    case .pending:
      return ["\("?", .yellow) \(interaction.description) (pending)"]
        + detailLines.map { "    \($0)" }
    }
  }

  /// The details, one per line: states, request, response, differences and evidence.
  private var detailLines: [TerminalText] {
    var lines: [TerminalText] = []
    for state in interaction.states {
      let parameters =
        state.parameters.isEmpty
        ? "" : " \(ShortText.cut(JSON.object(state.parameters).text()))"
      lines.append("given \(state.name)\(parameters)")
    }
    if let curl { lines += curl.split(separator: "\n").map { TerminalText(String($0)) } }
    lines += answerLines.map { TerminalText($0) }
    for failure in outcome.failures {
      lines.append("\(failure.place, .bold)")
      lines.append("  expected \(failure.expected, .green)")
      lines.append("  actual   \(failure.actual, .red)")
    }
    if let faultPlan { lines.append("changed by fault plan \(faultPlan), so not by the provider") }
    return lines + reasons.map { TerminalText($0) }
  }

  /// The lines about the response: status, header fields and body.
  private var answerLines: [String] {
    guard let response else { return [] }
    let phrase = response.status.phrase.map { " \($0)" } ?? ""
    var lines = ["answered \(response.status.code)\(phrase)"]
    lines += response.headers.prefix(ShortText.mostFields).map {
      "  \($0.name.rawName): \(ShortText.cut($0.value))"
    }
    let more = response.headers.count - ShortText.mostFields
    if more > 0 { lines.append("  and \(more) more fields") }
    guard !response.body.isEmpty else { return lines }
    guard let text = String(validating: response.body, as: UTF8.self) else {
      return lines + ["  \(response.body.count) bytes of binary data"]
    }
    return lines
      + ShortText.cut(text).split(separator: "\n", omittingEmptySubsequences: false)
      .map { "  \($0)" }
  }
}

/// Shortens strings from exchanges for readers.
enum ShortText {
  /// The maximum number of header fields that a report shows.
  static let mostFields = 24
  private static let mostCharacters = 2000

  /// Returns the string, cut off and with its length if it is long.
  static func cut(_ text: String) -> String {
    guard text.utf8.count > mostCharacters, text.count > mostCharacters else { return text }
    return text.prefix(mostCharacters) + "… (\(text.count) characters)"
  }
}

/// Formats durations for people.
enum ReadableTime {
  /// Returns a string such as `0.4 ms`, `38 ms`, `2.45 s` or `3 min 5 s`.
  static func text(milliseconds: Double) -> String {
    switch milliseconds {
    case ..<9.95: return "\(decimal(milliseconds, digits: 1)) ms"
    case ..<999.5: return "\(Int(milliseconds.rounded())) ms"
    case ..<59_995: return "\(decimal(milliseconds / 1000, digits: 2)) s"
    default:
      let seconds = Int((milliseconds / 1000).rounded())
      return "\(seconds / 60) min \(seconds % 60) s"
    }
  }

  /// Returns the duration in seconds with three decimals, as JUnit needs it: `0.038`.
  static func seconds(milliseconds: Double) -> String {
    decimal(milliseconds / 1000, digits: 3)
  }

  private static func decimal(_ number: Double, digits: Int) -> String {
    let scale = (0..<digits).reduce(1) { power, _ in power * 10 }
    let scaled = Int((number * Double(scale)).rounded())
    let rest = String(scaled % scale)
    return "\(scaled / scale)." + String(repeating: "0", count: digits - rest.count) + rest
  }
}
