import ArgumentParser
import GhostlightCore
import HTTPTypes

/// `ghostlight requests`: shows exchanges in the journal.
struct RequestsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "requests", abstract: "Print the latest requests, newest last.",
    discussion: HelpText.page(
      """
      Prints the latest requests of a namespace with their responses and the reasons for refusals. \
      With a number, it prints all header fields and both bodies of this request.
      """,
      examples: [
        "ghostlight requests --limit 5",
        "ghostlight requests 7",
        "ghostlight requests --follow --unmatched",
      ],
      exits: HelpText.control))

  @Argument(help: ArgumentHelp("Print this request in full.", valueName: "NUMBER"))
  var number: Int?

  @Flag(help: "Continue to print new requests until Ctrl-C.")
  var follow = false

  @OptionGroup var control: ControlOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The largest number of requests.", valueName: "N"))
  var limit = 20

  @Flag(
    help: """
      Only requests without a route, with the nearest routes, and requests that found nothing \
      because they name something that does not exist.
      """)
  var unmatched = false

  func validate() throws {
    guard limit >= 0 else { throw ValidationError("--limit must be a number from 0.") }
    guard number.map({ $0 > 0 }) ?? true else {
      throw ValidationError("Requests have numbers from 1: ghostlight requests prints them.")
    }
    guard number == nil || !follow else {
      throw ValidationError("Give a number or --follow, not both.")
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
        // If there are similar routes, they already explain the response.
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
      throw NotFound(
        "there is no request \(number) in the namespace \(control.namespace): `ghostlight requests` "
          + "lists the latest ones")
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

  /// Prints the latest requests, and then each new request in one line until interrupted.
  private func goOn() async throws {
    var urls: [String: String] = [:]
    for emulator in try await control.call(.get, "console")["emulators"]?.array ?? [] {
      urls[emulator["name"]?.string ?? ""] = emulator["url"]?.string
    }
    let path = control.path("requests", ["brief": "true", "limit": "1000000000"])
    let entries = try await control.call(.get, path)["requests"]?.array ?? []
    for entry in entries.filter(isWanted).suffix(limit) { show(entry, urls) }
    let last = entries.compactMap { $0["number"]?.integer }.max() ?? 0
    try await control.events(control.path("events", ["after": String(last)])) { event, data in
      switch event {
      case "request" where isWanted(data): show(data, urls)
      case "missed":
        Terminal.complain(
          "\(data["count"] ?? 0) requests came faster than they could be shown; `ghostlight requests` "
            + "has them")
      default: break
      }
    }
  }

  private func isWanted(_ entry: JSON) -> Bool {
    !unmatched || entry["effect"] == "unmatched"
      || entry["effect"] == "read" && entry["reason"] != nil
  }

  private func show(_ entry: JSON, _ urls: [String: String]) {
    switch control.format {
    case .json: Terminal.print(entry.description)
    case .text:
      let url = (urls[entry["emulator"]?.string ?? ""] ?? "") + (entry["path"]?.string ?? "")
      Terminal.print(
        "\(entry["number"] ?? 0)  \(entry["time"]?.string ?? "")  \(entry["status"] ?? 0)  "
          + "\(entry["method"]?.string ?? "") \(url)")
    }
  }

  /// Returns the reason in the response's `X-Ghostlight-Reason`; `nil` without that header field.
  private static func reason(_ entry: JSON) -> String? {
    (entry["response"]?["headers"]?.array ?? []).first {
      $0["name"]?.string?.lowercased() == "x-ghostlight-reason"
    }?["value"]?.string
  }
}
