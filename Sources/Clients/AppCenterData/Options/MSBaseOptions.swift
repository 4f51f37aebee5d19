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

/// How long a document that is read or listed stays on the device.
public final class MSReadOptions: MSBaseOptions {
  /// For good.
  public static func createInfiniteCacheOptions() -> MSReadOptions { MSReadOptions() }

  /// Not at all.
  public static func createNoCacheOptions() -> MSReadOptions {
    let options = MSReadOptions()
    options.deviceTimeToLive = kMSDataTimeToLiveNoCache
    return options
  }
}

/// How long a document that is written stays on the device.
public final class MSWriteOptions: MSBaseOptions {
  /// For good.
  public static func createInfiniteCacheOptions() -> MSWriteOptions { MSWriteOptions() }

  /// Not at all.
  public static func createNoCacheOptions() -> MSWriteOptions {
    let options = MSWriteOptions()
    options.deviceTimeToLive = kMSDataTimeToLiveNoCache
    return options
  }
}

// The constants of App Center Data.
// Source: protocol reference C1.

/// The partition of the signed-in user's own documents.
public let kMSDataUserDocumentsPartition = "user"

/// The partition of public documents, which apps can only read.
public let kMSDataAppDocumentsPartition = "readonly"

/// A time to live: documents stay on the device for good.
public let kMSDataTimeToLiveInfinite = -1

/// A time to live: documents do not stay on the device.
public let kMSDataTimeToLiveNoCache = 0

/// The time to live where no options say another: infinite.
public let kMSDataTimeToLiveDefault = kMSDataTimeToLiveInfinite

/// The domain of errors of Data.
public let kMSACDataErrorDomain = "com.Microsoft.AppCenter.Data.ErrorDomain"

/// The key of the HTTP status, a number, in the user info of errors.
public let MSHttpCodeKey = "MSHttpCodeKey"
