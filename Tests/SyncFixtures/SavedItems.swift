package import Foundation

/// What the process that dies has saved, in a file that is written before and after each save.
package struct SavedItems: Sendable {
  /// The texts by key; `nil` of what was deleted.
  package private(set) var texts: [String: String?] = [:]
  /// What was about to be saved, and may have been.
  package private(set) var pending: [String: String?] = [:]
  /// Every text that was ever to be saved.
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

  /// The keys of items that there are.
  package var keys: [String] { texts.compactMap { $0.value == nil ? nil : $0.key }.sorted() }

  /// Notes that an item is about to be saved, or that it was.
  package func note(_ word: String, _ key: String, _ text: String?) throws {
    let line = Data("\(word) \(key) \(text ?? "-")\n".utf8)
    if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
    let handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    try handle.write(contentsOf: line)
    try handle.close()
  }
}
