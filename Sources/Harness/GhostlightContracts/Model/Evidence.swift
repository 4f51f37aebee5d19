/// Why a promise is believed.
public struct Evidence: Sendable, Hashable {
  /// What kind of source it is.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A heading of the vendor's guide.
    case guide
    /// A file of one of the vendor's SDKs, or of its tests.
    case sdk
    /// An exchange that was recorded.
    case recording
    /// A page of the vendor's other documentation.
    case documentation
    /// A section of the protocol reference, which weighs the others.
    case reference
    /// Decided by us where sources are silent or disagree.
    case decision
  }

  /// What kind of source it is.
  public var kind: Kind
  /// Where it stands: a heading, a file name, a section.
  public var source: String

  /// Makes evidence.
  public init(_ kind: Kind, _ source: String) {
    self.kind = kind
    self.source = source
  }

  /// A heading of the vendor's guide.
  public static func guide(_ heading: String) -> Evidence { Evidence(.guide, heading) }

  /// A file of one of the vendor's SDKs, or of its tests: `SMUserSession.m`.
  public static func sdk(_ file: String) -> Evidence { Evidence(.sdk, file) }

  /// A recorded exchange: file and entry.
  public static func recording(_ entry: String) -> Evidence { Evidence(.recording, entry) }

  /// A page of the vendor's other documentation: `REST API, "Create Object"`.
  public static func documentation(_ page: String) -> Evidence { Evidence(.documentation, page) }

  /// A section of the protocol reference: `A7`.
  public static func protocolReference(_ section: String) -> Evidence {
    Evidence(.reference, section)
  }

  /// Our own choice, with its reason or number: `D9`.
  public static func decision(_ reason: String) -> Evidence { Evidence(.decision, reason) }
}
