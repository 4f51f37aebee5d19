package import Foundation

/// The saved items of a process that is killed, in a file written before and after each save.
package struct SavedItems: Sendable {
  /// The texts by key, with `nil` for deleted items.
  package private(set) var texts: [String: String?] = [:]
  /// The texts of a started save, which may be complete.
  package private(set) var pending: [String: String?] = [:]
  /// Every text of a started save.
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

  /// The keys of the existing items.
  package var keys: [String] { texts.compactMap { $0.value == nil ? nil : $0.key }.sorted() }

  /// Writes a line before or after the save of an item.
  package func note(_ word: String, _ key: String, _ text: String?) throws {
    let line = Data("\(word) \(key) \(text ?? "-")\n".utf8)
    if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
    let handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    try handle.write(contentsOf: line)
    try handle.close()
  }
}
