public import GhostlightCore
import HTTPTypes

/// Bytes that a ``PartialRecording`` is read from, such as a file.
public protocol PartialSource {
  /// How many there are.
  var byteCount: Int { get }

  /// The bytes from a place on, fewer where they end; none where they cannot be read.
  func bytes(at offset: Int, count: Int) -> [UInt8]
}

/// What a recorder has written while exchanges went on: every exchange that was complete can be had
/// again, however the recorder ended.
///
/// Only places are kept in memory; exchanges are read when they are asked for.
public struct PartialRecording {
  /// An exchange that cannot be had.
  public struct Incomplete: Sendable, Hashable {
    /// What was asked, without its body.
    public let request: Request
    /// Why it is not complete: what the recorder noted, or that it ended before.
    public let reason: String
  }

  private struct Piece {
    let kind: PartialFrame.Kind
    let offset: Int
    let length: Int
  }

  /// What every such file begins with.
  public static let signature = heading + Array("\(newestForm)\n".utf8)

  /// The newest form that is read here, and the one that is written.
  public static let newestForm = 1

  private static let heading = Array("GHOSTLIGHT PARTIAL RECORDING ".utf8)

  /// What the recorder had to say of the recording.
  public let comment: String?
  /// The bytes at the end that are no whole frames.
  public let tornBytes: Int
  /// The exchanges that are not complete, in the order in which they began.
  public let incomplete: [Incomplete]

  private let source: any PartialSource
  private let pieces: [[Piece]]

  /// Finds what a source has; `nil` where it does not begin as such files do.
  public init?(reading source: any PartialSource) {
    guard source.bytes(at: 0, count: Self.signature.count) == Self.signature else { return nil }
    self.source = source
    var walk = Walk(source, from: Self.signature.count)
    var comment: String?
    var found: [Int: [Piece]] = [:]
    while let (head, offset, payload) = walk.next() {
      if head.kind == .file {
        comment = (try? JSON.parse(payload))?["comment"]?.string
      } else {
        found[head.exchange, default: []].append(
          Piece(kind: head.kind, offset: offset, length: head.length))
      }
    }
    self.comment = comment
    tornBytes = source.byteCount - walk.offset
    let ordered = found.sorted { $0.key < $1.key }.map(\.value)
    pieces = ordered.filter(Self.isComplete)
    incomplete = ordered.filter { !Self.isComplete($0) }.compactMap { pieces in
      guard let first = pieces.first(where: { $0.kind == .request }),
        let request = Self.json(first, source).flatMap(PartialHead.request)
      else { return nil }
      let note = pieces.first { $0.kind == .incomplete }.flatMap { Self.json($0, source) }
      return Incomplete(
        request: request, reason: note?["reason"]?.string ?? "the recorder ended before it did")
    }
  }

  /// The form that a recorder has written a source in, from 1; `nil` where it begins otherwise than
  /// a recorder's files do.
  public static func form(of source: any PartialSource) -> Int? {
    let line = source.bytes(at: 0, count: heading.count + 10)
    guard line.starts(with: heading) else { return nil }
    let digits = line.dropFirst(heading.count).prefix { $0 != UInt8(ascii: "\n") }
    return Int(String(decoding: digits, as: UTF8.self))
  }

  /// How many exchanges are complete.
  public var count: Int { pieces.count }

  /// A complete exchange, by its place in the order in which they began; `nil` where the file has
  /// changed meanwhile.
  public func exchange(at position: Int) -> RecordedExchange? {
    let pieces = pieces[position]
    guard let opening = json(.request, pieces), let closing = json(.end, pieces),
      var request = PartialHead.request(opening),
      var response = json(.response, pieces).flatMap(PartialHead.response)
    else { return nil }
    request.body = body(.requestBody, pieces)
    response.body = body(.responseBody, pieces)
    return RecordedExchange(
      request, response,
      startedMilliseconds: opening["started"].flatMap(HARNumber.readInteger).map(Int64.init) ?? 0,
      durationMilliseconds: closing["duration"].flatMap(HARNumber.read) ?? 0,
      notes: closing["notes"]?.object ?? [:])
  }

  /// All of it in memory.
  public var recording: Recording {
    Recording((0..<count).compactMap { exchange(at: $0) }, comment: comment)
  }

  private static func isComplete(_ pieces: [Piece]) -> Bool {
    [.request, .response, .end].allSatisfy { kind in pieces.contains { $0.kind == kind } }
  }

  private func json(_ kind: PartialFrame.Kind, _ pieces: [Piece]) -> JSON? {
    pieces.first { $0.kind == kind }.flatMap { Self.json($0, source) }
  }

  private static func json(_ piece: Piece, _ source: any PartialSource) -> JSON? {
    try? JSON.parse(source.bytes(at: piece.offset, count: piece.length))
  }

  private func body(_ kind: PartialFrame.Kind, _ pieces: [Piece]) -> [UInt8] {
    pieces.lazy.filter { $0.kind == kind }
      .reduce(into: []) { $0 += source.bytes(at: $1.offset, count: $1.length) }
  }
}

/// Goes through the frames of a file, up to the first that is none.
private struct Walk {
  /// Bytes that are read at a time.
  private static let windowBytes = 2 << 20

  private let source: any PartialSource
  private(set) var offset: Int
  private var window: [UInt8] = []
  private var windowStart = 0

  init(_ source: any PartialSource, from offset: Int) {
    self.source = source
    self.offset = offset
  }

  /// The next frame: its head, and where its payload is.
  mutating func next() -> (PartialFrame.Head, offset: Int, payload: [UInt8])? {
    guard let head = PartialFrame.Head(bytes(PartialFrame.headBytes)) else { return nil }
    let whole = bytes(PartialFrame.headBytes + head.length)
    guard whole.count == PartialFrame.headBytes + head.length else { return nil }
    var checksum = CRC32()
    checksum.add(whole.dropFirst(8))
    guard checksum.value == head.checksum else { return nil }
    defer { offset += whole.count }
    return (
      head, offset + PartialFrame.headBytes, Array(whole.dropFirst(PartialFrame.headBytes))
    )
  }

  /// So many bytes from here on, or fewer.
  private mutating func bytes(_ count: Int) -> ArraySlice<UInt8> {
    if offset < windowStart || offset + count > windowStart + window.count {
      window = source.bytes(at: offset, count: max(count, Self.windowBytes))
      windowStart = offset
    }
    return window[(offset - windowStart)...].prefix(count)
  }
}
