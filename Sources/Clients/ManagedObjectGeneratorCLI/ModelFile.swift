import Foundation
import GhostlightGeneration

/// The file `contents` of a model, in its current version.
struct ModelFile {
  let name: String
  let contents: String

  /// - Throws: Exit code 65, with file and remedy.
  init(path: String) throws(GenerationFailure) {
    let url = URL(filePath: path)
    name = url.lastPathComponent
    let folder = Self.version(of: url)
    do {
      contents = try String(contentsOf: folder.appending(path: "contents"), encoding: .utf8)
    } catch {
      let version = folder == url ? "" : "/\(folder.lastPathComponent)"
      throw GenerationFailure(
        .input,
        "there is no model at \(path)\(version); name an .xcdatamodeld or .xcdatamodel")
    }
  }

  /// The folder of the current version: the one that `.xccurrentversion` names, else the first.
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
