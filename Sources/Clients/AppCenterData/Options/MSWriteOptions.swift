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
