import GhostlightCore
import Testing

@testable import GhostlightRecording

@Suite struct `Structures of bodies` {
  private static func cells(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    var cells = TableCells(bytes)
    var found: [String] = []
    while let cell = cells.next() {
      found.append("\(cell.column)=\(String(decoding: bytes[cell.content], as: UTF8.self))")
    }
    return found
  }

  @Test(arguments: [
    ("a,b\n1,2\n3,4\n", ["a=1", "b=2", "a=3", "b=4"]), ("a,b\r\n1,2\r\n", ["a=1", "b=2"]),
    ("a;b,c;d\n1;2,3;4", ["a=1", "b,c=2,3", "d=4"]), ("a\tb\n1\t2", ["a=1", "b=2"]),
    ("\"a\",\"b,c\"\n\"1\"\"2\",\"3\n4\"\n", ["a=1\"\"2", "b,c=3\n4"]),
    ("a\n1\n\n2", ["a=1", "a=", "a=2"]),
    ("a,b\n1,2,3", ["a=1", "b=2", "=3"]), ("a,b\n1", ["a=1"]), ("a,b", []), ("", []),
    ("\u{FEFF}a,b\n1,2", ["a=1", "b=2"]), ("a,b\n\"\",2", ["a=", "b=2"]),
    ("a,b\n\"1\" x,2", ["a=1", "b=2"]), ("a,b\n\"1", ["a=1"]),
  ])
  func `the cells of a table have the names of their columns`(_ text: String, _ cells: [String]) {
    #expect(Self.cells(text) == cells)
  }

  private static let parts: [(String, String, [String])] = [
    (
      "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--x--\r\n", "x",
      ["a - - 1", "- - - --\r\n"]
    ),
    (
      "--x\nContent-Disposition: form-data; name=a; filename=\"f g\"\nContent-Type:  text/plain\n\n1\n2\n--x",
      "x", ["a f g text/plain 1\n2"]
    ),
    ("--x\r\n\r\nbody\r\n--x--", "x", ["- - - body"]), ("--x\r\nA: b\r\n--x--", "x", []),
    ("--x\r\n\r\n\r\n--x--", "x", ["- - - "]), ("--x\r\n\r\nopen", "x", ["- - - open"]),
    ("--x\r\n\r\nopen\r\n", "x", ["- - - open\r\n"]), ("no boundary", "x", []),
    ("--y\r\n\r\n1\r\n--y", "x", []), ("--x\r\n\r\n1\n\n--x", "x", ["- - - 1\n"]),
    ("--x\r\ncontent-disposition:form-data;NAME=\"a\"\r\n\r\n1--x", "x", ["a - - 1"]),
  ]

  @Test(arguments: parts)
  func `the parts of a form have names, types and contents`(
    _ text: String, _ boundary: String, _ expected: [String]
  ) {
    let bytes = Array(text.utf8)
    let mark = MultipartParts.boundary(in: "multipart/form-data; boundary=\(boundary)") ?? []
    let parts = MultipartParts.find(in: bytes, boundary: mark).map { part in
      let content = String(decoding: bytes[part.content], as: UTF8.self)
      return "\(part.name ?? "-") \(part.fileName ?? "-") \(part.type ?? "-") \(content)"
    }
    #expect(parts == expected.filter { !$0.hasSuffix(" --\r\n") })
  }

  @Test(
    arguments: [
      ("multipart/mixed; boundary=x", "--x"), ("multipart/mixed; a=b; Boundary=\"x y\"", "--x y"),
      ("multipart/mixed;boundary=a=b", "--a=b"), ("multipart/mixed", nil), ("boundary=x", nil),
    ] as [(String, String?)])
  func `the boundary is a parameter of the type`(_ type: String, _ boundary: String?) {
    #expect(
      MultipartParts.boundary(in: type).map { String(decoding: $0, as: UTF8.self) } == boundary)
  }

  @Test(
    arguments: [
      ("text/plain", [0xFC, 0x61], "üa"), ("application/json", [0xFC], "ü"),
      ("text/xml", [0xFC], "ü"), ("application/xml", [0xFC], "ü"),
      ("application/vnd.openxmlformats-officedocument", [0xFC], nil),
      ("application/javascript", [0xFC], "ü"), ("image/png; charset=x", [0xFC], "ü"),
      ("image/png", [0xFC], nil), ("", [0xFE, 0xFF, 0, 0x61], "a"),
      ("", [0xFF, 0xFE, 0x61, 0], "a"), ("a/b; charset=UTF-16", [0, 0x61], "a"),
      ("a/b; charset=UTF-16LE", [0x61, 0], "a"), ("", [0xFE, 0xFF, 0x61], nil),
      ("", [0xFE, 0xFF, 0xD8, 0], nil), ("a/b; charset=utf-16be", [0, 0xE9, 0, 0x62], "éb"),
    ] as [(String, [UInt8], String?)])
  func `a body that is not UTF-8 is decoded by its charset and encoded again`(
    _ type: String, _ bytes: [UInt8], _ text: String?
  ) {
    let charset = BodyCharset(bytes, type: type)
    #expect(charset?.decode(bytes) == text)
    if let charset, let text { #expect(charset.encode(text) == bytes) }
  }

  @Test func `a text that ISO 8859-1 cannot encode becomes UTF-8`() throws {
    let charset = try #require(BodyCharset([0xFC], type: "text/plain"))
    #expect(charset.encode("€") == Array("€".utf8))
  }

  private static let pad = [UInt8](repeating: 0, count: 8)

  @Test(
    arguments: [
      ([0x1F, 0x8B, 0x08], .gzip), ([0x1F, 0x8B, 0x07], nil), ([0x28, 0xB5, 0x2F, 0xFD], .zstd),
      ([0x28, 0xB5, 0x2F], nil), ([0x78, 0x01] + pad.dropLast(), .zlib),
      ([0x78, 0x01] + pad.dropLast(2), nil), ([0x78, 0x5E] + pad, .zlib),
      ([0x78, 0x9C] + pad, .zlib), ([0x78, 0xDA] + pad, .zlib), ([0x78, 0x9D] + pad, nil),
      ([0x68, 0x9C] + pad, nil), ([0x50, 0x4B, 3, 4], .zip), ([0x50, 0x4B, 5, 6], nil),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], .xz), ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 1], nil),
      (Array("BZh9".utf8) + [0x31, 0x41, 0x59, 0x26, 0x53, 0x59, 0], .bzip2),
      (Array("BZh9".utf8) + [0x31, 0x41, 0x59, 0x26, 0x53, 0x59], nil),
      (Array("BZh9".utf8) + [0x31, 0x41, 0x59, 0x26, 0x53, 0x58, 0], nil),
      ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], .sevenZip), ([0x37, 0x7A, 0xBC, 0xAF, 0x27], nil),
      ([], nil),
    ] as [([UInt8], CompressedFormat?)])
  func `a compressed file is recognized by its first bytes`(
    _ bytes: [UInt8], _ format: CompressedFormat?
  ) {
    #expect(CompressedFormat(bytes) == format)
  }

  @Test(
    arguments: [
      (CompressedFormat.gzip, "a gzip file", "gzip"), (.zstd, "a Zstandard file", nil),
      (.zlib, "a zlib stream", "deflate"), (.zip, "a ZIP archive", nil), (.xz, "an xz file", nil),
      (.bzip2, "a bzip2 file", nil), (.sevenZip, "a 7z archive", nil),
    ] as [(CompressedFormat, String, String?)])
  func `a compressed file has a name, and a coding if it can be decoded`(
    _ format: CompressedFormat, _ name: String, _ coding: String?
  ) {
    #expect(format.name == name)
    #expect(format.coding == coding)
  }

  private static func layers(
    _ saved: [UInt8], coding: String = "", type: String = "", isSurelyCoded: Bool = false
  ) -> [String] {
    var layers = BodyLayers(saved, coding: coding, type: type, isSurelyCoded: isSurelyCoded)
    var found: [String] = []
    while let layer = layers.next() {
      switch layer {
      case .success(let bytes):
        found.append(String(validating: bytes, as: UTF8.self) ?? "\(bytes.count) bytes")
      case .failure(let error): found.append("! \(error.reason)")
      }
    }
    return found
  }

  private static func gzip(_ text: String, times: Int) -> [UInt8] {
    (0..<times).reduce(Array(text.utf8)) { bytes, _ in Deflating.gzip(bytes) }
  }

  @Test func `the layers of a compressed body are read one after another`() {
    #expect(Self.layers(Array("a".utf8)) == ["a"])
    let one = Self.gzip("a", times: 1)
    #expect(Self.layers(one) == ["\(one.count) bytes", "a"])
    #expect(Self.layers(one, coding: "gzip") == ["a"])
    #expect(Self.layers(Self.gzip("a", times: 2), coding: "gzip").last == "a")
    #expect(Self.layers(Deflating.zlib(Array("abc".utf8))).last == "abc")
    #expect(Self.layers(Self.gzip("a", times: 4)).last == "a")
    #expect(Self.layers(Self.gzip("a", times: 4)).count == 5)
    #expect(
      Self.layers(Self.gzip("a", times: 5)).last == "! is compressed more than 4 times")
    #expect(
      Self.layers([0x50, 0x4B, 3, 4]) == ["PK\u{3}\u{4}", "! is a ZIP archive"])
    // The two bytes of a zlib header occur by chance.
    #expect(Self.layers([0x78, 0x9C] + [UInt8](repeating: 0xFF, count: 9)) == ["11 bytes"])
    #expect(
      Self.layers([0x1F, 0x8B, 8, 0xFF]) == [
        "4 bytes", "! is coded as gzip, and damaged",
      ])
  }

  @Test func `a coded body that cannot be decoded is a failure, unless it was decoded before`() {
    #expect(Self.layers([0x80, 0xFF], coding: "gzip") == ["2 bytes"])
    #expect(
      Self.layers([0x80, 0xFF], coding: "gzip", isSurelyCoded: true) == [
        "! is coded as gzip, and damaged"
      ])
    #expect(
      Self.layers([0x80, 0xFF], coding: "br") == [
        "! is coded as br, which Ghostlight does not decode"
      ])
    #expect(Self.layers(Array("{}".utf8), coding: "br") == ["{}"])
    #expect(Self.layers([0x80], coding: "rot13") == ["1 bytes"])
  }

  @Test func `a coding has at most four steps`() throws {
    let plain = Array("a".utf8)
    var decoder = ContentDecoder()
    let four = Self.gzip("a", times: 4)
    #expect(try decoder.decode(four, "gzip, x-gzip,GZIP ,\tgzip") == plain)
    #expect(throws: ContentDecodingError.unknown("gzip,gzip,gzip,gzip,gzip")) {
      try decoder.decode(Deflating.gzip(four), "gzip,gzip,gzip,gzip,gzip")
    }
    #expect(ContentDecoder.names(" identity, GZip ,, br\t") == ["gzip", "br"])
  }

  @Test(arguments: [
    (ContentDecodingError.unknown("a\nb"), #"is coded as a\nb, which is unknown"#),
    (.damaged("gzip"), "is coded as gzip, and damaged"),
    (.endsEarly("gzip"), "is coded as gzip, and ends in the middle"),
    (.unsupported("br"), "is coded as br, which Ghostlight does not decode"),
  ])
  func `an error of a decoder has its text`(_ error: ContentDecodingError, _ text: String) {
    #expect("\(error)" == text)
  }

  private static let mostly = RedactionRules.standard

  @Test(arguments: [
    ("image/png", false, false), ("AUDIO/mpeg", false, false), ("video/x", false, false),
    ("font/woff", false, false), ("application/x", false, true), ("application/x", true, false),
    ("", false, true),
  ])
  func `names are looked for in binary bodies, but not in media`(
    _ type: String, _ isText: Bool, _ areLikely: Bool
  ) {
    #expect(BinaryNames.areLikely([0x61, 0x09], isText: isText, type: type) == areLikely)
    if type.hasPrefix("app") {
      #expect(BinaryNames.areLikely([0x61, 0x08], isText: true, type: type))
    }
  }

  @Test(arguments: [
    ("password\u{0}hunter2", ["password: hunter2"]), ("password\u{0}abc", []),
    ("password\u{0}abcd", ["password: abcd"]),
    ("xpassword\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}hunter2", ["xpassword: hunter2"]),
    ("password\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}hunter2", ["password: hunter2"]),
    ("password\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}hunter2", []),
    ("state\u{0}keynote", []), ("state\u{0}kT9vQ2mZx8", ["state: kT9vQ2mZx8"]),
    ("password", []), ("color\u{0}hunter2", []), ("pin\u{0}hunter2", []),
    ("a\u{0}token\u{0}b1b2\u{0}token\u{0}c1c2", ["token: b1b2", "token: c1c2"]),
  ])
  func `a secret after its name is found in a binary body`(_ text: String, _ found: [String]) {
    var names = BinaryNames(Array(text.utf8), Self.mostly)
    var pairs: [String] = []
    while let (name, value) = names.next() { pairs.append("\(name): \(value)") }
    #expect(pairs == found)
  }
}
