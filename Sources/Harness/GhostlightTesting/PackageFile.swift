#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file of a test, in the package that the test is in.
struct PackageFile: Sendable {
  let url: URL

  /// The file of a name such as `stackmob/todos`, in a folder of the package that a source file
  /// belongs to; the suffix is added where the name has none.
  ///
  /// - Returns: `nil` where the name leads out of the folder.
  init?(_ name: String, suffix: String, folder: String, sourceFile: String) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else { return nil }
    let base = URL(filePath: folder, relativeTo: Self.packageRoot(of: sourceFile))
    url = base.appending(path: name.hasSuffix(suffix) ? name : name + suffix)
  }

  /// The path, for messages.
  var path: String { url.path }

  /// What the file holds; `nil` where it cannot be read.
  func bytes() -> [UInt8]? { (try? Data(contentsOf: url)).map { Array($0) } }

  /// The nearest folder above with a package in it, else the source file's own.
  private static func packageRoot(of sourceFile: String) -> URL {
    let own = URL(filePath: sourceFile).deletingLastPathComponent()
    var folder = own
    while folder.path != "/", !folder.path.isEmpty {
      let manifest = folder.appending(path: "Package.swift")
      if FileManager.default.fileExists(atPath: manifest.path) { return folder }
      folder.deleteLastPathComponent()
    }
    return own
  }
}
