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
