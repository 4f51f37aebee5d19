import Foundation
import GhostlightCore
import GhostlightRecording
import HTTPTypes
import TestSupport
import Testing

@testable import GhostlightServer

@Suite struct `Files of TLS` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func permissions(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: folder[name])
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
  }

  @Test(arguments: [0, 1, 16_384, 16_385, 1 << 20])
  func `a file is read whole up to a megabyte`(_ count: Int) throws {
    let text = String(repeating: "x", count: count)
    let path = try folder.write(text, to: "a.pem")
    #expect(try TLSFiles.read(path) == Array(text.utf8))
    #expect(try TLSFiles.readIfPresent(path) == Array(text.utf8))
  }

  @Test func `a file that cannot be read is reported`() throws {
    let none = folder["none"]
    #expect(try TLSFiles.readIfPresent(none) == nil)
    #expect(throws: TLSError.missingFile(path: none)) { try TLSFiles.read(none) }
    #expect(throws: TLSError.cannotRead(path: folder[""], reason: "Is a directory")) {
      try TLSFiles.read(folder[""])
    }
    let long = try folder.write(String(repeating: "x", count: (1 << 20) + 1), to: "long")
    #expect(throws: TLSError.cannotRead(path: long, reason: "it is larger than a megabyte")) {
      try TLSFiles.read(long)
    }
  }

  @Test func `a key is readable by its owner only, and a certificate by all`() throws {
    try TLSFiles.write("key", to: folder["key"], for: .owner)
    try TLSFiles.write("certificate", to: folder["certificate"], for: .everyone)
    try TLSFiles.write("new", to: folder["certificate"], for: .everyone)
    #expect(try folder.read("certificate") == "new")
    #expect(try permissions("key") == 0o600)
    #expect(try permissions("certificate") == 0o644)
    #expect(throws: TLSError.self) { try TLSFiles.write("x", to: folder["none/x"], for: .owner) }
    for mode in [0o600, 0o400, 0o640, 0o604, 0o777] {
      try FileManager.default.setAttributes(
        [.posixPermissions: mode], ofItemAtPath: folder["key"])
      try TLSFiles.closeToOthers(folder["key"])
      #expect(try permissions("key") == (mode == 0o400 ? 0o400 : 0o600))
    }
    try TLSFiles.closeToOthers(folder["none"])
  }

  @Test func `a folder is made with its parents, and a file is not a folder`() throws {
    try TLSFiles.makeFolder(folder["a/b/c"])
    try TLSFiles.makeFolder(folder["a/b/c"])
    #expect(try permissions("a/b/c") == 0o700)
    let file = try folder.write("x", to: "file")
    #expect(throws: TLSError.cannotWrite(path: file, reason: "Not a directory")) {
      try TLSFiles.makeFolder(file)
    }
    #expect(throws: TLSError.cannotWrite(path: file + "/a", reason: "Not a directory")) {
      try TLSFiles.makeFolder(file + "/a")
    }
    #expect(throws: TLSError.self) { try TLSFiles.lock(folder["none"]) }
    TLSFiles.unlock(try TLSFiles.lock(folder["a"]))
    TLSFiles.unlock(try TLSFiles.lock(folder["a"]))
  }

  @Test(
    arguments: [
      ("/_explorer/emulator.pem", .get, 200), ("/_explorer/index.html", .get, 200),
      ("/_explorer/emulator.pem", .post, 418), ("/_explorer/other", .get, 418),
      ("/_explorer", .get, 418), ("/x/_explorer/index.html", .get, 418),
    ] as [(String, HTTPRequest.Method, Int)])
  func `the pages of the vendor's emulator are served before its routes`(
    _ path: String, _ method: HTTPRequest.Method, _ status: Int
  ) {
    for pem in ["PEM", nil] {
      let responder = Responder(name: "a", immediate: { _ in Response(.init(code: 418)) })
        .handingOut(certificate: pem) { nil }
      let response = responder.respondNow(Request(method, RequestTarget(path)))
      let isFile = status == 200 && path.hasSuffix("pem")
      #expect(response?.status.code == (isFile && pem == nil ? 404 : status))
      guard isFile else { continue }
      #expect(
        response
          == (pem == nil
            ? Response(
              .notFound,
              headers: [
                .ghostlightReason: "there is no certificate without TLS; start with --tls"
              ])
            : Response(
              .ok,
              headers: [
                .contentType: "application/x-pem-file",
                .contentDisposition: "attachment; filename=\"emulator.pem\"",
              ], body: Array("PEM".utf8))))
    }
  }

  @Test(arguments: [
    ("a", true), ("a-b_c.d9", true), ("", false), ("a..b", false), (".a", false), ("a.", false),
    ("A", false), ("é", false), ("a b", false), (String(repeating: "a", count: 63), true),
    (String(repeating: "a", count: 64), false),
    (Array(repeating: "a", count: 127).joined(separator: "."), true),
    (Array(repeating: "a", count: 127).joined(separator: ".") + "b", false),
  ])
  func `a host name has labels of 1 to 63 bytes, and at most 253 bytes`(
    _ name: String, _ isValid: Bool
  ) {
    #expect(HostName.isValid(name) == isValid)
  }
}
