extension ContractReport {
  /// The report as workflow commands of GitHub Actions.
  ///
  /// It has an annotation for each interaction that is broken, pending or skipped, followed by the
  /// summary.
  ///
  /// - Source: GitHub's documentation, "Workflow commands for GitHub Actions".
  public var githubAnnotations: String {
    (results.compactMap(\.annotation) + [summary]).joined(separator: "\n")
  }
}

extension ContractResult {
  fileprivate var annotation: String? {
    let title = "\(consumer) → \(provider): \(interaction.description)"
    switch outcome {
    case .kept: return nil
    case .broken: return command("error", title, details)
    case .pending:
      return command("warning", "pending: " + title, details)
    case .skipped(let reason): return command("notice", "skipped: " + title, reason)
    }
  }

  private func command(_ name: String, _ title: String, _ text: String) -> String {
    let isFile = !path.contains("://")
    let place = isFile ? "file=\(Self.escaped(path, isProperty: true))," : ""
    return "::\(name) \(place)title=\(Self.escaped(title, isProperty: true))::"
      + Self.escaped(text, isProperty: false)
  }

  private static func escaped(_ text: String, isProperty: Bool) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": escaped += "%25"
      case "\r": escaped += "%0D"
      case "\n": escaped += "%0A"
      case ":" where isProperty: escaped += "%3A"
      case "," where isProperty: escaped += "%2C"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
