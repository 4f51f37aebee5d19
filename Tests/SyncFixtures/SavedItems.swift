package import Foundation

/// A log of the items that a process saves, so that a test knows them after the process was killed.
///
/// The process writes a line to a file before and after each save.
package struct SavedItems: Sendable {
  /// The saved texts by key, with `nil` for deleted items.
  package private(set) var texts: [String: String?] = [:]
  /// The texts by key whose save has started but may not be complete.
  package private(set) var pending: [String: String?] = [:]
  /// All texts whose save has started at any time.
  package private(set) var all: Set<String> = []
  private let file: URL

  package init(in folder: URL) {
    file = folder.appending(path: "saved.txt")
    let lines = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n") ?? []
    for line in lines {
      let parts = line.split(separator: " ").map(String.init)
      guard parts.count == 3 else { continue }
      let text: String? = parts[2] == "-" ? nil : parts[2]
      if let text { all.insert(text) }
      if parts[0] == "begins" {
        pending[parts[1]] = .some(text)
      } else {
        texts[parts[1]] = .some(text)
        pending[parts[1]] = nil
      }
    }
  }

  /// The keys of the saved items that are not deleted, sorted.
  package var keys: [String] { texts.compactMap { $0.value == nil ? nil : $0.key }.sorted() }

  /// Writes a line, which starts with `word`, before or after an item is saved.
  package func note(_ word: String, _ key: String, _ text: String?) throws {
    let line = Data("\(word) \(key) \(text ?? "-")\n".utf8)
    if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
    let handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    try handle.write(contentsOf: line)
    try handle.close()
  }
}
