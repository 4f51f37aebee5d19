#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The system's Brotli and Zstandard decoders, each loaded when it is first needed.
///
/// The package does not depend on these libraries. On a system without one of them, bodies with
/// that coding are not decoded.
package struct CompressionLibraries: Sendable {
  private let brotli: @Sendable () -> BrotliLibrary?
  private let zstandard: @Sendable () -> ZstandardLibrary?

  /// The libraries of the running system.
  package static let system = CompressionLibraries(
    brotli: { BrotliLibrary.system }, zstandard: { ZstandardLibrary.system })

  /// Simulates a system that has neither library; for tests.
  package static let none = CompressionLibraries(brotli: { nil }, zstandard: { nil })

  func decodeBrotli(
    _ body: [UInt8], limit: Int
  ) throws(ContentDecodingError) -> [UInt8] {
    guard let brotli = brotli() else { throw .noLibrary("br", library: BrotliLibrary.fileName) }
    return try brotli.decode(body, limit: limit)
  }

  func decodeZstandard(
    _ body: [UInt8], limit: Int
  ) throws(ContentDecodingError) -> [UInt8] {
    guard let zstandard = zstandard() else {
      throw .noLibrary("zstd", library: ZstandardLibrary.fileName)
    }
    return try zstandard.decode(body, limit: limit)
  }
}

/// A Brotli decoder, loaded at run time from Google's library `libbrotlidec`.
///
/// - Source: brotli/decode.h of Brotli 1.0.9; later versions kept these functions.
private struct BrotliLibrary: Sendable {
  typealias Create =
    @convention(c) @Sendable (OpaquePointer?, OpaquePointer?, OpaquePointer?) -> OpaquePointer?
  typealias Decode =
    @convention(c) @Sendable (
      OpaquePointer, UnsafeMutablePointer<Int>, UnsafeMutablePointer<UnsafePointer<UInt8>?>,
      UnsafeMutablePointer<Int>, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
      UnsafeMutablePointer<Int>?
    ) -> Int32
  typealias Destroy = @convention(c) @Sendable (OpaquePointer) -> Void

  #if canImport(Darwin)
    static let fileName = "libbrotlidec.1.dylib"
  #else
    static let fileName = "libbrotlidec.so.1"
  #endif

  static let system: BrotliLibrary? = {
    guard let library = SharedLibrary(fileName),
      let create = library.function("BrotliDecoderCreateInstance", as: Create.self),
      let decode = library.function("BrotliDecoderDecompressStream", as: Decode.self),
      let destroy = library.function("BrotliDecoderDestroyInstance", as: Destroy.self)
    else { return nil }
    return BrotliLibrary(create: create, decode: decode, destroy: destroy)
  }()

  let create: Create
  let decode: Decode
  let destroy: Destroy

  func decode(_ body: [UInt8], limit: Int) throws(ContentDecodingError) -> [UInt8] {
    guard let state = create(nil, nil, nil) else { throw .damaged("br") }
    defer { destroy(state) }
    var output: [UInt8] = []
    let outcome = body.withUnsafeBufferPointer { input -> Int32 in
      var (next, available) = (input.baseAddress, input.count)
      while true {
        let result = OutputChunk.append(to: &output) { chunk, capacity in
          var (place, free): (UnsafeMutablePointer<UInt8>?, Int) = (chunk, capacity)
          let result = decode(state, &available, &next, &free, &place, nil)
          return (result, written: capacity - free)
        }
        // Result 1 means end of stream, 2 more input needed, 3 more output space needed; any other
        // value is an error.
        guard result == 3, output.count <= limit else { return result }
      }
    }
    guard output.count <= limit else { throw .tooLong("br", limit: limit) }
    switch outcome {
    case 1: return output
    case 2: throw .endsEarly("br")
    default: throw .damaged("br")
    }
  }
}

/// A Zstandard decoder, loaded at run time from the library `libzstd`.
///
/// - Source: zstd.h of Zstandard 1.5, streaming decompression.
private struct ZstandardLibrary: Sendable {
  typealias Create = @convention(c) @Sendable () -> OpaquePointer?
  typealias Decode =
    @convention(c) @Sendable (OpaquePointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer)
    -> Int
  typealias IsError = @convention(c) @Sendable (Int) -> UInt32
  typealias Destroy = @convention(c) @Sendable (OpaquePointer) -> Int

  /// The C structures `ZSTD_inBuffer` and `ZSTD_outBuffer`, which have the same layout.
  struct Buffer {
    var bytes: UnsafeRawPointer?
    var count: Int
    var position = 0
  }

  #if canImport(Darwin)
    static let fileName = "libzstd.1.dylib"
  #else
    static let fileName = "libzstd.so.1"
  #endif

  static let system: ZstandardLibrary? = {
    guard let library = SharedLibrary(fileName),
      let create = library.function("ZSTD_createDStream", as: Create.self),
      let decode = library.function("ZSTD_decompressStream", as: Decode.self),
      let isError = library.function("ZSTD_isError", as: IsError.self),
      let destroy = library.function("ZSTD_freeDStream", as: Destroy.self)
    else { return nil }
    return ZstandardLibrary(create: create, decode: decode, isError: isError, destroy: destroy)
  }()

  let create: Create
  let decode: Decode
  let isError: IsError
  let destroy: Destroy

  func decode(_ body: [UInt8], limit: Int) throws(ContentDecodingError) -> [UInt8] {
    guard let stream = create() else { throw .damaged("zstd") }
    defer { _ = destroy(stream) }
    var output: [UInt8] = []
    let outcome = body.withUnsafeBytes { bytes -> Outcome in
      var input = Buffer(bytes: bytes.baseAddress, count: bytes.count)
      while true {
        let (hint, isFull) = OutputChunk.append(to: &output) { chunk, capacity in
          var free = Buffer(bytes: chunk, count: capacity)
          let hint = decode(stream, &free, &input)
          return ((hint, free.position == capacity), written: free.position)
        }
        guard isError(hint) == 0 else { return .damaged }
        // A hint of 0 marks the end of a frame; another frame may follow.
        if input.position == input.count {
          if hint == 0 { return .whole }
          if !isFull { return .endsEarly }
        }
        guard output.count <= limit else { return .whole }
      }
    }
    guard output.count <= limit else { throw .tooLong("zstd", limit: limit) }
    switch outcome {
    case .whole: return output
    case .endsEarly: throw .endsEarly("zstd")
    case .damaged: throw .damaged("zstd")
    }
  }

  private enum Outcome { case whole, endsEarly, damaged }
}

/// A temporary buffer that decoders fill, 64 KiB at a time.
private enum OutputChunk {
  private static let size = 64 << 10

  static func append<Result>(
    to output: inout [UInt8],
    _ fill: (UnsafeMutablePointer<UInt8>, Int) -> (result: Result, written: Int)
  ) -> Result {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: size) { chunk in
      guard let start = chunk.baseAddress else { preconditionFailure("an allocation has a place") }
      let (result, written) = fill(start, size)
      output.append(contentsOf: chunk[..<written])
      return result
    }
  }
}

/// A shared library that is loaded at run time and never unloaded.
private struct SharedLibrary {
  private let handle: UnsafeMutableRawPointer

  /// Loads a library by its file name; returns `nil` if the system does not have that library.
  init?(_ fileName: String) {
    guard let handle = dlopen(fileName, RTLD_NOW | RTLD_LOCAL) else { return nil }
    self.handle = handle
  }

  /// Returns the library function with this name; `nil` if the library does not export one.
  ///
  /// `type` must match the declaration in the library's header; otherwise calls are undefined
  /// behavior.
  func function<Function>(_ name: String, as type: Function.Type) -> Function? {
    guard let address = dlsym(handle, name) else { return nil }
    return withUnsafeBytes(of: address) { $0.load(as: type) }
  }
}
