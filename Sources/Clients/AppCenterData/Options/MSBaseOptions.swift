/// The time to live of a document on the device.
///
/// Use one of the subclasses: ``MSReadOptions`` for reads and lists, ``MSWriteOptions`` for writes.
/// Calls also accept the number of seconds instead of options. Without options a document stays on
/// the device until it is replaced or deleted.
///
/// - Source: protocol reference C3.
open class MSBaseOptions {
  /// The time to live in seconds: 0 does not store the document, -1 stores it without a limit.
  public var deviceTimeToLive: Int

  /// Creates options without a limit, which is the default.
  public init() { deviceTimeToLive = kMSDataTimeToLiveDefault }

  /// Creates options with a number of seconds.
  ///
  /// Returns `nil` for a number below -1.
  public init?(deviceTimeToLive: Int) {
    guard deviceTimeToLive >= kMSDataTimeToLiveInfinite else { return nil }
    self.deviceTimeToLive = deviceTimeToLive
  }
}

extension MSBaseOptions {
  /// Returns the seconds of options.
  ///
  /// Without options, and for a number below -1, it returns the default.
  static func timeToLive(_ options: MSBaseOptions?) -> Int {
    let seconds = options?.deviceTimeToLive ?? kMSDataTimeToLiveDefault
    return seconds < kMSDataTimeToLiveInfinite ? kMSDataTimeToLiveDefault : seconds
  }
}

/// The time to live of documents that are read or listed.
///
/// Pass it as `readOptions`. It does not decide whether a read uses the device: that depends on the
/// network and on operations that have not been sent.
public final class MSReadOptions: MSBaseOptions {
  /// Creates options that store documents on the device without a limit.
  public static func createInfiniteCacheOptions() -> MSReadOptions { MSReadOptions() }

  /// Creates options that do not store documents on the device.
  public static func createNoCacheOptions() -> MSReadOptions {
    let options = MSReadOptions()
    options.deviceTimeToLive = kMSDataTimeToLiveNoCache
    return options
  }
}

/// The time to live of documents that are written.
///
/// Pass it as `writeOptions`. With 0 an offline write is lost, because the device does not store it
/// until the network is back.
public final class MSWriteOptions: MSBaseOptions {
  /// Creates options that store documents on the device without a limit.
  public static func createInfiniteCacheOptions() -> MSWriteOptions { MSWriteOptions() }

  /// Creates options that do not store documents on the device.
  public static func createNoCacheOptions() -> MSWriteOptions {
    let options = MSWriteOptions()
    options.deviceTimeToLive = kMSDataTimeToLiveNoCache
    return options
  }
}

// The constants of App Center Data.
//
// Source: protocol reference C1.

/// The name of the partition with the signed-in user's own documents.
public let kMSDataUserDocumentsPartition = "user"

/// The name of the partition with public documents, which apps can only read.
public let kMSDataAppDocumentsPartition = "readonly"

/// A time to live without a limit.
public let kMSDataTimeToLiveInfinite = -1

/// A time to live of zero: documents are not stored on the device.
public let kMSDataTimeToLiveNoCache = 0

/// The time to live of calls without options: no limit.
public let kMSDataTimeToLiveDefault = kMSDataTimeToLiveInfinite

/// The domain of errors of Data.
public let kMSACDataErrorDomain = "com.Microsoft.AppCenter.Data.ErrorDomain"

/// The user info key of the HTTP status, a number.
public let MSHttpCodeKey = "MSHttpCodeKey"
