import Foundation
import Ghostlight
import GhostlightCore
import GhostlightServer
import TestExecutors
import TestSupport
import Testing

/// Checks that the console shows the programs in this folder, which therefore compile.
@Suite(.limitedConcurrency) struct `First requests in Swift` {
  private static let addresses = [
    "stackmob": "http://127.0.0.1:4401", "mia": "http://127.0.0.1:4402",
    "egf2": "http://127.0.0.1:4403", "appcenter": "http://127.0.0.1:4404",
    "cosmos": "http://127.0.0.1:8081", "library": "http://127.0.0.1:4406",
  ]

  /// Returns the texts of the console by emulator.
  private static func shown() throws -> [String: (text: String, key: String)] {
    var configuration = StageConfiguration()
    configuration.services.append(
      Service(name: "library", title: "Library", port: 4406, seed: LibraryBackend()))
    let book = ServerAddresses()
    for (name, url) in addresses { book.setURL(url, for: name) }
    let control = ControlAPI(Stage(configuration), addresses: book)
    let answer = control.answer(
      Request(.get, "/__ghostlight/v1/console", authority: "127.0.0.1"))
    var shown: [String: (String, String)] = [:]
    for emulator in try #require(answer.json?["emulators"]?.array) {
      shown[emulator["name"]?.string ?? ""] = (
        emulator["trySwift"]?.string ?? "",
        emulator["keys"]?.object?.first { _ in true }?.value.string ?? ""
      )
    }
    return shown
  }

  /// Returns the program in the function of a file in this folder.
  private static func program(_ vendor: String, _ url: String, _ key: String) throws -> String {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "\(vendor)FirstRequest.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(text.firstRange(of: "\nfunc "))
    let open = try #require(text[start.upperBound...].firstRange(of: "{\n"))
    let lines = text[open.upperBound...].dropLast(2).split(
      separator: "\n", omittingEmptySubsequences: false)
    let body = lines.map { $0.hasPrefix("  ") ? $0.dropFirst(2) : $0 }.joined(separator: "\n")
    let values = [
      "url": url, "key": key, "cosmos": addresses["cosmos"] ?? "",
      "authority": url.replacing("http://", with: ""),
    ]
    return values.reduce(text[..<start.lowerBound] + "\n" + body) { text, value in
      text.replacing("\\(\(value.key))", with: value.value)
    }
  }

  @Test(arguments: [
    ("stackmob", "StackMob"), ("mia", "Mia"), ("egf2", "EGF2"), ("appcenter", "AppCenter"),
    ("cosmos", "Cosmos"), ("library", "Library"),
  ])
  func `the console shows the program of each file`(_ name: String, _ vendor: String) throws {
    let shown = try #require(try Self.shown()[name])
    let url = try #require(Self.addresses[name])
    #expect(shown.text == (try Self.program(vendor, url, shown.key)))
  }
}
