import Foundation

/// A folder of a test's own, which goes with it.
final class ModelFolder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appending(path: "ghostlight-egf2gen-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the folder, which need not exist.
  subscript(name: String) -> String { path + "/" + name }

  /// The names of the files, sorted.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: self[name]))
  }

  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: self[name])), as: UTF8.self)
  }

  /// A folder with a fixture's settings and configuration.
  static func with(_ fixture: Fixture) throws -> ModelFolder {
    let folder = try ModelFolder()
    for name in ["settings.json", "config.json"] {
      try Data(try fixture.bytes(name)).write(to: URL(filePath: folder[name]))
    }
    return folder
  }
}
