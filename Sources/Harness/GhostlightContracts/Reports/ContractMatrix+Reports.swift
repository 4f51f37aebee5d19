public import GhostlightCore

extension ContractMatrix {
  /// Whether a promise covers every request, and no interaction that was run is broken.
  public var isKept: Bool {
    variants.allSatisfy { $0.unpromised == 0 && $0.broken.isEmpty }
      && !outcomes.contains { $0.values.contains(.broken) }
  }

  /// The interactions that an executor did not run or keep, one line for each.
  ///
  /// A line has the executor, the contract file and the interaction.
  public var gaps: [String] {
    func gaps(
      _ path: String, _ interaction: Interaction, _ outcomes: [String: ContractResults.Outcome]
    ) -> [String] {
      executors.filter { outcomes[$0] != .kept }.map { executor in
        "\(executor): \(path): \(interaction.description)"
      }
    }
    return requests.flatMap { gaps($0.path, $0.interaction, $0.outcomes) }
      + zip(index.promises, outcomes).flatMap { gaps($0.path, $0.interaction, $1) }
  }

  /// The table of variants as Markdown, with a newline at the end.
  public var markdown: String {
    let page = ReportPage(
      path: "matrix", title: "", blocks: [table { _ in nil }])
    return String(page.section.dropFirst(4))
  }

  /// Returns a report for a reader.
  ///
  /// It has a line for each variant, the requests that no promise covers, and the number of
  /// promises that no variant uses. With `isVerbose`, it also lists the unused promises.
  public func text(isColored: Bool = false, isVerbose: Bool = false) -> String {
    terminalText(isVerbose: isVerbose).rendered(isColored: isColored)
  }

  /// Returns the report for a reader, which the caller renders with or without colours.
  package func terminalText(isVerbose: Bool) -> TerminalText {
    let width = variants.map(\.title.count).max() ?? 0
    var lines = variants.map { variant -> TerminalText in
      let name = variant.title + String(repeating: " ", count: width - variant.title.count)
      var line: TerminalText =
        "\(name)  \(variant.requests) requests, \(variant.promises) promises"
      for executor in executors { line += ", \(executor) \(words(variant, executor))" }
      return line
    }
    for request in unpromised {
      lines.append(
        "\("✗", .red) \(variants[request.variant].title): \(request.interaction.description)")
      lines.append("    not promised: \(reason(request))")
    }
    let unused = unused
    if isVerbose {
      for promise in unused {
        lines.append("– \(promise.path): \(promise.interaction.description)")
      }
    }
    let missing = unpromised.count
    let covered: TerminalText =
      missing == 0 ? "\("all promised", .green)" : "\("\(missing) not promised", .red)"
    let used = "\(unused.count) of \(index.promises.count) promises are used by no SDK"
    lines.append("\(requests.count) requests: \(covered); \(used)")
    return lines.joined(separator: "\n")
  }

  /// Returns a short description of how an executor ran a variant's requests.
  private func words(_ variant: Variant, _ executor: String) -> TerminalText {
    let broken = variant.broken[executor] ?? 0
    let kept = variant.kept[executor] ?? 0
    let missing = variant.requests - kept - broken
    if broken > 0 { return "\("\(broken) broken", .red)" }
    if kept == 0 { return "not run" }
    return missing > 0 ? "\(missing) not run" : "\("kept", .green)"
  }

  /// The matrix as JSON.
  ///
  /// It has the variants, the requests with the promises that cover them, and the promises that no
  /// variant uses.
  public var json: JSON {
    [
      "executors": .array(executors.map(JSON.string)),
      "variants": .array(
        variants.map { variant in
          [
            "name": .string(variant.name), "title": .string(variant.title),
            "providers": .array(variant.providers.map(JSON.string)),
            "requests": JSON(count: variant.requests),
            "promises": JSON(count: variant.promises),
            "unpromised": JSON(count: variant.unpromised),
          ]
        }),
      "requests": .array(requests.map(json)),
      "unused": .array(
        unused.map {
          ["file": .string($0.path), "description": .string($0.interaction.description)]
        }),
    ]
  }

  private func json(_ request: Request) -> JSON {
    var object: JSONObject = [
      "variant": .string(variants[request.variant].name), "file": .string(request.path),
      "description": .string(request.interaction.description),
    ]
    switch request.finding {
    case .promised(let promise):
      object["promise"] = [
        "file": .string(index.promises[promise].path),
        "description": .string(index.promises[promise].interaction.description),
      ]
    case .unpromised: object["unpromised"] = .string(reason(request))
    }
    if !request.outcomes.isEmpty {
      var outcomes: JSONObject = [:]
      for executor in executors {
        outcomes[executor] = request.outcomes[executor].map { .string($0.rawValue) }
      }
      object["outcomes"] = .object(outcomes)
    }
    return .object(object)
  }
}
