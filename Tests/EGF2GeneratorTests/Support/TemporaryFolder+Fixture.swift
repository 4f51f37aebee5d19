import Foundation
import TestSupport

extension TemporaryFolder {
  /// Creates a temporary folder with a fixture's `settings.json` and `config.json`.
  static func with(_ fixture: Fixture) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["settings.json", "config.json"] {
      try Data(try fixture.bytes(name)).write(to: URL(filePath: folder[name]))
    }
    return folder
  }
}
