import Foundation
import GhostlightCore
import TestSupport
import Testing

@testable import GhostlightCLI

@Suite(.limitedConcurrency) struct `A StackMob export in a configuration` {
  /// An archive of two files, one stored and one deflated, written by Python's `zipfile`.
  private static let archive =
    "UEsDBBQAAAAAAAAAIQCl4PCkLgAAAC4AAAAOAAAAOTMzOS91c2VyLmpzb257Il9pZCI6ImppbGwiLCJzbV9vd25lciI6"
    + "InVzZXIvamlsbCIsImFnZSI6N30KUEsDBBQAAAAIAAAAIQB79umtUAAAAOYAAAAOAAAAOTMzOS90b2RvLmpzb26rVorP"
    + "TFGyUioxUNJRKsksyUkFcTJSFYoTc1MVyvOLUooVEtMTM/MUEvNSICygwuLc+PzyvNQioNrS4tQi/azMnBylWq5qmGGG"
    + "1DTMiHLDAFBLAQIUAxQAAAAAAAAAIQCl4PCkLgAAAC4AAAAOAAAAAAAAAAAAAACAAQAAAAA5MzM5L3VzZXIuanNvblBL"
    + "AQIUAxQAAAAIAAAAIQB79umtUAAAAOYAAAAOAAAAAAAAAAAAAACAAVoAAAA5MzM5L3RvZG8uanNvblBLBQYAAAAAAgAC"
    + "AHgAAADWAAAAAAA="

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try (Data(base64Encoded: Self.archive) ?? Data())
      .write(to: URL(filePath: folder["9339.zip"]))
  }

  private func titles(_ configuration: String) throws -> CommandResult {
    let config = try folder.write(configuration, to: "ghostlight.json")
    return try Command.run(
      "exec", "--config", config, "--", "sh", "-c",
      """
      curl -s -o /dev/null -w '%{http_code} ' -H "X-StackMob-API-Key: $STACKMOB_PUBLIC_KEY" \
        $GHOSTLIGHT_STACKMOB_URL/todo/t2
      curl -s -o /dev/null -w '%{http_code}' -H "X-StackMob-API-Key: $STACKMOB_PUBLIC_KEY" \
        -d 'username=jill&password=12345&token_type=mac' \
        $GHOSTLIGHT_STACKMOB_URL/user/accessToken
      """)
  }

  @Test func `a configuration can load the archive of an export from its own folder`() throws {
    #expect(
      try titles(#"{"stackmob":{"export":{"path":"9339.zip","password":"12345"}}}"#)
        == CommandResult(code: 0, output: "200 200"))
    #expect(
      try titles(#"{"stackmob":{"export":"9339.zip"}}"#)
        == CommandResult(code: 0, output: "200 401"))
  }

  @Test func `a configuration can load the unpacked folder of an export`() throws {
    try FileManager.default.createDirectory(
      atPath: folder["x/9339"], withIntermediateDirectories: true)
    try folder.write(#"{"_id":"t2"}"#, to: "x/9339/todo.json")
    #expect(
      try titles(#"{"stackmob":{"export":"x"}}"#) == CommandResult(code: 0, output: "200 401"))
  }

  @Test func `rows that cannot be stored are listed, and the doctor warns of them`() throws {
    try FileManager.default.createDirectory(
      atPath: folder["x/9339"], withIntermediateDirectories: true)
    let rows = ["{\"_id\":\"t2\"}"] + (1...22).map { "{\"_id\":\"t2\",\"n\":\($0)}" }
    try folder.write(rows.joined(separator: "\n"), to: "x/9339/todo.json")
    let file = folder["x/9339/todo.json"]
    let lines = (2...21).map { "left out \(file):\($0): another object has the id \"t2\"" }
    let all =
      lines + [
        "left out 22 rows of the export; the first 20 are listed. Correct them in the files, or go "
          + "on without them"
      ]
    let configuration = #"{"stackmob":{"export":"x"}}"#
    #expect(
      try titles(configuration)
        == CommandResult(
          code: 0, output: "200 401", errors: all.map { "ghostlight: \($0)\n" }.joined()))
    let doctor = try Command.run(
      "doctor", "--port-base", "0", "--config", folder["ghostlight.json"])
    #expect(doctor.code == 0)
    let finding =
      "warning  configuration: \(folder["ghostlight.json"]): " + all.joined(separator: "; ")
    #expect(doctor.output.contains(finding + "\n"), "\(doctor.output)")
  }

  @Test func `a missing or broken export is refused in one line`() throws {
    try folder.write("no archive", to: "broken.zip")
    for (name, code, what) in [
      (
        "none.zip", 1 as Int32,
        "cannot read \(folder["none.zip"]): there is no such file; give the path of"
      ),
      ("broken.zip", 65, "\(folder["broken.zip"]): is not a ZIP archive, or its end is missing"),
    ] {
      let result = try titles("{\"stackmob\":{\"export\":\"\(name)\"}}")
      #expect(result.code == code)
      #expect(result.errors.hasPrefix("ghostlight: \(what)"), "\(result.errors)")
      #expect(result.errors.count { $0 == "\n" } == 1)
    }
    #expect(
      try titles(#"{"stackmob":{"export":1}}"#).errors
        == "ghostlight: \(folder["ghostlight.json"]): $.stackmob.export: must be the path of a ZIP "
        + "or a folder, or an object of path, password and version\n")
  }

  @Test func `an archive with a damaged byte keeps its files' bytes or is refused`() throws {
    let whole = [UInt8](Data(base64Encoded: Self.archive) ?? Data())
    func bytes(_ entry: ZIPArchive.Entry) throws(ZIPError) -> [UInt8] {
      var bytes: [UInt8] = []
      try entry.forEachPiece { bytes += $0 }
      return bytes
    }
    let expected = try ZIPArchive(whole).entries.map { try bytes($0) }
    #expect(expected.map(\.count) == [46, 230])
    for position in whole.indices {
      for mask: UInt8 in [0x01, 0x80, 0xFF] {
        var damaged = whole
        damaged[position] ^= mask
        do throws(ZIPError) {
          for entry in try ZIPArchive(damaged).entries {
            #expect(try expected.contains(bytes(entry)), "byte \(position)")
          }
        } catch {
          continue
        }
      }
    }
    for count in whole.indices {
      #expect(throws: ZIPError.self) {
        for entry in try ZIPArchive(Array(whole[..<count])).entries { _ = try bytes(entry) }
      }
    }
  }

  @Test func `an archive above the limits is refused in one line, and no file is unpacked`()
    throws
  {
    let text = Array(#"{"_id":"t2"}"#.utf8)
    let zeros = [UInt8](Data(base64Encoded: TestArchive.zeros) ?? Data())
    let cases: [(entries: [TestArchive.Entry], code: Int32, what: String)] = [
      (
        (1...3).map { .init("9339/kind\($0).json", zeros, deflatedFrom: 500_000_000) }, 65,
        ": unpacks to more than 16777216 bytes, too many for its size: unpack it, and give its folder"
      ),
      (
        [.init("9339/todo.json", zeros, deflatedFrom: 16 << 20)], 65,
        ": 9339/todo.json is damaged in the archive: get it again"
      ),
      (
        (0...10_000).map { .init("\($0)", []) }, 65,
        ": has more than 10000 files, or is of the 64-bit form: unpack it, and give its folder"
      ),
      (
        [.init("9339/todo.json", [UInt8](repeating: UInt8(ascii: "{"), count: 100_001))], 65,
        ": has more than 100000 objects, too many for its size: unpack it, and give its folder"
      ),
      (
        [.init("9339/todo.json", zeros, deflatedFrom: 100)], 65,
        ": 9339/todo.json is damaged in the archive: get it again"
      ),
      (
        [.init("9339/todo.json", text), .init("9339/todo.json", text)], 65,
        ": $.stackmob.export: 9339/todo.json: another file is of the schema todo too"
      ),
      ([.init("../../todo.json", text), .init("/etc/user.json", [])], 0, ""),
    ]
    for (entries, code, what) in cases {
      try Data(TestArchive.bytes(of: entries)).write(to: URL(filePath: folder["hostile.zip"]))
      let result = try titles(#"{"stackmob":{"export":"hostile.zip"}}"#)
      #expect(result.code == code, "\(result.errors)")
      #expect(result.errors.hasSuffix(what + (code == 0 ? "" : "\n")), "\(result.errors)")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["9339.zip", "ghostlight.json", "hostile.zip"])
  }
}
