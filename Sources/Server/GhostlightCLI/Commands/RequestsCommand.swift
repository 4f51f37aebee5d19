import ArgumentParser
import GhostlightCore
import HTTPTypes

/// `ghostlight requests`: the journal.
struct RequestsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "requests", abstract: "Show the latest requests, newest last.",
    discussion: """
      With a number, one exchange in full: all header fields and both bodies.

      Example: ghostlight requests --limit 5
      """)

  @Argument(help: ArgumentHelp("Show this one in full.", valueName: "NUMBER"))
  var number: Int?

  @Flag(help: "Go on with requests as they come, until Ctrl-C.")
  var follow = false

  @OptionGroup var control: ControlOptions

  @Option(parsing: .unconditional, help: ArgumentHelp("How many at most.", valueName: "N"))
  var limit = 20

  @Flag(help: "Only requests that no route serves, with the nearest routes.")
  var unmatched = false

  func validate() throws {
    guard limit >= 0 else { throw ValidationError("--limit takes a number from 0.") }
    guard number.map({ $0 > 0 }) ?? true else { throw ValidationError("Numbers begin with 1.") }
    guard number == nil || !follow else {
      throw ValidationError("Give one of a number and --follow.")
    }
  }

  func run() async throws {
    if let number { return try await show(number) }
    if follow { return try await goOn() }
    let path = control.path(
      unmatched ? "requests/unmatched" : "requests", ["limit": String(limit)])
    control.print(try await control.call(.get, path)) { json in
      var table = Table("NUMBER", "TIME", "STATUS", "EFFECT", "REQUEST")
      var reasons: [String] = []
      var explanations: [String] = []
      for entry in json["requests"]?.array ?? [] {
        let request = entry["request"]
        table.add(
          entry["number"]?.description ?? "", entry["time"]?.string ?? "",
          entry["response"]?["status"]?.description ?? "", entry["effect"]?.string ?? "",
          "\(request?["method"]?.string ?? "") \(request?["url"]?.string ?? "")")
        // Where routes are near, they are the reason.
        if entry["nearest"] == nil, let reason = Self.reason(entry) {
          reasons.append("\(entry["number"]?.description ?? ""): \(reason)")
        }
        for nearest in entry["nearest"]?.array ?? [] {
          explanations.append(
            "\(entry["number"]?.description ?? ""): \(nearest.string ?? "")")
        }
      }
      var text = table.text
      for (title, lines) in [("Reasons", reasons), ("Nearest routes", explanations)]
      where !lines.isEmpty {
        text += "\n\n\(title):\n" + lines.joined(separator: "\n")
      }
      return text
    }
  }

  private func show(_ number: Int) async throws {
    let path = control.path("requests", ["after": String(number - 1), "limit": "1000000000"])
    let entries = try await control.call(.get, path)["requests"]?.array ?? []
    guard let entry = entries.first(where: { $0["number"]?.integer == Int64(number) }) else {
      Terminal.complain("the journal of \(control.namespace) has no request \(number)")
      throw ExitCode(64)
    }
    control.print(entry) { entry in
      let request = entry["request"]
      let first = "\(request?["method"]?.string ?? "") \(request?["url"]?.string ?? "")"
      let status = entry["response"]?["status"]?.description ?? ""
      return ([first] + Self.message(request) + ["", status] + Self.message(entry["response"]))
        .joined(separator: "\n")
    }
  }

  private static func message(_ message: JSON?) -> [String] {
    let fields = (message?["headers"]?.array ?? []).map {
      "\($0["name"]?.string ?? ""): \($0["value"]?.string ?? "")"
    }
    let body = message?["body"]?.string ?? ""
    return body.isEmpty ? fields : fields + ["", body]
  }

  /// Asks again and again for what is new; a line each.
  private func goOn() async throws {
    var after = 0
    while true {
      let path = control.path(
        unmatched ? "requests/unmatched" : "requests",
        ["after": String(after), "limit": String(after == 0 ? limit : 1_000_000_000)])
      for entry in try await control.call(.get, path)["requests"]?.array ?? [] {
        after = max(after, Int(entry["number"]?.integer ?? 0))
        let request = entry["request"]
        switch control.format {
        case .json: Terminal.print(entry.description)
        case .text:
          Terminal.print(
            "\(entry["number"]?.description ?? "")  \(entry["time"]?.string ?? "")  "
              + "\(entry["response"]?["status"]?.description ?? "")  "
              + "\(request?["method"]?.string ?? "") \(request?["url"]?.string ?? "")")
        }
      }
      try await Task.sleep(for: .milliseconds(200))
    }
  }

  /// Why a request was answered as it was, where the answer says so.
  private static func reason(_ entry: JSON) -> String? {
    (entry["response"]?["headers"]?.array ?? []).first {
      $0["name"]?.string?.lowercased() == "x-ghostlight-reason"
    }?["value"]?.string
  }
}
