import Foundation
import StackMob
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Binary data conversion` {
  @Test func `the text of binary data has its type and name before the bytes`() {
    let text = SMBinaryDataConversion.string(
      forBinaryData: Data([0x89, 0x50, 0x4E, 0x47]), name: "profile_pic.png",
      contentType: "image/png")
    #expect(
      text == """
        Content-Type: image/png
        Content-Disposition: attachment; filename=profile_pic.png
        Content-Transfer-Encoding: base64

        iVBORw==
        """)
  }

  @Test(arguments: [Data(), Data([0]), Data((0...255).map { UInt8($0) })])
  func `bytes survive conversion to text and back`(_ data: Data) throws {
    let text = SMBinaryDataConversion.string(
      forBinaryData: data, name: "a file.bin", contentType: "application/octet-stream")
    #expect(try SMBinaryDataConversion.data(for: text) == data)
  }

  @Test(arguments: [
    "", "http://s3.amazonaws.com/bucket/todo/pic.png", "base64 base64 AAAA", "base64\n\n!!!!",
  ])
  func `an invalid text of binary data is rejected`(_ text: String) {
    #expect {
      try SMBinaryDataConversion.data(for: text)
    } throws: { error in
      (error as? SMException)?.name == "SMExceptionIncompatibleObject"
    }
  }

  @Test(arguments: [
    ("http://s3.amazonaws.com/bucket/todo/pic.png", true),
    ("Content-Type: image/png\nContent-Transfer-Encoding: base64\n\nAAAA", false),
  ])
  func `binary text is distinguished from the URL of bytes`(_ text: String, _ isURL: Bool) {
    #expect(SMBinaryDataConversion.stringContainsURL(text) == isURL)
  }
}
