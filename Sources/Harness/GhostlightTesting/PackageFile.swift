#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A reference to a test's file in the test's package.
struct PackageFile: Sendable {
  let url: URL

  /// Creates a reference to the file with a name such as `stackmob/todos`.
  ///
  /// The file is in `folder` of the package that contains the source file.
  ///
  /// The initializer adds the suffix if the name does not end with it.
  ///
  /// - Returns: `nil` if the name contains an empty segment, `.` or `..`.
  init?(_ name: String, suffix: String, folder: String, sourceFile: String) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else { return nil }
    let base = URL(filePath: folder, relativeTo: Self.packageRoot(of: sourceFile))
    url = base.appending(path: name.hasSuffix(suffix) ? name : name + suffix)
  }

  /// The absolute path of the file, for error messages.
  var path: String { url.path }

  /// Returns the contents of the file, or `nil` if it cannot be read.
  func bytes() -> [UInt8]? { (try? Data(contentsOf: url)).map { Array($0) } }

  /// Returns the nearest parent folder of a source file that contains `Package.swift`, or the
  /// file's own folder if there is none.
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
