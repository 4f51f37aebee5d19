import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Recognises requests that were sent to the wrong port of a server, and names the right one.
///
/// A developer who mixes up two ports gets a vendor's refusal, such as a missing API key, which does
/// not show the mistake. The sentence of this type is added to the reason of such a refusal. It is
/// created only for responses with a status of 400 or more.
struct MisdirectedRequest: Sendable {
  private let services: [Service]
  private let hosts: HostTable
  private let addresses: ServerAddresses

  /// Creates the sentences for the listeners of a stage.
  init(_ configuration: StageConfiguration, hosts: HostTable, at addresses: ServerAddresses) {
    services = configuration.services
    self.hosts = hosts
    self.addresses = addresses
  }

  /// Returns the sentence for a request that a listener refused, or `nil` if nothing shows that the
  /// client wanted to call another listener.
  ///
  /// Only listeners of vendors and of the control API give hints: another service may replay the
  /// requests of any vendor.
  func hint(for request: Request, at listener: String) -> String? {
    guard listener == Self.control || Vendor(rawValue: listener) != nil,
      let name = destination(of: request), name != listener
    else { return nil }
    let title = title(of: name)
    if let url = addresses[name] { return "This request is for \(title): send it to \(url)." }
    guard Vendor(rawValue: name) != nil else { return nil }
    return "This request is for \(title), which is not running: start it with --only \(name)."
  }

  /// The listener of the control API.
  private static let control = "control"

  private func title(of name: String) -> String {
    if name == Self.control { return "the control API" }
    return services.first { $0.name == name }?.title ?? Vendor(rawValue: name)?.title ?? name
  }

  /// Returns the name of the listener that a request is for, or `nil` if nothing shows it.
  ///
  /// A header field of a vendor is more certain than a path, which another vendor may also have.
  private func destination(of request: Request) -> String? {
    if request.target.rawPath.hasPrefix("/__ghostlight/v1/") { return Self.control }
    return Vendor(headersOf: request)?.rawValue ?? hosts.emulator(for: request)
      ?? owner(ofKeyIn: request) ?? Vendor(pathOf: request)?.rawValue
  }

  /// Returns the name of the service with a configured key that is the value of a header field, or
  /// the consumer key of an OAuth signature.
  private func owner(ofKeyIn request: Request) -> String? {
    let values = request.headers.map(\.value)
    for service in services {
      for key in service.keys where !key.value.isEmpty {
        let quoted = "oauth_consumer_key=\"\(key.value)\""
        if values.contains(where: { $0 == key.value || $0.contains(quoted) }) {
          return service.name
        }
      }
    }
    return nil
  }
}

/// A vendor whose requests can be recognised.
private enum Vendor: String {
  case stackmob, mia, egf2, appcenter, cosmos

  var title: String {
    switch self {
    case .stackmob: "StackMob"
    case .mia: "Mia"
    case .egf2: "EGF2"
    case .appcenter: "App Center"
    case .cosmos: "Cosmos DB"
    }
  }

  /// Recognises a vendor by header fields that no other vendor has.
  init?(headersOf request: Request) {
    for field in request.headers {
      let name = field.name.canonicalName
      if name.hasPrefix("x-stackmob-") || field.value.contains("application/vnd.stackmob") {
        self = .stackmob
      } else if name == "secret" {
        self = .mia
      } else if name == "app-secret" {
        self = .appcenter
      } else if name.hasPrefix("x-ms-") {
        self = .cosmos
      } else if name == "authorization", let vendor = Vendor(authorization: field.value) {
        self = vendor
      } else {
        continue
      }
      return
    }
    return nil
  }

  /// Recognises a vendor by the form of the field `Authorization`.
  private init?(authorization: String) {
    let text = authorization.lowercased()
    let cosmosForms = ["master", "resource", "aad"].flatMap { ["type%3d" + $0, "type=" + $0] }
    if text.hasPrefix("mac ") {
      self = .stackmob
    } else if cosmosForms.contains(where: { text.hasPrefix($0) }) {
      self = .cosmos
    } else {
      return nil
    }
  }

  /// Recognises a vendor by the first segment of the path.
  init?(pathOf request: Request) {
    switch request.target.rawPath.split(separator: "/").first {
    case "v1": self = .egf2
    case "v2": self = .mia
    case "v0.1": self = .appcenter
    case "dbs", "offers": self = .cosmos
    default: return nil
    }
  }
}
