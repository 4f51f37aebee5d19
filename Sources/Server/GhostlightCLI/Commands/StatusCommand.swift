import ArgumentParser
import GhostlightCore
import HTTPTypes

/// `ghostlight status`: shows a running server's emulators and their URLs.
struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Print addresses, keys and sample requests.",
    discussion: HelpText.page(
      """
      Prints the address of each emulator, the keys for clients, the namespaces, and a request to \
      try for each emulator. With --health it only checks whether the server responds.
      """,
      examples: [
        "ghostlight status",
        "ghostlight status --format json",
        "ghostlight status --health",
      ],
      exits: HelpText.control))

  @OptionGroup var control: ControlOptions

  @Flag(help: "Only check whether the server responds; this needs no token.")
  var health = false

  func run() async throws {
    guard !health else {
      let answer = try await control.call(.get, "health")
      return control.print(answer) { $0["status"]?.string ?? "" }
    }
    let emulators = try await control.call(.get, "emulators")
    let namespaces = try await control.call(.get, "namespaces")
    var result = emulators.object ?? [:]
    result["namespaces"] = namespaces["namespaces"]
    control.print(.object(result)) { json in
      var table = Table("EMULATOR", "URL", "ROUTES")
      for emulator in json["emulators"]?.array ?? [] {
        table.add(
          emulator["title"]?.string ?? "", emulator["url"]?.string ?? "",
          String(emulator["routes"]?.array?.count ?? 0))
      }
      let names = (json["namespaces"]?.array ?? []).compactMap(\.string)
      var keys: [String] = []
      let tries = (json["emulators"]?.array ?? []).compactMap { $0["try"]?.string }
      for emulator in json["emulators"]?.array ?? [] {
        for key in emulator["keys"]?.object ?? [:] {
          keys.append("  \(key.key)=\(key.value.string ?? "")")
        }
      }
      return table.text + "\n\nKeys:\n" + keys.joined(separator: "\n")
        + "\n\nNamespaces: " + names.joined(separator: ", ")
        + (tries.isEmpty ? "" : "\n\nTry:\n  " + tries.joined(separator: "\n  "))
    }
  }
}
