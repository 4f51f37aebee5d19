import Foundation
import Testing

@testable import GhostlightContracts

@Suite struct `Articles of protocol sections` {
  /// Each code of a heading, with its article and the providers whose evidence may name it.
  private static let headings: [(code: String, article: String, providers: [String])] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path()
    var found: [(code: String, article: String, providers: [String])] = []
    for layer in ["Sources/Emulators", "Sources/Clients"] {
      let files = FileManager.default.enumerator(atPath: root + layer)
      for case let file as String in files ?? FileManager.DirectoryEnumerator() {
        guard file.hasSuffix(".md"), let module = file.split(separator: "/").first,
          let text = try? String(contentsOfFile: "\(root)\(layer)/\(file)", encoding: .utf8)
        else { continue }
        for line in text.split(separator: "\n") where line.hasPrefix("#") {
          guard let match = line.prefixMatch(of: /#+ ([A-E][0-9]+)[ .]/) else { continue }
          found.append((String(match.1), "\(layer)/\(file)", providers(of: String(module))))
        }
      }
    }
    return found
  }()

  private static func providers(of module: String) -> [String] {
    switch module {
    case "StackMob", "StackMobEmulator": ["stackmob"]
    case "MiaEmulator", "mkApp", "CRUD", "MIASync": ["mia"]
    case "EGF2", "EGF2Emulator": ["egf2"]
    case "CosmosEmulator", "AppCenterEmulator", "AppCenterData": ["cosmos", "appcenter"]
    default: []
    }
  }

  @Test func `each code of a heading belongs to its article`() {
    let known = Self.headings.filter { !$0.providers.isEmpty }
    #expect(Set(known.flatMap(\.providers)).count == 5)
    #expect(known.count > 200)
    for (code, article, providers) in known {
      for provider in providers {
        #expect(
          ProtocolSection(code, provider: provider)?.article == article, "\(provider) \(code)")
      }
    }
  }

  @Test func `a code without a heading has no article`() {
    for provider in ["stackmob", "mia", "egf2", "cosmos", "appcenter"] {
      let codes = Set(Self.headings.filter { $0.providers.contains(provider) }.map(\.code))
      for letter in "ABCDEF" {
        for number in 0...70 where !codes.contains("\(letter)\(number)") {
          #expect(
            ProtocolSection("\(letter)\(number)", provider: provider) == nil,
            "\(provider) \(letter)\(number)")
        }
      }
    }
    #expect(ProtocolSection("A1", provider: "none") == nil)
    #expect(ProtocolSection("A", provider: "stackmob") == nil)
  }
}
