import Foundation

/// An HTTP response, as a client received it.
struct HTTPReply {
  let status: Int
  /// The value of the `Content-Length` field.
  let length: Int
  private(set) var body = ""

  init(head: String) throws {
    let lines = head.components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    let name = "content-length: "
    guard words.count > 1, let status = Int(words[1]),
      let field = lines.first(where: { $0.lowercased().hasPrefix(name) }),
      let length = Int(field.dropFirst(name.count))
    else { throw TestError("no response: \(head)") }
    self.status = status
    self.length = length
  }

  func with(body: String) -> HTTPReply {
    var copy = self
    copy.body = body
    return copy
  }
}
