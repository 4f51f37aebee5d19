import GhostlightCore
import HTTPTypes

extension ContractReport {
  /// The report for people: broken promises in full, kept ones only where `isVerbose`.
  public func text(isColored: Bool = false, isVerbose: Bool = false) -> String {
    let paint = ANSIStyle(isOn: isColored)
    var lines: [String] = []
    var last = ""
    for result in results where isVerbose || result.outcome != .kept {
      if result.path != last {
        if !lines.isEmpty { lines.append("") }
        lines.append(paint.bold("\(result.path)  \(result.consumer) → \(result.provider)"))
        last = result.path
      }
      lines += result.lines(paint)
    }
    if !lines.isEmpty { lines.append("") }
    lines += remarks.map { "note: \($0)" }
    lines.append(summary(paint))
    return lines.joined(separator: "\n")
  }

  private func summary(_ paint: ANSIStyle) -> String {
    let counts = counts
    var parts = [paint.green("\(counts.kept) kept")]
    if counts.broken > 0 { parts.append(paint.red("\(counts.broken) broken")) }
    if counts.pending > 0 { parts.append(paint.yellow("\(counts.pending) pending")) }
    if counts.skipped > 0 { parts.append(paint.yellow("\(counts.skipped) skipped")) }
    let count = results.count == 1 ? "1 promise" : "\(results.count) promises"
    return "\(count) \(executor): \(parts.joined(separator: ", ")) in \(seconds) s"
  }

  private var seconds: String {
    let hundredths = Int((milliseconds / 10).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}

extension ContractResult {
  fileprivate func lines(_ paint: ANSIStyle) -> [String] {
    switch outcome {
    case .kept: return ["  \(paint.green("✓")) \(interaction.description)"]
    case .skipped(let reason):
      return ["  \(paint.yellow("–")) \(interaction.description)", "      skipped: \(reason)"]
    case .broken(let failures):
      return ["  \(paint.red("✗")) \(interaction.description)"] + details(failures, paint)
    case .pending(let failures):
      return ["  \(paint.yellow("?")) \(interaction.description) (pending)"]
        + details(failures, paint)
    }
  }

  private func details(_ failures: [ContractFailure], _ paint: ANSIStyle) -> [String] {
    var lines: [String] = []
    for state in interaction.states {
      let parameters = state.parameters.isEmpty ? "" : " \(JSON.object(state.parameters).text())"
      lines.append("      given \(state.name)\(parameters)")
    }
    if let request {
      let answer = response.map { " → \($0.status.code)" } ?? ""
      lines.append("      \(request.method.rawValue) \(request.target.raw)\(answer)")
    }
    for failure in failures {
      lines.append("      \(paint.bold(failure.place))")
      lines.append("        expected \(paint.green(failure.expected))")
      lines.append("        actual   \(paint.red(failure.actual))")
    }
    lines += reasons.map { "      \($0)" }
    return lines
  }
}

/// Colours for a terminal, or none.
struct ANSIStyle {
  let isOn: Bool

  func bold(_ text: String) -> String { paint(text, "1") }
  func green(_ text: String) -> String { paint(text, "32") }
  func red(_ text: String) -> String { paint(text, "31") }
  func yellow(_ text: String) -> String { paint(text, "33") }

  private func paint(_ text: String, _ code: String) -> String {
    isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
