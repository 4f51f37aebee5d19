import Ghostlight
import GhostlightCore
import TestSupport
import Testing

@testable import GhostlightCLI

@Suite(.limitedConcurrency) struct `The routes of an emulator` {
  @Test(arguments: Service.all.map(\.name))
  func `the JSON has the routes that a server describes`(_ vendor: String) throws {
    let result = try Command.run("routes", vendor, "--format", "json")
    let emulator = try #require(Service.all.first { $0.name == vendor })
    let rows = try #require(try JSON.parse(result.output).array)
    #expect(result.code == 0)
    #expect(rows.map { $0["title"]?.string } == emulator.seed.catalogue.routes.map(\.title))
    #expect(rows.compactMap { $0["section"]?.string }.count > rows.count / 2)
  }

  @Test func `the table has a row for each route`() throws {
    let result = try Command.run("routes", "StackMob")
    let lines = result.output.split(separator: "\n")
    #expect(result.code == 0)
    #expect(lines.count == 1 + StackMobBackend.catalogue.routes.count)
    #expect(lines[0].split(separator: " ") == ["METHOD", "PATH", "ROUTE", "SECTION"])
    #expect(
      lines.contains { $0.matches(of: /^POST +\/\{schema\} +Create +StackMob A7$/).count == 1 })
  }

  @Test func `an unknown vendor gets the nearest name and the list`() throws {
    let result = try Command.run("routes", "stackmop")
    #expect(result.code == 64)
    #expect(
      result.errors.contains(
        "there is no emulator \"stackmop\"; did you mean \"stackmob\"? there are: stackmob, mia, "
          + "egf2, appcenter, cosmos"))
  }
}
