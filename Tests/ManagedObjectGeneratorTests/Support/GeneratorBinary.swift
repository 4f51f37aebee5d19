import Foundation

/// The generator's program, which is built beside the tests.
enum GeneratorBinary {
  static let url: URL? = {
    let starts = CommandLine.arguments + ["/proc/self/exe"] + Bundle.allBundles.map(\.bundlePath)
    for start in starts {
      var folder = URL(filePath: start).resolvingSymlinksInPath().deletingLastPathComponent()
      for _ in 0..<4 {
        let candidate = folder.appending(path: "managedgen")
        if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
        folder.deleteLastPathComponent()
      }
    }
    return nil
  }()
}
