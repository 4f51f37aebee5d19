import GhostlightCore
import HTTPTypes

/// Unwraps a saved body layer by layer: its content codings first, then nested compressed files.
///
/// A redactor or lint searches each layer for secrets, from the outermost one inwards.
struct BodyLayers {
  /// The reason why a layer cannot be decoded, such as `is a gzip file`.
  struct Failure: Error { let reason: String }

  private var pending: Result<[UInt8], Failure>?
  private var depth = 0
  private var decoder = ContentDecoder(limit: 64 << 20, total: 256 << 20)

  /// The maximum depth of nested compressed files that are opened; ordinary files are nested less.
  private static let deepest = 4

  init(_ saved: [UInt8], coding: String, type: String, isSurelyCoded: Bool) {
    var body = saved
    var fields: HTTPFields = [:]
    if !ContentDecoder.names(coding).isEmpty { fields[.contentEncoding] = coding }
    switch fields.decode(&body, with: &decoder) {
    case .plain, .decoded: pending = .success(body)
    case .undecodable(let error):
      // Without the coding's signature, the body was already decoded by the tool that saved it, so
      // this is not a failure. Brotli has no signature.
      let isCoded =
        isSurelyCoded || error == .unsupported("br")
        || HARCoding.isIn(body, coding, type: type, wasDecoded: false)
      pending = isCoded ? .failure(Failure(reason: "\(error)")) : .success(body)
    }
  }

  /// Returns the next layer inwards, or the reason why it cannot be decoded; `nil` after the last
  /// layer or a failure.
  mutating func next() -> Result<[UInt8], Failure>? {
    guard let layer = pending else { return nil }
    pending = nil
    if case .success(let bytes) = layer, let format = CompressedFormat(bytes) {
      pending = content(of: bytes, format)
      depth += 1
    }
    return layer
  }

  private mutating func content(
    of bytes: [UInt8], _ format: CompressedFormat
  ) -> Result<[UInt8], Failure>? {
    guard depth < Self.deepest else {
      return .failure(Failure(reason: "is compressed more than \(Self.deepest) times"))
    }
    guard let coding = format.coding else {
      return .failure(Failure(reason: "is \(format.name)"))
    }
    do throws(ContentDecodingError) {
      return .success(try decoder.decode(bytes, coding))
    } catch {
      // The two bytes of a zlib header also occur by chance, so a failure is ignored.
      return format == .zlib ? nil : .failure(Failure(reason: "\(error)"))
    }
  }
}

/// A compressed file format, recognized by its signature.
enum CompressedFormat: CaseIterable {
  case gzip, zstd, zlib, zip, xz, bzip2, sevenZip

  init?(_ bytes: [UInt8]) {
    guard let found = Self.allCases.first(where: { $0.begins(bytes) }) else { return nil }
    self = found
  }

  /// The HTTP content coding with which this format is decoded; `nil` if it is not decoded.
  var coding: String? {
    switch self {
    case .gzip: "gzip"
    case .zlib: "deflate"
    case .zstd, .zip, .xz, .bzip2, .sevenZip: nil
    }
  }

  /// The format's name with an article, for messages.
  var name: String {
    switch self {
    case .gzip: "a gzip file"
    case .zstd: "a Zstandard file"
    case .zlib: "a zlib stream"
    case .zip: "a ZIP archive"
    case .xz: "an xz file"
    case .bzip2: "a bzip2 file"
    case .sevenZip: "a 7z archive"
    }
  }

  private func begins(_ bytes: [UInt8]) -> Bool {
    switch self {
    case .gzip: bytes.starts(with: [0x1F, 0x8B, 0x08])
    case .zstd: bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD])
    case .zlib:
      // Accepts only the four headers that zlib itself writes.
      bytes.count > 8 && bytes[0] == 0x78 && [0x01, 0x5E, 0x9C, 0xDA].contains(bytes[1])
    case .zip: bytes.starts(with: [0x50, 0x4B, 0x03, 0x04])
    case .xz: bytes.starts(with: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00])
    case .bzip2:
      bytes.count > 10 && bytes.starts(with: "BZh".utf8)
        && bytes[4...].starts(with: [0x31, 0x41, 0x59, 0x26, 0x53, 0x59])
    case .sevenZip: bytes.starts(with: [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C])
    }
  }
}
