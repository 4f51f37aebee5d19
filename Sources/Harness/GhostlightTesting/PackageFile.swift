#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file of a test, in the package of the test.
struct PackageFile: Sendable {
  let url: URL

  /// Creates a reference to the file with a name such as `stackmob/todos`, in a folder of the
  /// package that contains a source file.
  ///
  /// The suffix is added if the name does not have it.
  ///
  /// - Returns: `nil` if the name points outside the folder.
  init?(_ name: String, suffix: String, folder: String, sourceFile: String) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else { return nil }
    let base = URL(filePath: folder, relativeTo: Self.packageRoot(of: sourceFile))
    url = base.appending(path: name.hasSuffix(suffix) ? name : name + suffix)
  }

  /// The path, for error messages.
  var path: String { url.path }

  /// Returns the content of the file, or `nil` if it cannot be read.
  func bytes() -> [UInt8]? { (try? Data(contentsOf: url)).map { Array($0) } }

  /// Returns the nearest parent folder with a `Package.swift`, or else the folder of the source
  /// file.
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
