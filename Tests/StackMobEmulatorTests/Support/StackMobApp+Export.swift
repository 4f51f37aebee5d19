import GhostlightCore
import GhostlightEmulation
import StackMobEmulator
import Synchronization

extension StackMobApp {
  /// Returns an app with an export, and the rows that were left out.
  static func load(
    _ files: [(String, String)], _ section: JSONObject = [:], export: JSON = "9339"
  ) throws(ConfigurationError) -> (app: StackMobApp, skipped: [String]) {
    let skipped = Mutex<[String]>([])
    var section = section
    section["export"] = export
    let content = StackMobExport(
      files.map { StackMobExport.File(path: $0.0, bytes: Array($0.1.utf8)) }
    ) { row in
      skipped.withLock { $0.append("\(row)") }
    }
    var app = StackMobApp()
    app.backend = try StackMobBackend(
      ConfigurationReader(
        .object(section), path: "$.stackmob", files: ConfigurationFiles([content])),
      at: .numbered())
    return (app, skipped.withLock { $0 })
  }
}
