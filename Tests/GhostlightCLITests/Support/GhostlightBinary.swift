import Foundation

/// The command line's binary, which is built beside the tests.
enum GhostlightBinary {
  static let url: URL? = {
    let starts = CommandLine.arguments + ["/proc/self/exe"] + Bundle.allBundles.map(\.bundlePath)
    for start in starts {
      var folder = URL(filePath: start).resolvingSymlinksInPath().deletingLastPathComponent()
      for _ in 0..<4 {
        let candidate = folder.appending(path: "ghostlight")
        if isProgram(candidate) { return candidate }
        folder.deleteLastPathComponent()
      }
    }
    return nil
  }()

  private static func isProgram(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
      && !isFolder.boolValue && FileManager.default.isExecutableFile(atPath: url.path)
  }
}
