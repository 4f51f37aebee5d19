import GhostlightCore

/// Takes content codings off bodies: `gzip`, `deflate`, and `br` and `zstd` where the system can.
///
/// What it gives is bounded, body by body and in total, since a few bytes can stand for gigabytes.
///
/// - Source: RFC 9110, section 8.4.1; RFC 7932 (br); RFC 8878 (zstd).
package struct ContentDecoder: Sendable {
  /// How many bytes a decoded body may have.
  private let limit: Int
  /// The number of bytes that all bodies may have together.
  private let total: Int
  /// The rest of ``total``.
  private var budget: Int
  private let libraries: CompressionLibraries

  /// Creates a decoder for bodies of up to 128 MiB and 512 MiB in total, unless the caller says
  /// otherwise.
  package init(
    limit: Int = 128 << 20, total: Int = 512 << 20, libraries: CompressionLibraries = .system
  ) {
    self.limit = limit
    self.total = total
    budget = total
    self.libraries = libraries
  }

  /// The body without the codings that a `Content-Encoding` lists, the last of them taken off first.
  ///
  /// - Throws: ``ContentDecodingError`` for the first that cannot be taken off.
  package mutating func decode(
    _ body: [UInt8], _ codings: String
  ) throws(ContentDecodingError) -> [UInt8] {
    let names = Self.names(codings)
    guard names.count <= Self.mostCodings else { throw .unknown(codings) }
    var body = body
    for name in names.reversed() {
      do throws(ContentDecodingError) {
        body = try take(name, off: body)
      } catch {
        guard case .tooLong(_, let most) = error, most < limit else { throw error }
        throw .tooLongTogether(name, limit: total)
      }
      budget -= body.count
    }
    return body
  }

  /// The codings that a `Content-Encoding` lists, without `identity`.
  package static func names(_ codings: String) -> [String] {
    codings.split(separator: ",")
      .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
      .filter { !$0.isEmpty && $0 != "identity" }
  }

  /// No server codes a body more often.
  private static let mostCodings = 4

  private func take(
    _ name: String, off body: [UInt8]
  ) throws(ContentDecodingError) -> [UInt8] {
    let limit = min(limit, max(0, budget))
    switch name {
    case "gzip", "x-gzip": return try inflate(body, .gzip, limit, name)
    case "deflate":
      // The coding is zlib's; some servers leave out its wrapper, and all clients take that.
      let isWrapped =
        body.count > 1 && body[0] & 0x0F == 8
        && (Int(body[0]) << 8 | Int(body[1])).isMultiple(of: 31)
      return try inflate(body, isWrapped ? .zlib : .raw, limit, name)
    case "br": return try libraries.decodeBrotli(body, limit: limit)
    case "zstd": return try libraries.decodeZstandard(body, limit: limit)
    default: throw .unknown(name)
    }
  }

  private func inflate(
    _ body: [UInt8], _ format: Inflater.Format, _ limit: Int, _ name: String
  ) throws(ContentDecodingError) -> [UInt8] {
    do throws(InflateError) {
      return try Inflater.inflate(body[...], format, limit: limit)
    } catch {
      switch error {
      case .tooLong: throw .tooLong(name, limit: limit)
      case .damaged, .wrongChecksum: throw .damaged(name)
      case .endsEarly: throw .endsEarly(name)
      }
    }
  }
}

/// Why a body keeps its content coding.
package enum ContentDecodingError: Error, Sendable, Hashable {
  /// Nothing here knows the coding.
  case unknown(String)
  /// The bytes are not of the coding.
  case damaged(String)
  /// The body was cut off, or is a part of one.
  case endsEarly(String)
  /// It would have more bytes than allowed.
  case tooLong(String, limit: Int)
  /// It and the bodies before it would have more bytes together than allowed.
  case tooLongTogether(String, limit: Int)
  /// The library that could decode it is not there.
  case noLibrary(String, library: String)
}

extension ContentDecodingError: CustomStringConvertible {
  /// What comes after "the body ": `is coded as br, and this system has no libbrotlidec.so.1`.
  package var description: String {
    switch self {
    case .unknown(let name): "is coded as \(HARError.shorten(name)), which is unknown"
    case .damaged(let name): "is coded as \(name), and damaged"
    case .endsEarly(let name): "is coded as \(name), and ends in the middle"
    case .tooLong(let name, let limit):
      "is coded as \(name), and would have more than \(limit) bytes"
    case .tooLongTogether(let name, let limit):
      "is coded as \(name), and would have more than \(limit) bytes with the bodies before it"
    case .noLibrary(let name, let library):
      "is coded as \(name), and this system has no \(library)"
    }
  }
}
