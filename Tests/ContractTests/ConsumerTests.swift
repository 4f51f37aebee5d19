@testable import ConsumerContracts
import ContractLibrary
import Ghostlight
import GhostlightContracts
import GhostlightCore
import GhostlightRecording
import TestExecutors
import TestSupport
import Testing

/// Tests of the SDK contracts in the repository.
///
/// Other checks run these contracts, and verify that the SDKs still send these requests.
@Suite(.limitedConcurrency) struct `Contracts of SDK variants` {
  private static let files = Variant.all.flatMap { variant in
    variant.vendors.map { ConsumerFile(variant: variant, vendor: $0) }
  }

  /// The titles of scenes in which the SDK fails before it sends a request.
  private static let silent = ["An unknown partition"]

  @Test func `each SDK variant has a unique name and a unique title`() {
    #expect(Set(Variant.all.map(\.name)).count == Variant.all.count)
    #expect(Set(Variant.all.map(\.title)).count == Variant.all.count)
  }

  @Test(arguments: Variant.all)
  func `the contracts of an SDK variant contain all of its scenes`(_ variant: Variant) throws {
    let descriptions = try variant.vendors.flatMap { vendor in
      try ConsumerFile(variant: variant, vendor: vendor).pact().interactions.map(\.description)
    }
    let missing = variant.scenes.map(\.title).filter { title in
      !descriptions.contains { $0.hasPrefix("\(title): 1. ") }
    }
    #expect(missing == Self.silent.filter { title in variant.scenes.map(\.title).contains(title) })
  }

  @Test(arguments: files)
  fileprivate func `a contract file has the name of its SDK variant and its vendor`(
    _ file: ConsumerFile
  ) throws {
    let pact = try file.pact()
    #expect(pact.consumer == file.variant.title)
    #expect(pact.provider == file.vendor)
    #expect(ContractFile("", pact).variant == file.variant.name)
  }

  @Test(arguments: files)
  fileprivate func `the recording of a variant has no secrets`(_ file: ConsumerFile) throws {
    let recording = try JSON.parse(Library.bytes("Recordings/\(file).har"))
    #expect(RedactionLint().findings(in: recording) == [])
  }

  // Generates the files twice and compares them with each other and with the repository. Variants
  // with many scenes take too long here; `ContractBook` compares the files of all variants.
  @Test(arguments: Variant.all.filter { $0.scenes.count < 8 })
  func `generating a variant's contract twice gives equal files`(_ variant: Variant) async throws {
    let first = try await variant.chapters().map(\.contract)
    for (file, again) in zip(first, try await variant.chapters().map(\.contract)) {
      #expect(again.bytes == file.bytes, "\(file.path)")
      #expect(try Library.bytes(file.path) == file.bytes, "\(file.path)")
    }
  }

  /// `ContractBook` writes the contracts from plays in the style `.concurrency`.
  @Test(arguments: Variant.inStyles.filter { $0.1 != .concurrency })
  func `an SDK sends the requests of its contract in every call style`(
    _ variant: Variant, _ style: CallStyle
  ) async throws {
    let chapters = try await CallStyle.$current.withValue(style) { try await variant.chapters() }
    for file in chapters.map(\.contract) {
      #expect(try Library.bytes(file.path) == file.bytes, "\(file.path)")
    }
  }

  @Test func `the contract of a scene that fails has the requests until then`() async throws {
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
  fileprivate func `a variant's contract detects a seeded bug`(_ file: ConsumerFile) async throws {
    let vendor = try #require(Vendor.all.first { $0.emulator.name == file.vendor })
    let executor = ContractExecutor.emulators(
      StageConfiguration(services: [vendor.damaged(.wrongStatus)]))
    let report = await ContractRunner(executor, isTimed: false).run([
      ContractFile("\(file)", try file.pact())
    ])
    #expect(report.counts.broken > 0)
  }
}

/// A contract between an SDK variant and one of the vendors that it calls.
private struct ConsumerFile: Sendable, CustomStringConvertible {
  let variant: Variant
  let vendor: String

  var description: String { "\(vendor)/consumers/\(variant.name)" }

  func pact() throws -> Pact { try Pact.parse(Library.bytes("Contracts/\(self).json")) }
}
