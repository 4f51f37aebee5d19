import Foundation

/// All generated contracts and recordings; their folders contain no other files.
///
/// The program `ContractBook` creates a book from all chapters, and then writes or checks its
/// files. Creating a book runs every contract against the emulators, which takes a few seconds.
///
/// ```swift
/// import ContractLibrary
///
/// func update(_ chapters: [Chapter]) async throws {
///   let book = try await Book(chapters)
///   if !book.differences(in: ".").isEmpty { try book.write(to: ".") }
/// }
/// ```
public struct Book: Sendable {
  /// The contract and recording files, sorted by path.
  public let pages: [Page]

  /// Generates the contract and the recording of each chapter.
  ///
  /// - Throws: ``BookError`` that lists the promises that an emulator does not keep.
  public init(_ chapters: [Chapter]) async throws(BookError) {
    var pages: [Page] = []
    var problems: [String] = []
    for chapter in chapters {
      pages.append(chapter.contract)
      do throws(BookError) {
        pages.append(try await chapter.recording())
      } catch {
        problems.append(error.description)
      }
    }
    guard problems.isEmpty else { throw BookError(problems.joined(separator: "\n")) }
    self.pages = pages.sorted { $0.path < $1.path }
  }

  /// Writes the files into a folder, and removes files that no chapter generates any longer.
  ///
  /// - Throws: ``BookError`` with the folder's path, if a file cannot be written.
  public func write(to root: String) throws(BookError) {
    let folder = URL(filePath: root)
    do {
      for path in staleFiles(in: root) {
        try FileManager.default.removeItem(at: folder.appending(path: path))
      }
      for page in pages {
        let file = folder.appending(path: page.path)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(page.bytes).write(to: file, options: .atomic)
      }
    } catch {
      throw BookError("cannot write below \(root): \(error)")
    }
  }

  /// Returns one line for each file in the folder that is missing, unknown or different.
  public func differences(in root: String) -> [String] {
    var lines = staleFiles(in: root).map { "\($0): nothing generates it" }
    for page in pages {
      guard let there = try? Data(contentsOf: URL(filePath: root).appending(path: page.path))
      else {
        lines.append("\(page.path): missing")
        continue
      }
      guard !there.elementsEqual(page.bytes) else { continue }
      let common = zip(there, page.bytes).prefix { $0 == $1 }
      let line = common.count { $0.0 == UInt8(ascii: "\n") } + 1
      lines.append("\(page.path):\(line): not what is generated")
    }
    return lines.sorted()
  }

  /// Returns the paths of the files in the book's folders that no chapter generates.
  private func staleFiles(in root: String) -> [String] {
    let folders = Set(
      pages.map { String($0.path[..<($0.path.lastIndex(of: "/") ?? $0.path.endIndex)]) })
    let known = Set(pages.map(\.path))
    return folders.flatMap { folder in
      let files = try? FileManager.default.contentsOfDirectory(
        at: URL(filePath: root).appending(path: folder),
        includingPropertiesForKeys: [.isDirectoryKey], options: .skipsHiddenFiles
      ).filter { (try? $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) != true }
      return (files ?? []).map { "\(folder)/\($0.lastPathComponent)" }
    }.filter { !known.contains($0) }.sorted()
  }
}
