import NIOCore
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Proxy destinations` {
  @Test(
    arguments: [
      ("api.stackmob.com:443", "api.stackmob.com", 443, false),
      ("API.StackMob.Com.:443", "api.stackmob.com", 443, false),
      ("a_b.example:65535", "a_b.example", 65535, false),
      ("127.0.0.1:80", "127.0.0.1", 80, true), ("[::1]:80", "::1", 80, true),
      ("[FE80::1]:80", "fe80::1", 80, true), ("127.1:80", "127.0.0.1", 80, true),
      ("0x08.010.257:80", "8.8.1.1", 80, true), ("[::FFFF:808:808]:80", "::ffff:8.8.8.8", 80, true),
    ] as [(String, String, Int, Bool)])
  func `hosts get one form`(_ text: String, _ host: String, _ port: Int, _ isAddress: Bool) throws {
    let destination = try #require(ProxyDestination(text))
    #expect(destination.host == host)
    #expect(destination.port == port)
    #expect(destination.isAddress == isAddress)
  }

  @Test(arguments: [
    "", ":443", "api.stackmob.com", "api.stackmob.com:", "api.stackmob.com:0",
    "api.stackmob.com:65536", "api.stackmob.com:+443", "api.stackmob.com:443:443",
    "api.stackmob.com:000443", "user@api.stackmob.com:443", "api.stackmob.com/x:443",
    "api.stackmob.com%00.evil.example:443", "api.stackmob.com\u{0}:443", "api..stackmob.com:443",
    "api.stackmob.com..:443", ".stackmob.com:443", "*.stackmob.com:443", "ａpi.stackmob.com:443",
    "api.stackmob。com:443", "[::1:80", "[]:80", "[api.stackmob.com]:443", "[127.0.0.1]:80",
    "::1:80", "[fe80::1%25lo]:80", String(repeating: "a", count: 64) + ".example:443",
    String(repeating: "a.", count: 150) + "example:443", "https://api.stackmob.com:443",
  ])
  func `any other text is not a destination`(_ text: String) {
    #expect(ProxyDestination(text) == nil)
  }

  @Test(arguments: [
    "0.0.0.0", "127.0.0.1", "127.255.255.254", "169.254.169.254", "100.100.100.200", "192.0.0.192",
    "168.63.129.16", "224.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::127.0.0.1",
    "::ffff:169.254.169.254", "64:ff9b::7f00:1", "2002:7f00:1::", "2002:a9fe:a9fe::1",
    "::ffff:0:127.0.0.1", "64:ff9b:1:7f00:0:100::", "2001:0:4136:e378::", "fe80::1", "febf::1",
    "fec0::1", "ff02::1", "fd00:ec2::254",
    "fd20:ce::254",
  ])
  func `addresses of this machine, its link or metadata are reserved`(_ text: String) throws {
    #expect(try #require(NetworkAddress(text)).isReserved)
  }

  @Test(arguments: [
    "1.1.1.1", "10.0.0.1", "192.168.1.1", "172.16.0.1", "128.0.0.1", "126.0.0.1",
    "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808", "fd00::1",
  ])
  func `addresses of other machines are not reserved`(_ text: String) throws {
    #expect(try !#require(NetworkAddress(text)).isReserved)
  }

  @Test func `each address of an interface is forbidden`() throws {
    for device in try System.enumerateDevices() {
      guard let address = device.address, address.protocol != .unix else { continue }
      #expect(ProxyDialer.isForbidden(address), "\(address)")
    }
  }
}
