import ArgumentParser

/// By which names clients may call the emulators.
struct HostOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Let clients call the emulators by this host name too, *.example.com for all below one, * \
      for any. Loopback, addresses, single labels and the vendors' own hosts are always allowed.
      """, valueName: "NAME"))
  var allowHost: [String] = []

  func validate() throws {
    guard !allowHost.contains(where: \.isEmpty) else {
      throw ValidationError("--allow-host takes a host name.")
    }
  }
}
