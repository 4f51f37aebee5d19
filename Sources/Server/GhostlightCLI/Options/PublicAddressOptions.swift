import ArgumentParser
import Ghostlight
import GhostlightCore
import GhostlightServer

/// The options for the host names that clients may use, and for URLs of a reverse proxy.
struct PublicAddressOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Accept requests for this host name, such as *.example.com, or * for all.",
      valueName: "NAME"))
  var allowHost: [String] = []

  @Option(
    name: .customLong("base-url"),
    help: ArgumentHelp(
      "The URL at which clients reach the emulators through a proxy.", valueName: "URL"))
  var baseURL: [String] = []

  func validate() throws {
    guard !allowHost.contains(where: \.isEmpty) else {
      throw ValidationError("--allow-host must be a host name, such as *.example.com.")
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
      if let name = name.map(StageOptions.emulator) {
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
        "--base-url: there is no emulator \"\(name)\"; \(NearestNames.remedy(for: name, among: known))."
      )
    }
    guard addresses.own.updateValue(address, forKey: name) == nil else {
      throw ValidationError("--base-url: \(name) has two addresses: give one.")
    }
  }

  private func add(_ address: PublicAddress, to addresses: inout PublicAddresses) throws {
    guard address.port == nil else {
      throw ValidationError(
        "--base-url: \(address.url) cannot be the address of all emulators: leave its port out, or begin "
          + "with the name of one, as in stackmob=\(address.url).")
    }
    guard addresses.base == nil else {
      throw ValidationError(
        "--base-url: two addresses are for all emulators: begin each with the name of one, as in "
          + "stackmob=https://api.example.com.")
    }
    addresses.base = address
  }
}
