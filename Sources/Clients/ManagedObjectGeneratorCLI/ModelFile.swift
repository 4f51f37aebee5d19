import ArgumentParser
import Foundation

/// The file `contents` of a model, in its current version.
struct ModelFile {
  let name: String
  let contents: String

  /// - Throws: `ExitCode` 65, after one line with file and remedy.
  init(path: String) throws {
    let url = URL(filePath: path)
    name = url.lastPathComponent
    let folder = Self.version(of: url)
    do {
      contents = try String(contentsOf: folder.appending(path: "contents"), encoding: .utf8)
    } catch {
      let line = "managedgen: there is no model at \(path); name an .xcdatamodeld or .xcdatamodel\n"
      try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
      throw ExitCode(65)
    }
  }

  private static func version(of url: URL) -> URL {
    guard url.pathExtension == "xcdatamodeld" else { return url }
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    var name = versions.sorted().first { $0.hasSuffix(".xcdatamodel") }
    if let data = try? Data(contentsOf: url.appending(path: ".xccurrentversion")),
      let list = try? PropertyListSerialization.propertyList(from: data, format: nil),
      let current = (list as? [String: Any])?["_XCCurrentVersionName"] as? String
    {
      name = current
    }
    return name.map { url.appending(path: $0) } ?? url
  }
}
