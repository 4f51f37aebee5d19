/// Decodes data that is compressed with DEFLATE, raw or in a zlib or gzip wrapper.
///
/// Callers must limit the output, because one byte of input can produce 1,032 bytes.
///
/// - Source: RFC 1950 (zlib), RFC 1951 (DEFLATE), RFC 1952 (gzip).
package struct Inflater {
  /// The wrapper in which the compressed data is stored.
  package enum Format: Sendable, Hashable, CaseIterable {
    /// DEFLATE data without a wrapper.
    case raw
    /// Two bytes precede the data, and an Adler-32 checksum follows it.
    case zlib
    /// One or more members, each with a header, a CRC-32 checksum and the data's length.
    case gzip
  }

  private var bits: BitReader
  private var output: [UInt8] = []
  private let limit: Int
  /// The number of bytes that were passed on, and are no longer in `output`.
  private var passed = 0
  /// Called with the output, except for the bytes to which later ones can refer; `nil` to keep all.
  private var pass: ((ArraySlice<UInt8>) -> Void)?

  /// Decodes compressed data; bytes after its end are ignored.
  ///
  /// - Throws: ``InflateError`` if the data is damaged or incomplete, if a checksum is wrong, or if
  ///   the output would exceed `limit` bytes.
  package static func inflate(
    _ input: ArraySlice<UInt8>, _ format: Format = .raw, limit: Int
  ) throws(InflateError) -> [UInt8] {
    var inflater = Inflater(bits: BitReader(input), limit: limit)
    switch format {
    case .raw: try inflater.blocks()
    case .zlib: try inflater.zlib()
    case .gzip:
      repeat { try inflater.member() } while inflater.bits.rest.starts(with: [0x1F, 0x8B])
    }
    return inflater.output
  }

  /// Decodes compressed data without a wrapper, and calls `body` with the output piece by piece.
  ///
  /// It needs half a megabyte of memory, whatever the size of the output.
  ///
  /// - Throws: ``InflateError`` as the function that returns the output; `body` has been called with
  ///   the output before the damage.
  package static func inflate(
    _ input: ArraySlice<UInt8>, limit: Int, _ body: (ArraySlice<UInt8>) -> Void
  ) throws(InflateError) {
    try withoutActuallyEscaping(body) { pass throws(InflateError) in
      var inflater = Inflater(bits: BitReader(input), limit: limit, pass: pass)
      try inflater.blocks()
      pass(inflater.output[...])
    }
  }

  private init(bits: BitReader, limit: Int, pass: ((ArraySlice<UInt8>) -> Void)? = nil) {
    self.bits = bits
    self.limit = max(0, limit)
    self.pass = pass
    let piece = pass == nil ? Int.max : Self.pieceSize
    output.reserveCapacity(min(self.limit, 4 * bits.rest.count, piece))
  }

  private mutating func zlib() throws(InflateError) {
    let header = try bits.readBits(8) << 8 | bits.readBits(8)
    // The compression method must be 8 (DEFLATE), with a window of at most 32 KiB and no preset
    // dictionary.
    guard header >> 8 & 0x0F == 8, header >> 12 <= 7, header.isMultiple(of: 31), header & 0x20 == 0
    else { throw .damaged }
    try blocks()
    bits.align()
    let checksum = try bits.readBigEndian()
    guard checksum == Checksum.adler32(output[...]) else { throw .wrongChecksum }
  }

  private mutating func member() throws(InflateError) {
    guard try bits.readBits(8) == 0x1F, try bits.readBits(8) == 0x8B, try bits.readBits(8) == 8
    else {
      throw .damaged
    }
    let flags = try bits.readBits(8)
    // A reserved flag may announce a header field that would be mistaken for data.
    guard flags & 0xE0 == 0 else { throw .damaged }
    for _ in 0..<6 { _ = try bits.readBits(8) }
    if flags & 0x04 != 0 {
      for _ in 0..<(try bits.readBits(16)) { _ = try bits.readBits(8) }
    }
    for flag in [0x08, 0x10] where flags & flag != 0 {
      while try bits.readBits(8) != 0 {}
    }
    if flags & 0x02 != 0 { _ = try bits.readBits(16) }
    let start = output.count
    try blocks()
    bits.align()
    let checksum = try bits.readLittleEndian()
    let length = try bits.readLittleEndian()
    guard length == UInt32(truncatingIfNeeded: output.count - start),
      checksum == Checksum.crc32(output[start...])
    else { throw .wrongChecksum }
  }

  private mutating func blocks() throws(InflateError) {
    while true {
      let isLast = try bits.readBits(1) == 1
      switch try bits.readBits(2) {
      case 0: try stored()
      case 1: try block(Self.fixedLiterals, Self.fixedDistances)
      case 2: try dynamic()
      default: throw .damaged
      }
      if isLast { return }
    }
  }

  private mutating func stored() throws(InflateError) {
    bits.align()
    let length = try bits.readBits(16)
    guard try bits.readBits(16) == ~length & 0xFFFF else { throw .damaged }
    guard passed + output.count + length <= limit else { throw .tooLong(limit: limit) }
    output += try bits.readBytes(length)
    passPiece()
  }

  private mutating func dynamic() throws(InflateError) {
    let literals = try bits.readBits(5) + 257
    let distances = try bits.readBits(5) + 1
    let count = try bits.readBits(4) + 4
    var codeLengths = [UInt8](repeating: 0, count: 19)
    for index in 0..<count { codeLengths[Self.order[index]] = UInt8(try bits.readBits(3)) }
    let code = try PrefixCode(codeLengths[...])
    var lengths: [UInt8] = []
    while lengths.count < literals + distances {
      switch try code.symbol(&bits) {
      case let length where length < 16: lengths.append(UInt8(length))
      case 16:
        guard let last = lengths.last else { throw .damaged }
        lengths += repeatElement(last, count: try bits.readBits(2) + 3)
      case 17: lengths += repeatElement(0, count: try bits.readBits(3) + 3)
      default: lengths += repeatElement(0, count: try bits.readBits(7) + 11)
      }
    }
    guard lengths.count == literals + distances else { throw .damaged }
    try block(try PrefixCode(lengths[..<literals]), try PrefixCode(lengths[literals...]))
  }

  private mutating func block(
    _ literals: PrefixCode, _ distances: PrefixCode
  ) throws(InflateError) {
    while true {
      if output.capacity - output.count < Self.longestMatch { makeRoom() }
      let symbol = try literals.symbol(&bits)
      if symbol < 256 {
        guard passed + output.count < limit else { throw .tooLong(limit: limit) }
        output.append(UInt8(symbol))
        continue
      }
      guard symbol != 256 else { return }
      guard symbol < 286 else { throw .damaged }
      let length =
        Self.lengthBase[symbol - 257] + (try bits.readBits(Self.lengthBits[symbol - 257]))
      let code = try distances.symbol(&bits)
      guard code < 30 else { throw .damaged }
      let distance = Self.distanceBase[code] + (try bits.readBits(Self.distanceBits[code]))
      guard distance <= output.count else { throw .damaged }
      guard passed + output.count + length <= limit else { throw .tooLong(limit: limit) }
      let start = output.count - distance
      for offset in 0..<length { output.append(output[start + offset]) }
    }
  }

  /// Passes on a piece of the output, if it is large enough.
  private mutating func passPiece() {
    guard let pass, output.count >= Self.pieceSize - Self.longestMatch else { return }
    let count = output.count - Self.window
    pass(output[..<count])
    output.removeSubrange(..<count)
    passed += count
  }

  /// Reserves capacity for the longest match.
  ///
  /// An array doubles its capacity when it grows; this method stays close to the limit.
  private mutating func makeRoom() {
    passPiece()
    let most = min(limit, .max - Self.longestMatch) + Self.longestMatch
    output.reserveCapacity(min(max(2 * output.count, 1 << 12), most))
  }

  private static let longestMatch = 258
  /// The largest distance of a match.
  private static let window = 1 << 15
  private static let pieceSize = 1 << 18
  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  private static let lengthBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let lengthBase = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]
  private static let distanceBits = (0..<30).map { max(0, $0 / 2 - 1) }
  private static let distanceBase = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049,
    3073, 4097, 6145, 8193, 12289, 16385, 24577,
  ]
  private static let fixedLiterals = PrefixCode(
    trusted: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  private static let fixedDistances = PrefixCode(trusted: [UInt8](repeating: 5, count: 30))
}

/// The reason why compressed data cannot be decoded.
package enum InflateError: Error, Sendable, Hashable {
  /// The data is not valid DEFLATE, zlib or gzip data.
  case damaged
  /// The input ends before the compressed data does.
  case endsEarly
  /// The output's checksum or length differs from the one stored with the data.
  case wrongChecksum
  /// The output would have more bytes than the limit.
  case tooLong(limit: Int)
}

/// Reads bits from bytes, least significant bit first.
private struct BitReader {
  private let input: ArraySlice<UInt8>
  private var position: Int
  /// The bits that were read ahead; the lowest bit is the next one.
  private(set) var ahead: UInt64 = 0
  private(set) var count = 0

  init(_ input: ArraySlice<UInt8>) {
    self.input = input
    position = input.startIndex
  }

  /// The remaining bytes; valid only at a byte boundary.
  var rest: ArraySlice<UInt8> { input[(position - count / 8)...] }

  /// Reads ahead as many whole bytes as fit.
  mutating func fill() {
    while count <= 48, position < input.endIndex {
      ahead |= UInt64(input[position]) << UInt64(count)
      position += 1
      count += 8
    }
  }

  mutating func readBits(_ wanted: Int) throws(InflateError) -> Int {
    if count < wanted { fill() }
    guard count >= wanted else { throw .endsEarly }
    let value = Int(ahead & (1 << UInt64(wanted) - 1))
    drop(wanted)
    return value
  }

  mutating func drop(_ number: Int) {
    ahead >>= UInt64(number)
    count -= number
  }

  /// Skips to the start of the next byte.
  mutating func align() { drop(count % 8) }

  mutating func readLittleEndian() throws(InflateError) -> UInt32 {
    UInt32(try readBits(32))
  }

  mutating func readBigEndian() throws(InflateError) -> UInt32 {
    try readLittleEndian().byteSwapped
  }

  /// Returns whole bytes; call it only at a byte boundary.
  mutating func readBytes(_ wanted: Int) throws(InflateError) -> ArraySlice<UInt8> {
    position -= count / 8
    (ahead, count) = (0, 0)
    guard input.endIndex - position >= wanted else { throw .endsEarly }
    defer { position += wanted }
    return input[position..<position + wanted]
  }
}

/// A prefix code; short code words are looked up in a table, long ones are searched bit by bit.
private struct PrefixCode {
  private static let tableBits = 10
  private static let longest = 15

  /// The symbol and code length for each possible value of the next ten bits.
  ///
  /// An entry is 0 if no code word, or only a longer one, starts with these bits.
  private var table = [UInt16](repeating: 0, count: 1 << tableBits)
  /// The number of code words of each length.
  private var counts = [Int](repeating: 0, count: longest + 1)
  /// The symbols, ordered by their code words.
  private var symbols: [UInt16] = []

  /// Creates a code from the length of each symbol's code word, in bits.
  ///
  /// - Throws: ``InflateError/damaged`` if there are more code words than these lengths allow.
  init(_ lengths: ArraySlice<UInt8>) throws(InflateError) {
    self.init(trusted: Array(lengths))
    var left = 1
    for length in 1...Self.longest {
      left = left * 2 - counts[length]
      guard left >= 0 else { throw .damaged }
    }
  }

  init(trusted lengths: [UInt8]) {
    for length in lengths where length > 0 { counts[Int(length)] += 1 }
    var next = [Int](repeating: 0, count: Self.longest + 2)
    var places = [Int](repeating: 0, count: Self.longest + 2)
    for length in 1...Self.longest {
      next[length + 1] = (next[length] + counts[length]) << 1
      places[length + 1] = places[length] + counts[length]
    }
    symbols = [UInt16](repeating: 0, count: places[Self.longest + 1])
    for (symbol, length) in lengths.enumerated() where length > 0 {
      let length = Int(length)
      symbols[places[length]] = UInt16(symbol)
      places[length] += 1
      let word = next[length]
      next[length] += 1
      guard length <= Self.tableBits, word < 1 << length else { continue }
      let reversed = (0..<length).reduce(0) { $0 | (word >> $1 & 1) << (length - 1 - $1) }
      for index in stride(from: reversed, to: table.count, by: 1 << length) {
        table[index] = UInt16(symbol) << 4 | UInt16(length)
      }
    }
  }

  func symbol(_ bits: inout BitReader) throws(InflateError) -> Int {
    if bits.count < Self.longest { bits.fill() }
    let entry = table[Int(bits.ahead) & (table.count - 1)]
    let length = Int(entry & 0xF)
    guard length == 0 else {
      guard length <= bits.count else { throw .endsEarly }
      bits.drop(length)
      return Int(entry >> 4)
    }
    return try walk(&bits)
  }

  /// Reads a symbol bit by bit; code words of the same length are consecutive numbers.
  private func walk(_ bits: inout BitReader) throws(InflateError) -> Int {
    var (word, first, place) = (0, 0, 0)
    for length in 1...Self.longest {
      guard length <= bits.count else { throw .endsEarly }
      word |= Int(bits.ahead >> UInt64(length - 1) & 1)
      if word - first < counts[length] {
        bits.drop(length)
        return Int(symbols[place + word - first])
      }
      place += counts[length]
      first = (first + counts[length]) << 1
      word <<= 1
    }
    throw .damaged
  }
}
