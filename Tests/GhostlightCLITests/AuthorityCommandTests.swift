import Foundation
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `The ghostlight ca command` {
  @Test(arguments: [
    (["HOME": "{folder}/home", "XDG_CACHE_HOME": ""], "{folder}/home/.cache/ghostlight"),
    (["HOME": "{folder}/home", "XDG_CACHE_HOME": "{folder}/cache"], "{folder}/cache/ghostlight"),
  ])
  func `the ca command stores the authority in the folder that the environment sets`(
    _ environment: [String: String], _ place: String
  ) throws {
    let folder = try TemporaryFolder()
    let filled = { (text: String) in text.replacing("{folder}", with: folder.path) }
    let result = try Command.run(["ca"], environment: environment.mapValues(filled))
    #expect(result.code == 0)
    #expect(result.errors == "")
    #expect(
      result.output.hasPrefix("Ghostlight's certificate authority: \(filled(place))/ca.pem\n"))
    #expect(FileManager.default.fileExists(atPath: filled(place) + "/ca.pem"))
  }
}
