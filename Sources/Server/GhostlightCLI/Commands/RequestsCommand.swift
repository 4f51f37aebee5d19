import ArgumentParser
import GhostlightCore
import HTTPTypes

/// `ghostlight requests`: the journal.
struct RequestsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "requests", abstract: "Show the latest requests, newest last.")

  @OptionGroup var control: ControlOptions

  @Option(parsing: .unconditional, help: ArgumentHelp("How many at most.", valueName: "N"))
  var limit = 20

  @Flag(help: "Only requests that no route serves, with the nearest routes.")
  var unmatched = false

  func validate() throws {
    guard limit >= 0 else { throw ValidationError("--limit takes a number from 0.") }
  }

  func run() async throws {
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

  /// Why a request was answered as it was, where the answer says so.
  private static func reason(_ entry: JSON) -> String? {
    (entry["response"]?["headers"]?.array ?? []).first {
      $0["name"]?.string?.lowercased() == "x-ghostlight-reason"
    }?["value"]?.string
  }
}
