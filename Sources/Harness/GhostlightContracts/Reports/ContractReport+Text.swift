import GhostlightCore
import HTTPTypes

extension ContractReport {
  /// The report for people: broken promises in full, kept ones only where `isVerbose`.
  public func text(isColored: Bool = false, isVerbose: Bool = false) -> String {
    let style = ANSIStyle(isOn: isColored)
    var lines: [String] = []
    var last = ""
    for result in results where isVerbose || result.outcome != .kept {
      if result.path != last {
        if !lines.isEmpty { lines.append("") }
        lines.append(style.bold("\(result.path)  \(result.consumer) → \(result.provider)"))
        last = result.path
      }
      lines += result.lines(style).map { "  " + $0 }
    }
    if !lines.isEmpty { lines.append("") }
    lines += remarks.map { "note: \($0)" }
    let alone = results.count { $0.interaction.notes.restsOnUsAlone }
    if alone > 0 {
      lines.append(
        "note: \(alone) without outside evidence; `ghostlight contracts evidence` says why")
    }
    lines.append(summary(style))
    return lines.joined(separator: "\n")
  }

  /// How many promises were kept where, in one line.
  public var summary: String { summary(ANSIStyle(isOn: false)) }

  private func summary(_ style: ANSIStyle) -> String {
    let counts = counts
    var parts = [style.green("\(counts.kept) kept")]
    if counts.broken > 0 { parts.append(style.red("\(counts.broken) broken")) }
    if counts.pending > 0 { parts.append(style.yellow("\(counts.pending) pending")) }
    if counts.skipped > 0 { parts.append(style.yellow("\(counts.skipped) skipped")) }
    let count = results.count == 1 ? "1 promise" : "\(results.count) promises"
    let time = ReadableTime.text(milliseconds: milliseconds)
    return "\(count) \(executor): \(parts.joined(separator: ", ")) in \(time)"
  }
}

extension ContractResult {
  /// What became of the interaction: its name, and where it was not kept why, a line each.
  public var text: String { lines(ANSIStyle(isOn: false)).joined(separator: "\n") }

  fileprivate func lines(_ style: ANSIStyle) -> [String] {
    switch outcome {
    case .kept:
      let warning = interaction.notes.restsOnUsAlone ? " (no outside evidence)" : ""
      return ["\(style.green("✓")) \(interaction.description)\(warning)"]
    case .skipped(let reason):
      return ["\(style.yellow("–")) \(interaction.description)", "    skipped: \(reason)"]
    case .broken:
      return ["\(style.red("✗")) \(interaction.description)"] + details(style).map { "    " + $0 }
    case .pending:
      return ["\(style.yellow("?")) \(interaction.description) (pending)"]
        + details(style).map { "    " + $0 }
    }
  }

  /// Why the promise is not kept, a line each: states, request, answer, differences, and whence.
  func details(_ style: ANSIStyle = ANSIStyle(isOn: false)) -> [String] {
    var lines: [String] = []
    for state in interaction.states {
      let parameters =
        state.parameters.isEmpty
        ? "" : " \(ShortText.cut(JSON.object(state.parameters).text()))"
      lines.append("given \(state.name)\(parameters)")
    }
    if let curl { lines += curl.split(separator: "\n").map(String.init) }
    lines += answerLines
    for failure in outcome.failures {
      lines.append(style.bold(failure.place))
      lines.append("  expected \(style.green(failure.expected))")
      lines.append("  actual   \(style.red(failure.actual))")
    }
    if let faultPlan { lines.append("changed by fault plan \(faultPlan), so not by the provider") }
    return lines + reasons
  }

  /// What was answered: the status, the fields and the body.
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
      return lines + ["  \(response.body.count) bytes that are no text"]
    }
    return lines
      + ShortText.cut(text).split(separator: "\n", omittingEmptySubsequences: false)
      .map { "  \($0)" }
  }
}

/// Texts of exchanges as people read them.
enum ShortText {
  /// How many header fields are shown.
  static let mostFields = 24
  private static let mostCharacters = 2000

  /// The text, long ones without their end.
  static func cut(_ text: String) -> String {
    guard text.utf8.count > mostCharacters, text.count > mostCharacters else { return text }
    return text.prefix(mostCharacters) + "… (\(text.count) characters)"
  }
}

/// Times as people read them.
enum ReadableTime {
  /// `0.4 ms`, `38 ms`, `2.45 s`, `3 min 5 s`.
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

  /// Seconds as JUnit has them, to the millisecond: `0.038`.
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

/// Colours for a terminal, or none.
struct ANSIStyle {
  let isOn: Bool

  func bold(_ text: String) -> String { style(text, "1") }
  func green(_ text: String) -> String { style(text, "32") }
  func red(_ text: String) -> String { style(text, "31") }
  func yellow(_ text: String) -> String { style(text, "33") }

  private func style(_ text: String, _ code: String) -> String {
    isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
