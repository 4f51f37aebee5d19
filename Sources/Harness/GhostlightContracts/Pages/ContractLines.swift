import GhostlightCore

extension Interaction {
  /// The lines about the interaction on a page: states, request, response and other requirements.
  var lines: [[ReportPage.Inline]] {
    var lines: [[ReportPage.Inline]] = states.map { state in
      let parameters: [ReportPage.Inline] =
        state.parameters.isEmpty
        ? [] : [.text(" "), .code(JSON.object(state.parameters).text(sortedKeys: true))]
      return [.text("given \(state.name)")] + parameters
    }
    lines.append([.code(request.line), .text(" → "), .code(response.line)])
    lines += request.rules.lines(of: "request") + response.rules.lines(of: "response")
    return lines + notes.lines
  }
}

extension PactRules {
  /// Returns the rules, one line each, with the place of the values and a summary of the matchers.
  fileprivate func lines(of message: String) -> [[ReportPage.Inline]] {
    PactPart.allCases.flatMap { part in
      self[part].map { rule -> [ReportPage.Inline] in
        let place = part == .body ? rule.place.description : rule.place.text(in: part)
        let name = part == .body ? "\(message) " : "\(message) \(part.rawValue) "
        let glue = rule.combination == .or ? ", or " : ", and "
        return [.text(part.isWhole ? "\(message) \(part.rawValue)" : name)]
          + (part.isWhole ? [] : [.code(place)])
          + [.text(": " + rule.matchers.map(\.summary).joined(separator: glue))]
      }
    }
  }
}

extension PactMatcher {
  /// A summary of the accepted values, for a reader who sees the example next to it.
  fileprivate var summary: String {
    switch self {
    case .equality: "the same value"
    case .type(let min, let max):
      "the same kind" + (min.map { ", at least \($0)" } ?? "")
        + (max.map { ", at most \($0)" } ?? "")
    case .eachKey(let matchers): "each key " + matchers.map(\.summary).joined(separator: ", and ")
    case .eachValue(let matchers):
      "each value " + matchers.map(\.summary).joined(separator: ", and ")
    case .values: "any keys"
    case .arrayContains(let variants):
      "an array with elements like these \(variants.count), in any order"
    case .other: refusal ?? ""
    default: words(for: nil)
    }
  }
}

extension PactRequest {
  fileprivate var line: String {
    let pairs = query.flatMap { field in
      field.values.isEmpty ? [field.name] : field.values.map { "\(field.name)=\($0)" }
    }
    let target = path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    return "\(method) \(target)" + (body.map { " " + $0.short } ?? "")
  }
}

extension PactResponse {
  fileprivate var line: String { "\(status)" + (body.map { " " + $0.short } ?? "") }
}

extension PactBody {
  fileprivate var short: String {
    switch self {
    case .empty: ""
    case .json(let json, _): JSONComparison.short(json)
    case .text(let text, _): String(text.prefix(400))
    case .bytes(let bytes, let type): "\(bytes.count) bytes of \(type ?? "any type")"
    }
  }
}

extension ContractNotes {
  /// The requirements that Pact cannot express, one line each.
  fileprivate var lines: [[ReportPage.Inline]] {
    var lines: [[ReportPage.Inline]] = []
    func add(_ words: String, _ names: [String]) {
      guard !names.isEmpty else { return }
      lines.append(
        [.text("\(words) ")]
          + names.map { [.code($0)] }.joined(separator: [ReportPage.Inline.text(", ")]))
    }
    add("served by", [route].compactMap(\.self))
    add("refused by", [fault].compactMap(\.self))
    add("without the fields", absentFields)
    add("without further fields at", noExtraFields)
    add("without the header fields", absentHeaders)
    add("in order:", order.map { "\($0.path) \($0.direction.rawValue)" })
    if let latency { lines.append([.text("within \(latency.limitMilliseconds) ms")]) }
    return lines
  }
}

extension ContractMatrix {
  /// Returns the table of variants with their requests and outcomes.
  ///
  /// `path` returns the path of a variant's page for the variant's index.
  func table(_ path: (Int) -> String?) -> ReportPage.Block {
    let head: [[ReportPage.Inline]] =
      [["SDK and mode"], ["requests"], ["promises"], ["not promised"]]
      + executors.map { [.text($0)] }
    let rows = variants.indices.map { place -> [[ReportPage.Inline]] in
      let variant = variants[place]
      let name: ReportPage.Inline =
        path(place).map { .link(variant.title, page: $0, anchor: nil) } ?? .text(variant.title)
      return [
        [name], ["\(variant.requests)"], ["\(variant.promises)"], ["\(variant.unpromised)"],
      ]
        + executors.map { executor in
          let (kept, broken) = (variant.kept[executor] ?? 0, variant.broken[executor] ?? 0)
          if broken > 0 { return [.mark(.broken), .text(" \(broken) of \(variant.requests)")] }
          if kept == 0 { return ["not run"] }
          return [.mark(.kept), .text(kept == variant.requests ? " all" : " \(kept)")]
        }
    }
    return .table(head, rows: rows, isMatrix: true)
  }

  /// Returns a table cell with the number of requests and the worst of their outcomes.
  func cell(_ requests: [Request]) -> [ReportPage.Inline] {
    guard !requests.isEmpty else { return [] }
    let worst = requests.flatMap(\.outcomes.values).max { $0.badness < $1.badness }
    let count = requests.count == 1 ? "" : " \(requests.count)"
    return worst.map { [.mark($0), .text(count)] } ?? [.text("\(requests.count)")]
  }

  /// Returns the outcome of an interaction in each executor that ran it.
  func fared(_ outcomes: [String: ContractResults.Outcome]) -> [ReportPage.Inline] {
    executors.filter { outcomes[$0] != nil }.enumerated().flatMap { place, executor in
      let outcome = outcomes[executor].map { ReportPage.Inline.mark($0) } ?? .text("")
      return (place == 0 ? [] : [ReportPage.Inline.text(", ")]) + [outcome, .text(" \(executor)")]
    }
  }

  /// Returns the reason why no promise covers a request.
  package func reason(_ request: Request) -> String {
    guard case .unpromised(let nearest, let differences) = request.finding else { return "" }
    let words = differences.joined(separator: ", ")
    guard let nearest else { return words }
    let promise = index.promises[nearest]
    return
      "\(words); the nearest is \u{201C}\(promise.interaction.description)\u{201D} in \(promise.path)"
  }
}
