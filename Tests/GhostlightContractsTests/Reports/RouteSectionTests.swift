import Ghostlight
import GhostlightContracts
import Testing

@Suite struct `Protocol sections of routes` {
  @Test(arguments: Service.all.map(\.name))
  func `an article describes every route of an emulator`(_ name: String) throws {
    let emulator = try #require(Service.all.first { $0.name == name })
    let titles = emulator.seed.catalogue.routes.map(\.title)
    #expect(titles.filter { ProtocolSection(ofRoute: $0, provider: name) == nil } == [])
    #expect(ProtocolSection(ofRoute: "none", provider: name) == nil)
  }

  @Test func `a section has a name and an article`() throws {
    let section = try #require(ProtocolSection(ofRoute: "Read one", provider: "stackmob"))
    #expect(section.name == "StackMob A9")
    #expect(
      section.article
        == "Sources/Emulators/StackMobEmulator/StackMobEmulator.docc/Protocol-Objects.md"
    )
  }
}
