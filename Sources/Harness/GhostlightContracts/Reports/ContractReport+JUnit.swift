extension ContractReport {
  /// The report in JUnit's XML for build servers, with a suite for each contract file.
  public var junit: String {
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
    let counts = counts
    lines.append(
      "<testsuites name=\"\(XMLText.escape("contracts \(executor)"))\" tests=\"\(results.count)\" "
        + "failures=\"\(counts.broken)\" skipped=\"\(counts.skipped + counts.pending)\" "
        + "time=\"\(ReadableTime.seconds(milliseconds: milliseconds))\">")
    for path in paths { lines += suite(path, results.filter { $0.path == path }) }
    lines.append("</testsuites>")
    return lines.joined(separator: "\n") + "\n"
  }

  private var paths: [String] {
    results.reduce(into: []) { paths, result in
      if paths.last != result.path { paths.append(result.path) }
    }
  }

  private func suite(_ path: String, _ results: [ContractResult]) -> [String] {
    var part = ContractReport(executor: executor)
    part.results = results
    let counts = part.counts
    let time = ReadableTime.seconds(milliseconds: results.reduce(0) { $0 + $1.milliseconds })
    let head =
      "  <testsuite name=\"\(XMLText.escape(path))\" tests=\"\(results.count)\" "
      + "failures=\"\(counts.broken)\" skipped=\"\(counts.skipped + counts.pending)\" "
      + "time=\"\(time)\">"
    return [head] + results.flatMap(\.junit) + ["  </testsuite>"]
  }
}

extension ContractResult {
  fileprivate var junit: [String] {
    let head =
      "    <testcase classname=\"\(XMLText.escape("\(provider).\(consumer)"))\" "
      + "name=\"\(XMLText.escape(interaction.description))\" "
      + "time=\"\(ReadableTime.seconds(milliseconds: milliseconds))\""
    switch outcome {
    case .kept:
      guard interaction.notes.restsOnUsAlone else { return [head + "/>"] }
      return [
        head + ">", "      <system-out>no outside evidence</system-out>", "    </testcase>",
      ]
    case .skipped(let reason):
      return [
        head + ">", "      <skipped message=\"\(XMLText.escape(reason))\"/>", "    </testcase>",
      ]
    case .pending(let failures):
      return [
        head + ">",
        "      <skipped message=\"\(XMLText.escape("pending: " + message(failures)))\">"
          + XMLText.escape(details) + "</skipped>", "    </testcase>",
      ]
    case .broken(let failures):
      return [
        head + ">",
        "      <failure message=\"\(XMLText.escape(message(failures)))\">"
          + XMLText.escape(details) + "</failure>", "    </testcase>",
      ]
    }
  }

  /// Returns the first failure and the number of further ones, for lists of failures.
  private func message(_ failures: [ContractFailure]) -> String {
    let more = failures.count > 1 ? " (and \(failures.count - 1) more)" : ""
    return words(Array(failures.prefix(1))) + more
  }

  private func words(_ failures: [ContractFailure]) -> String {
    failures.map { "\($0.place): expected \($0.expected), actual \($0.actual)" }
      .joined(separator: "\n")
  }
}

/// Escapes strings for XML and HTML, and replaces the characters that XML 1.0 does not allow.
package enum XMLText {
  /// Returns a string for the content of an element, or for an attribute in double quotes.
  package static func escape(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n": escaped += "&#10;"
      case "\t", "\r": escaped += " "
      default:
        let isAllowed =
          scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
        escaped.unicodeScalars.append(isAllowed ? scalar : "\u{FFFD}")
      }
    }
    return escaped
  }
}
