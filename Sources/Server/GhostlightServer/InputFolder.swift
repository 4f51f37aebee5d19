import Foundation

/// A folder that is named in the place of files.
package enum InputFolder {
  /// The files of a suffix in a folder, at any depth and in the order of their names.
  ///
  /// Any other path is given back as it is. In a folder, at most `most` names are looked at.
  package static func files(in path: String, suffix: String, most: Int = .max) -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
      isFolder.boolValue,
      let all = FileManager.default.enumerator(
        atPath: URL(filePath: path).resolvingSymlinksInPath().path)
    else { return [path] }
    let base = path.hasSuffix("/") ? path : path + "/"
    var names: [String] = []
    var count = 0
    while count < most, let name = all.nextObject() as? String {
      count += 1
      if name.hasSuffix(suffix) { names.append(base + name) }
    }
    return names.sorted()
  }
}
