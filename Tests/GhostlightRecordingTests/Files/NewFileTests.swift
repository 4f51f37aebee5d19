import Foundation
import Testing

@testable import GhostlightRecording

@Suite struct `New files` {
  /// Calls `body` with the path of an empty folder, which is removed afterwards.
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "new-file-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path())
  }

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }

  @Test(arguments: [(NewFile.Readers.owner, 0o600), (.everyone, 0o644)])
  func `a new file has its bytes, its mode and its final name only`(
    _ readers: NewFile.Readers, _ expected: Int
  ) throws {
    try withFolder { folder in
      for replaces in [false, true] {
        let path = "\(folder)/\(replaces).har"
        try NewFile.write(Array("abc".utf8), to: path, for: readers, replacing: replaces)
        #expect(try text(path) == "abc")
        #expect(try mode(path) == expected)
      }
      #expect(try names(folder) == ["false.har", "true.har"])
    }
  }

  @Test func `an existing file is replaced only on request`() throws {
    try withFolder { folder in
      let path = "\(folder)/a.har"
      try NewFile.write([65], to: path, replacing: false)
      #expect(throws: SystemError(code: EEXIST)) {
        try NewFile.write([66], to: path, replacing: false)
      }
      #expect(try text(path) == "A")
      try NewFile.write([67], to: path, replacing: true)
      #expect(try text(path) == "C")
      #expect(try names(folder) == ["a.har"])
    }
  }

  @Test func `a file appears when it is finished, and its pieces are in order`() throws {
    try withFolder { folder in
      let file = try NewFile("\(folder)/a.har")
      #expect(try names(folder) == [String(file.temporaryPath.dropFirst(folder.utf8.count + 1))])
      #expect(try mode(file.temporaryPath) == 0o600)
      try file.write(Array("abc".utf8)[1...])
      try file.write([])
      try file.write(Array("def".utf8)[...])
      #expect(try text(file.temporaryPath) == "bcdef")
      try file.finish(replacing: false)
      #expect(try text("\(folder)/a.har") == "bcdef")
      #expect(try names(folder) == ["a.har"])
    }
  }

  @Test func `a file that is not finished leaves nothing`() throws {
    try withFolder { folder in
      do {
        let file = try NewFile("\(folder)/a.har")
        try file.write([1])
      }
      let left = try names(folder)
      #expect(left == [])
    }
  }

  @Test(arguments: [true, false])
  func `a file in a missing folder is refused`(_ isOpened: Bool) {
    #expect(throws: SystemError(code: ENOENT)) {
      if isOpened {
        _ = try NewFile.openOrCreate("/no such folder/a")
      } else {
        _ = try NewFile("/no such folder/a")
      }
    }
  }

  @Test func `a created file is new and closed to other users`() throws {
    try withFolder { folder in
      let path = "\(folder)/a.part"
      close(try NewFile.create(path))
      #expect(try mode(path) == 0o600)
      #expect(throws: SystemError(code: EEXIST)) { try NewFile.create(path) }
    }
  }

  @Test func `an opened file keeps its bytes and is closed to other users`() throws {
    try withFolder { folder in
      let path = "\(folder)/a.lock"
      close(try NewFile.openOrCreate(path))
      #expect(try mode(path) == 0o600)
      for (before, after) in [(0o644, 0o600), (0o400, 0o400), (0o610, 0o600), (0o606, 0o600)] {
        // A test that runs as root can open files without a permission to write.
        try Data("abc".utf8).write(to: URL(filePath: path))
        chmod(path, mode_t(before))
        guard let descriptor = try? NewFile.openOrCreate(path) else {
          #expect(before == 0o400)
          chmod(path, 0o600)
          continue
        }
        close(descriptor)
        #expect(try mode(path) == after)
        #expect(try text(path) == "abc")
        chmod(path, 0o600)
      }
    }
  }

  @Test func `a symbolic link or a folder is not opened`() throws {
    try withFolder { folder in
      let link = "\(folder)/link"
      symlink("\(folder)/target", link)
      #expect(throws: SystemError(code: ELOOP)) { try NewFile.openOrCreate(link) }
      let pipe = "\(folder)/pipe"
      mkfifo(pipe, 0o600)
      #expect(throws: SystemError(code: EINVAL)) { try NewFile.openOrCreate(pipe) }
      let left = try names(folder)
      #expect(left == ["link", "pipe"])
    }
  }

  @Test func `an error of the system has its text, and a link has ours`() {
    #expect(SystemError(code: ENOENT).description == "No such file or directory")
    #expect(SystemError(code: ELOOP).description == "it is a symbolic link")
  }
}
