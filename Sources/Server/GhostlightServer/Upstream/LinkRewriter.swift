import GhostlightCore
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Replaces links to a server in a text that arrives in pieces.
///
/// Both plain links and links in JSON with escaped slashes are replaced. Only bytes that may be the
/// beginning of a link are held back until the next piece.
struct LinkRewriter: Sendable {
  /// The URL prefixes to replace and their replacements; longer prefixes come first.
  private let replacements: [(old: [UInt8], new: [UInt8])]
  private var held: [UInt8] = []
  /// Whether any link was replaced so far.
  private(set) var hasReplaced = false

  /// Creates a rewriter that replaces the URL prefixes in `beginnings` with `base`.
  init(_ beginnings: [[UInt8]], as base: [UInt8]) {
    replacements = beginnings.flatMap { old in
      [(old, base), (Self.escapingSlashes(old), Self.escapingSlashes(base))]
    }
  }

  /// Processes the next piece, and returns the bytes that no later piece can change.
  mutating func rewrite(_ piece: [UInt8]) -> [UInt8] {
    rewrite(held.isEmpty ? piece : held + piece, isLast: false)
  }

  /// Ends the text, and returns the bytes that were held back.
  mutating func finish() -> [UInt8] { rewrite(held, isLast: true) }

  private mutating func rewrite(_ text: [UInt8], isLast: Bool) -> [UInt8] {
    held = []
    var result: [UInt8] = []
    var copied = 0
    var place = 0
    while let start = Self.mark(in: text, from: place) {
      place = start + 1
      switch link(at: start, in: text, isLast) {
      case .none: continue
      case .partial:
        held = Array(text[start...])
        return result + text[copied..<start]
      case .whole(let bytes, let new):
        result += text[copied..<start] + new
        (place, copied) = (start + bytes, start + bytes)
        hasReplaced = true
      }
    }
    return copied == 0 ? text : result + text[copied...]
  }

  /// Returns the position of the next `ht`, with which all known schemes begin, or of a final `h`.
  private static func mark(in text: [UInt8], from place: Int) -> Int? {
    text.withUnsafeBufferPointer { bytes in
      var place = place
      while place < bytes.count, let base = bytes.baseAddress,
        let found = memchr(base + place, Int32(UInt8(ascii: "h")), bytes.count - place)
      {
        let start = UnsafeRawPointer(found) - UnsafeRawPointer(base)
        if start + 1 == bytes.count || bytes[start + 1] == UInt8(ascii: "t") { return start }
        place = start + 1
      }
      return nil
    }
  }

  private enum Match {
    case none
    case partial
    case whole(bytes: Int, new: [UInt8])
  }

  /// Returns whether a link begins at `start`; the byte after the link must not continue it.
  private func link(at start: Int, in text: [UInt8], _ isLast: Bool) -> Match {
    for (old, new) in replacements {
      var end = start
      while end < text.count, end - start < old.count, text[end] == old[end - start] { end += 1 }
      if end == text.count, !isLast { return .partial }
      guard end - start == old.count else { continue }
      if end == text.count || !Self.continuesName(text[end]) {
        return .whole(bytes: old.count, new: new)
      }
    }
    return .none
  }

  private static func escapingSlashes(_ url: [UInt8]) -> [UInt8] {
    url.flatMap { $0 == UInt8(ascii: "/") ? Array(#"\/"#.utf8) : [$0] }
  }

  /// Returns whether a byte continues the host name, port or path segment before it.
  private static func continuesName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "@"):
      true
    default: false
    }
  }
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
