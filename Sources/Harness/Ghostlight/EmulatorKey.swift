#if CosmosEmulator
  import GhostlightSigning
#endif

/// A key that clients of an emulator need, with the name of an environment variable for it.
///
/// `ghostlight exec` sets these variables for its command, and `TestContext.environment()` contains
/// them. The keys belong to the emulator's configuration and are not secret.
public struct EmulatorKey: Sendable, Hashable {
  /// The name of the environment variable, such as `STACKMOB_PUBLIC_KEY`.
  public let name: String
  /// The key that clients send, or sign requests with.
  public let value: String
}

extension Service {
  /// Returns the keys that a client needs, with those that contain the address of the listener.
  ///
  /// Cosmos DB's connection string has the form that Microsoft's SDKs parse.
  ///
  /// - Source: azure-cosmos-dotnet-v3 at 8c53d35, `CosmosClientOptions`: `AccountEndpoint` and
  ///   `AccountKey`, separated by semicolons.
  package func keys(at url: String?) -> [EmulatorKey] {
    guard let url, let key = keys.first(where: { $0.name == "COSMOS_KEY" }) else { return keys }
    return keys + [
      EmulatorKey(
        name: "COSMOS_CONNECTION_STRING",
        value: "AccountEndpoint=\(url)/;AccountKey=\(key.value);")
    ]
  }

  /// The public and private keys and the secrets that a client needs.
  ///
  /// It is empty for EGF2. If several apps or accounts are configured, only the keys of the first
  /// one are included.
  package var keys: [EmulatorKey] {
    switch seed {
    #if StackMobEmulator
      case let backend as StackMobBackend:
        let keys = backend.configuration.developmentKeys
        return [
          EmulatorKey(name: "STACKMOB_PUBLIC_KEY", value: keys.publicKey),
          EmulatorKey(name: "STACKMOB_PRIVATE_KEY", value: keys.privateKey),
        ]
    #endif
    #if MiaEmulator
      case let backend as MiaBackend:
        return [EmulatorKey(name: "MIA_SECRET", value: backend.configuration.secret)]
    #endif
    #if AppCenterEmulator
      case let backend as AppCenterBackend:
        return backend.state.configuration.apps.prefix(1).map {
          EmulatorKey(name: "APPCENTER_APP_SECRET", value: $0.secret)
        }
    #endif
    #if CosmosEmulator
      case let backend as CosmosBackend:
        return backend.state.configuration.masterKeys.prefix(1).map {
          EmulatorKey(name: "COSMOS_KEY", value: $0.text)
        }
    #endif
    default: return []
    }
  }
}
