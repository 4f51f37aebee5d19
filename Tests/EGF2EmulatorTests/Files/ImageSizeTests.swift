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
