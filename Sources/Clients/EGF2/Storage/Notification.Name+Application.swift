#if !canImport(UIKit)
  public import Foundation

  /// The moments of an app's life, where the system has no names for them.
  ///
  /// A program posts them itself, to let every graph save what it knows.
  ///
  /// - Source: protocol reference B15 and E13.
  extension Notification.Name {
    /// The app is no longer seen.
    public static let UIApplicationDidEnterBackground = Notification.Name(
      "UIApplicationDidEnterBackgroundNotification")
    /// The app is about to end.
    public static let UIApplicationWillTerminate = Notification.Name(
      "UIApplicationWillTerminateNotification")
  }
#endif
