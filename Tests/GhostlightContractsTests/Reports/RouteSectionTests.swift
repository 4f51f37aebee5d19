import Ghostlight
import GhostlightContracts
import Testing

@Suite struct `Sections of routes` {
  @Test(arguments: Emulator.all.map(\.name))
  func `every route of an emulator is described by an article`(_ name: String) throws {
    let emulator = try #require(Emulator.all.first { $0.name == name })
    let titles = type(of: emulator.seed).routeSummaries.map(\.title)
    #expect(titles.filter { ProtocolSection(ofRoute: $0, provider: name) == nil } == [])
    #expect(ProtocolSection(ofRoute: "none", provider: name) == nil)
  }

  @Test func `a section has a name, and a place in the sources`() throws {
    let section = try #require(ProtocolSection(ofRoute: "Read one", provider: "stackmob"))
    #expect(section.name == "StackMob A9 Read one")
    #expect(
      section.link
        == "Sources/Emulators/StackMobEmulator/StackMobEmulator.docc/Protocol-Objects.md#a9-read-one"
    )
  }
}
