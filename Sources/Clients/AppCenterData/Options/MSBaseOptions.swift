/// The time that a document stays on the device after a call.
///
/// Use one of the subclasses: ``MSReadOptions`` for reads and lists, ``MSWriteOptions`` for writes.
/// Instead of options, calls also accept the number of seconds. Without options a document stays on
/// the device until it is replaced or deleted.
///
/// - Source: protocol reference C3.
open class MSBaseOptions {
  /// The time in seconds; 0 means that the document is not stored, -1 that it is stored without a
  /// limit.
  public var deviceTimeToLive: Int

  /// Creates options with which documents are stored without a time limit.
  public init() { deviceTimeToLive = kMSDataTimeToLiveDefault }

  /// Creates options with a time to live in seconds, or returns `nil` for a number below -1.
  public init?(deviceTimeToLive: Int) {
    guard deviceTimeToLive >= kMSDataTimeToLiveInfinite else { return nil }
    self.deviceTimeToLive = deviceTimeToLive
  }
}

extension MSBaseOptions {
  /// Returns the time to live in seconds that options contain.
  ///
  /// Returns the default if there are no options, or if their number is below -1.
  static func timeToLive(_ options: MSBaseOptions?) -> Int {
    let seconds = options?.deviceTimeToLive ?? kMSDataTimeToLiveDefault
    return seconds < kMSDataTimeToLiveInfinite ? kMSDataTimeToLiveDefault : seconds
  }
}

/// The time that documents stay on the device after a read or list.
///
/// Pass it as `readOptions`. It does not decide whether a document is read from the device: that
/// depends on the network and on operations that were not sent yet.
public final class MSReadOptions: MSBaseOptions {
  /// Creates options with which documents are stored on the device without a time limit.
  public static func createInfiniteCacheOptions() -> MSReadOptions { MSReadOptions() }

  /// Creates options with which documents are not stored on the device.
  public static func createNoCacheOptions() -> MSReadOptions {
    let options = MSReadOptions()
    options.deviceTimeToLive = kMSDataTimeToLiveNoCache
    return options
  }
}

/// The time that documents stay on the device after a write.
///
/// Pass it as `writeOptions`. With 0, a write is lost while the device is offline, because it is
/// not stored for sending later.
public final class MSWriteOptions: MSBaseOptions {
  /// Creates options with which documents are stored on the device without a time limit.
  public static func createInfiniteCacheOptions() -> MSWriteOptions { MSWriteOptions() }

  /// Creates options with which documents are not stored on the device.
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

/// The time to live with which documents are stored on the device without a limit.
public let kMSDataTimeToLiveInfinite = -1

/// The time to live with which documents are not stored on the device.
public let kMSDataTimeToLiveNoCache = 0

/// The time to live for calls without options: documents are stored without a limit.
public let kMSDataTimeToLiveDefault = kMSDataTimeToLiveInfinite

/// The domain of the errors of App Center Data.
public let kMSACDataErrorDomain = "com.Microsoft.AppCenter.Data.ErrorDomain"

/// The user info key for the HTTP status of a failed request; the value is a number.
public let MSHttpCodeKey = "MSHttpCodeKey"
