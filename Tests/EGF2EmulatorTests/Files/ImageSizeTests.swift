import Testing

@testable import EGF2Emulator

@Suite struct `Sizes of images` {
  @Test(arguments: [
    (ImageSamples.png, ImageSize(width: 3, height: 258)),
    (ImageSamples.gif, ImageSize(width: 260, height: 5)),
    (ImageSamples.jpeg, ImageSize(width: 640, height: 480)),
  ])
  func `the size of an image is in its header`(_ bytes: [UInt8], _ size: ImageSize) {
    #expect(ImageSize(bytes) == size)
  }

  @Test(arguments: [ImageSamples.png, ImageSamples.gif, ImageSamples.jpeg])
  func `the size of a truncated image is not known`(_ bytes: [UInt8]) {
    for count in 0..<(bytes.count - 8) where count < 10 {
      #expect(ImageSize(Array(bytes.prefix(count))) == nil)
    }
  }

  @Test(
    arguments: [
      [], Array("bytes".utf8), [0xFF, 0xD8, 0xFF], [0xFF, 0xD8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      [0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0xFF, 0xE0, 0, 0, 0, 0, 0, 0, 0, 0],
      [0xFF, 0xD8] + Array(repeating: 0xFF, count: 40),
      [0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xFF, 0, 0, 0, 0, 0],
    ] as [[UInt8]])
  func `the size of any other file is not known`(_ bytes: [UInt8]) {
    #expect(ImageSize(bytes) == nil)
  }
}

@Suite struct `Ends of image headers` {
  @Test(arguments: [
    (ImageSamples.png, 24), (ImageSamples.gif, 10), (ImageSamples.jpeg, 23),
  ])
  func `the size is known from the last byte of its header on`(_ bytes: [UInt8], _ count: Int) {
    #expect(ImageSize(Array(bytes.prefix(count))) == ImageSize(bytes))
    #expect(ImageSize(Array(bytes.prefix(count))) != nil)
    #expect(ImageSize(Array(bytes.prefix(count - 1))) == nil)
  }

  @Test(
    arguments: (UInt8(0xBF)...0xD0).map {
      ($0, (0xC0...0xCF).contains($0) && ![0xC4, 0xC8, 0xCC].contains($0))
    })
  func `each marker of a frame and no other starts a frame`(_ marker: UInt8, _ isFrame: Bool) {
    let bytes: [UInt8] = [0xFF, 0xD8, 0xFF, marker, 0, 11, 8, 1, 2, 3, 4]
    #expect(ImageSize(bytes) == (isFrame ? ImageSize(width: 0x304, height: 0x102) : nil))
  }
}
