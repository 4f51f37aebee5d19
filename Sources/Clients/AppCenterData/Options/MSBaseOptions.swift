/// How long a document stays on the device.
///
/// - Source: protocol reference C3.
open class MSBaseOptions {
  /// Seconds; 0 for not at all, -1 for good.
  public var deviceTimeToLive: Int

  /// The default: for good.
  public init() { deviceTimeToLive = kMSDataTimeToLiveDefault }

  /// So many seconds; `nil` for a number below -1.
  public init?(deviceTimeToLive: Int) {
    guard deviceTimeToLive >= kMSDataTimeToLiveInfinite else { return nil }
    self.deviceTimeToLive = deviceTimeToLive
  }
}

extension MSBaseOptions {
  /// The seconds that options ask for; the default without, and for a number below -1.
  static func timeToLive(_ options: MSBaseOptions?) -> Int {
    let seconds = options?.deviceTimeToLive ?? kMSDataTimeToLiveDefault
    return seconds < kMSDataTimeToLiveInfinite ? kMSDataTimeToLiveDefault : seconds
  }
}
