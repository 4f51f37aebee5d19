import GhostlightCore
import Synchronization

/// Replaces links to servers in a text that arrives in pieces.
///
/// It replaces absolute links, links to WebSockets (`ws://`, `wss://`), and links without a scheme
/// (`//host/a`) that follow a delimiter. All of them may have the escaped slashes of JSON. Only
/// bytes that may be the beginning of a link are held back until the next piece. The work and the
/// bytes held back are bounded by the length of a host name, whatever the text contains.
package struct LinkRewriter: Sendable {
  private let table: LinkTable
  private let base: LinkBase
  private var held: [UInt8] = []
  /// The byte before ``held``; `nil` at the start of the text.
  private var previous: UInt8?
  /// Whether any link was replaced so far.
  private(set) var hasReplaced = false

  /// The number of bytes that are held back until the next piece.
  var heldBytes: Int { held.count }

  init(_ table: LinkTable, as base: LinkBase) { (self.table, self.base) = (table, base) }

  /// The maximum number of bytes that the links of one piece may add to it.
  ///
  /// Later links of the piece are unchanged, so that a text of short links cannot fill the memory.
  private static let mostGrowth = 32 << 20

  /// Processes the next piece, and returns the bytes that no later piece can change.
  package mutating func rewrite(_ piece: [UInt8]) -> [UInt8] {
    rewrite(held.isEmpty ? piece : held + piece, isLast: false)
  }

  /// Ends the text, and returns the bytes that were held back.
  package mutating func finish() -> [UInt8] { rewrite(held, isLast: true) }

  private mutating func rewrite(_ text: [UInt8], isLast: Bool) -> [UInt8] {
    held = []
    var result: [UInt8] = []
    var copied = 0
    var place = 0
    text.withUnsafeBufferPointer { bytes in
      while place < bytes.count, result.count - copied < Self.mostGrowth {
        guard Self.mayBegin(bytes[place]) else {
          place += 1
          continue
        }
        let before = place > 0 ? bytes[place - 1] : previous
        switch table.link(at: place, in: bytes, after: before, isLast: isLast) {
        case .none: place += 1
        case .partial:
          held = Array(bytes[place...])
          return
        case .whole(let end, let kind):
          result += bytes[copied..<place]
          result += base.text(for: kind)
          (place, copied) = (end, end)
          hasReplaced = true
        }
      }
    }
    let end = text.count - held.count
    if end > 0 { previous = text[end - 1] }
    if copied == 0, held.isEmpty { return text }
    return result + text[copied..<end]
  }

  /// Returns whether a link may begin with this byte: `http`, `ws`, `//` or `\/`.
  private static func mayBegin(_ byte: UInt8) -> Bool {
    switch byte | 0x20 {
    case UInt8(ascii: "h"), UInt8(ascii: "w"): true
    default: byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\")
    }
  }
}

/// The address that replaces those of the servers, in each form of a link.
struct LinkBase: Sendable {
  private let texts: [LinkTable.Kind: [UInt8]]

  /// Creates the forms of an address such as `http://127.0.0.1:4480`, which may have a path.
  ///
  /// The result is `nil` if the address has no scheme, or is too long for a host with a short path.
  init?(_ address: String) {
    guard let mark = address.firstRange(of: "://"), address.utf8.count <= 600 else { return nil }
    let rest = String(address[mark.upperBound...])
    let isSecure = address[..<mark.lowerBound] == "https"
    var texts: [LinkTable.Kind: [UInt8]] = [:]
    for isEscaped in [false, true] {
      for (form, start) in [
        (LinkTable.Form.web, isSecure ? "https:" : "http:"), (.socket, isSecure ? "wss:" : "ws:"),
        (.relative, ""),
      ] {
        let text = "\(start)//\(rest)"
        let kind = LinkTable.Kind(form: form, isEscaped: isEscaped)
        texts[kind] = Array((isEscaped ? text.replacing("/", with: #"\/"#) : text).utf8)
      }
    }
    self.texts = texts
  }

  func text(for kind: LinkTable.Kind) -> [UInt8] { texts[kind] ?? [] }
}

/// A body in which links are replaced while it is forwarded.
final class RewrittenBody: AwaitedBodySource {
  private let stream: BodyStream
  /// The rewriter; `nil` after the body has ended.
  private let rewriter: Mutex<LinkRewriter?>

  /// Creates the rest of a body whose first bytes `rewriter` has already processed.
  init(_ stream: BodyStream, _ rewriter: LinkRewriter) {
    self.stream = stream
    self.rewriter = Mutex(rewriter)
  }

  func next(by executor: any WorkExecutor, _ completion: @escaping BodyStream.Completion) {
    guard rewriter.withLock({ $0 != nil }) else { return completion(.success(nil)) }
    stream.pull(by: executor) { [self] piece in
      completion(piece.map { bytes in rewriter.withLock { Self.rewrite(bytes, by: &$0) } })
    }
  }

  /// Returns the next piece with links replaced; `nil` at the end of the body.
  private static func rewrite(_ bytes: [UInt8]?, by rewriter: inout LinkRewriter?) -> [UInt8]? {
    guard let bytes else {
      let rest = rewriter?.finish() ?? []
      rewriter = nil
      return rest.isEmpty ? nil : rest
    }
    return rewriter?.rewrite(bytes)
  }

  func cancel() { stream.cancel() }
}
