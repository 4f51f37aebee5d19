import ArgumentParser
import Ghostlight
import GhostlightServer

/// The options for the host names that clients may use, and for URLs of a reverse proxy.
struct PublicAddressOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Let clients call the emulators by this host name too, *.example.com for all below one, * \
      for any. Loopback, addresses, single labels and the vendors' own hosts are always allowed.
      """, valueName: "NAME"))
  var allowHost: [String] = []

  @Option(
    name: .customLong("base-url"),
    help: ArgumentHelp(
      """
      Clients reach the emulators here, by a proxy: as in https://mac.example.com, each keeping \
      its own port, or for one of them as in stackmob=https://api.example.com; repeatable. It is \
      what is shown and what links in answers begin with; clients sign for it, and it needs no \
      --allow-host. Control has no such address.
      """, valueName: "[NAME=]URL"))
  var baseURL: [String] = []

  func validate() throws {
    guard !allowHost.contains(where: \.isEmpty) else {
      throw ValidationError("--allow-host takes a host name.")
    }
    _ = try addresses(of: nil)
  }

  /// Returns the public addresses in the options, for these emulators.
  ///
  /// `nil` accepts any name, because the services of the configuration are not known yet.
  ///
  /// - Throws: `ValidationError` if an address or a name is not valid.
  func addresses(of emulators: [Service]?) throws -> PublicAddresses {
    var addresses = PublicAddresses()
    for text in baseURL {
      let (name, url) = Self.parts(of: text)
      let address: PublicAddress
      do throws(PublicAddressError) {
        address = try PublicAddress(url)
      } catch {
        throw ValidationError("--base-url: \(error).")
      }
      if let name {
        try add(address, of: name, emulators, to: &addresses)
      } else {
        try add(address, to: &addresses)
      }
    }
    return addresses
  }

  /// Splits `name=url`; an equals sign after a colon is part of the URL.
  private static func parts(of text: String) -> (name: String?, url: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].contains(":") else { return (nil, text) }
    return (String(parts[0]), String(parts[1]))
  }

  private func add(
    _ address: PublicAddress, of name: String, _ emulators: [Service]?,
    to addresses: inout PublicAddresses
  ) throws {
    let vendors = Service.all.map(\.name)
    let services = (emulators ?? []).map(\.name).filter { !vendors.contains($0) }
    let known = vendors + services
    guard emulators == nil || known.contains(name) else {
      throw ValidationError(
        "--base-url: \"\(name)\" is none of: \(known.joined(separator: ", ")).")
    }
    guard addresses.own.updateValue(address, forKey: name) == nil else {
      throw ValidationError("--base-url: \(name) is there twice.")
    }
  }

  private func add(_ address: PublicAddress, to addresses: inout PublicAddresses) throws {
    guard address.port == nil else {
      throw ValidationError(
        "--base-url: \(address.url) cannot be all emulators: leave its port out, and each keeps "
          + "its own, or say whose it is, as in stackmob=\(address.url).")
    }
    guard addresses.base == nil else {
      throw ValidationError("--base-url: two addresses for all emulators; name them.")
    }
    addresses.base = address
  }
}
