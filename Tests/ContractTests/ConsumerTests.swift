@testable import ConsumerContracts
import ContractLibrary
import Ghostlight
import GhostlightContracts
import GhostlightCore
import GhostlightRecording
import Testing

/// The contracts of the SDKs as the repository holds them; that they are what the SDKs say, and are kept, is
/// held by the gates that play them.
@Suite struct `Every SDK variant` {
  private static let files = Variant.all.flatMap { variant in
    variant.vendors.map { ConsumerFile(variant: variant, vendor: $0) }
  }

  /// Scenes in which the SDK refuses before it asks.
  private static let silent = ["A name that is no partition's"]

  @Test func `has a name and a title of its own`() {
    #expect(Set(Variant.all.map(\.name)).count == Variant.all.count)
    #expect(Set(Variant.all.map(\.title)).count == Variant.all.count)
  }

  @Test(arguments: Variant.all)
  func `occurs with every scene`(_ variant: Variant) throws {
    let descriptions = try variant.vendors.flatMap { vendor in
      try ConsumerFile(variant: variant, vendor: vendor).pact().interactions.map(\.description)
    }
    let missing = variant.scenes.map(\.title).filter { title in
      !descriptions.contains { $0.hasPrefix("\(title): 1. ") }
    }
    #expect(missing == Self.silent.filter { title in variant.scenes.map(\.title).contains(title) })
  }

  @Test(arguments: files)
  fileprivate func `is named by its file`(
    _ file: ConsumerFile
  ) throws {
    let pact = try file.pact()
    #expect(pact.consumer == file.variant.title)
    #expect(pact.provider == file.vendor)
    #expect(ContractFile("", pact).variant == file.variant.name)
  }

  @Test(arguments: files)
  fileprivate func `keeps no secret`(_ file: ConsumerFile) throws {
    let recording = try JSON.parse(Library.bytes("Recordings/\(file).har"))
    #expect(RedactionLint().findings(in: recording) == [])
  }

  // The book is compared with the repository where it is written; here, play with play.
  @Test(arguments: Variant.all.filter { $0.scenes.count < 8 })
  func `says the same each time`(_ variant: Variant) async throws {
    let first = try await variant.chapters().map(\.contract)
    for (file, again) in zip(first, try await variant.chapters().map(\.contract)) {
      #expect(again.bytes == file.bytes, "\(file.path)")
      #expect(try Library.bytes(file.path) == file.bytes, "\(file.path)")
    }
  }

  @Test func `says what it can where a scene breaks off`() async throws {
    let whole = try #require(Variant.all.first { $0.name == "miasync" })
    let first = try #require(whole.scenes.first)
    func variant(_ play: @escaping @Sendable () async throws -> Void) -> Variant {
      Variant(
        name: whole.name, title: whole.title, vendors: whole.vendors,
        scenes: [.init(title: first.title, play: play), whole.scenes[1]])
    }
    let broken = variant {
      try await first.play()
      throw ConsumerError("refused")
    }
    let expected = try await variant(first.play).chapters()
    let partial = await broken.partialChapters()
    #expect(partial.chapters.map(\.contract.bytes) == expected.map(\.contract.bytes))
    #expect(partial.problems == ["MIASync: \(first): refused"])
    await #expect(throws: ConsumerError.self) { try await broken.chapters() }
    #expect(
      await variant {}.partialChapters().problems == ["MIASync: \(first): \(first) has no stage"])
  }

  @Test(arguments: files)
  fileprivate func `notices a seeded bug`(_ file: ConsumerFile) async throws {
    let vendor = try #require(Vendor.all.first { $0.emulator.name == file.vendor })
    let executor = ContractExecutor.emulators(
      StageConfiguration(emulators: [vendor.damaged(.wrongStatus)]))
    let report = await ContractRunner(executor, isTimed: false).run([
      ContractFile("\(file)", try file.pact())
    ])
    #expect(report.counts.broken > 0)
  }
}

/// A contract of an SDK with one of the vendors that it speaks to.
private struct ConsumerFile: Sendable, CustomStringConvertible {
  let variant: Variant
  let vendor: String

  var description: String { "\(vendor)/consumers/\(variant.name)" }

  func pact() throws -> Pact { try Pact.parse(Library.bytes("Contracts/\(self).json")) }
}
