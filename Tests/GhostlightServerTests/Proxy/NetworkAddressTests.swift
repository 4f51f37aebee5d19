import NIOCore
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Network addresses` {
  /// Forms of 127.0.0.1 that a resolver, a URL or a browser accepts.
  static let loopback = [
    "127.0.0.1", "127.0.0.1.", "[127.0.0.1]", "127.1", "127.0.1", "0177.0.0.1", "0177.1", "0x7f.1",
    "0X7F.0.0.1", "0x7f.0x0.0x0.0x1", "0x7f000001", "0X7F000001", "2130706433", "017700000001",
    "00000177.1", "127.0x0.1", "１２７.０.０.１", "127。0。0。1", "127．0．0．1", "127｡0｡0｡1",
    "２１３０７０６４３３", "０ｘ７ｆ．１",
  ]

  @Test(arguments: loopback)
  func `each spelling of loopback is parsed to the same IPv4 address`(_ text: String) {
    #expect(NetworkAddress(spelling: text)?.bytes == [127, 0, 0, 1])
    #expect(NetworkAddress(spelling: text)?.text == "127.0.0.1")
  }

  @Test(
    arguments: [
      "::1": "::1", "[::1]": "::1", "0:0:0:0:0:0:0:1": "::1", "::0001": "::1", "[::1%lo]": "::1",
      "fe80::1%eth0": "fe80::1", "[FE80::1%25eth0]": "fe80::1", "::ffff:7f00:1": "::ffff:127.0.0.1",
      "[::FFFF:127.0.0.1%1]": "::ffff:127.0.0.1", "：：１": "::1",
    ])
  func `IPv6 addresses are parsed with brackets and scopes`(_ row: (key: String, value: String)) {
    #expect(NetworkAddress(spelling: row.key)?.text == row.value)
  }

  @Test(arguments: [
    "", ".", "a", "localhost", "1.2.3.4.5", "1..2", ".1", "256.1.1.1", "1.256.1.1", "1.1.65536",
    "1.16777216", "4294967296", "0x100000000", "040000000000", "0x", "08", "-1", "+1", "0x-1",
    "1.2.3.+4", "0x7g", "127.0.0.1%lo", "::1::", "1:2", "99999999999999999999999", "0x7f.1.example",
  ])
  func `other texts are not parsed as addresses`(_ text: String) {
    #expect(NetworkAddress(spelling: text) == nil)
  }

  /// Forms of an IPv4 address inside an IPv6 address; `A` and `B` are its two halves.
  static let wrappings = [
    "::ffff:A:B", "::A:B", "::ffff:0:A:B", "64:ff9b::A:B", "64:ff9b:1::A:B", "2002:A:B::",
    "2002:A:B:1:2:3:4:5", "2001:db8::5efe:A:B", "fe80::200:5efe:A:B", "2001:0:A:B:1:2:3:4",
  ]

  @Test(arguments: wrappings)
  func `an IPv4 address is found inside an IPv6 address`(_ form: String) throws {
    let text = form.replacing("A", with: "c633").replacing("B", with: "6407")
    let inner = try #require(NetworkAddress("198.51.100.7"))
    #expect(try #require(NetworkAddress(text)).meanings.contains(inner))
    let loopback = form.replacing("A", with: "7f00").replacing("B", with: "0001")
    #expect(try #require(NetworkAddress(loopback)).isReserved)
  }

  @Test func `an IPv4 address is found in the inverted bits of Teredo`() throws {
    let inner = try #require(NetworkAddress("198.51.100.7"))
    let teredo = try #require(NetworkAddress("2001:0:5ef5:79fb:0:59b:39cc:9bf8"))
    #expect(teredo.meanings.contains(inner))
  }

  @Test(arguments: [48, 56, 64, 96])
  func `an IPv4 address is found after a NAT64 prefix of any length`(_ length: Int) throws {
    // RFC 6052, section 2.2: byte 8 is never part of the IPv4 address.
    let texts = [
      48: "64:ff9b:1:c633:64:700::", 56: "64:ff9b:1:c6:33:6407::", 64: "64:ff9b:1:0:c6:3364:700:0",
      96: "64:ff9b:1::198.51.100.7",
    ]
    let inner = try #require(NetworkAddress("198.51.100.7"))
    let address = try #require(NetworkAddress(texts[length] ?? ""))
    #expect(address.meanings.contains(inner))
  }

  @Test(arguments: [
    "localhost", "LOCALHOST", "LocalHost.", "ｌｏｃａｌｈｏｓｔ", "localhost。", "a.localhost",
    "a.b.LOCALHOST.",
    "localhost.localdomain", "ip6-localhost", "ip6-loopback", "metadata.google.internal.",
  ])
  func `names of this machine are local in any spelling`(_ name: String) {
    #expect(HostSpelling.isLocal(name))
  }

  @Test(arguments: ["localhost4.example", "notlocalhost", "localhosta", "a.localhost.example", ""])
  func `other names are not local`(_ name: String) { #expect(!HostSpelling.isLocal(name)) }

  @Test func `the addresses of this machine are those of its interfaces`() throws {
    let own = try #require(NetworkAddress.ofThisMachine())
    for device in try System.enumerateDevices() {
      guard let address = device.address.flatMap({ NetworkAddress($0) }) else { continue }
      #expect(own.isSuperset(of: address.meanings))
    }
  }
}
