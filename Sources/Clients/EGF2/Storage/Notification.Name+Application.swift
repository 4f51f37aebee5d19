#if !canImport(UIKit)
  public import Foundation

  /// The moments of an app's life, where the system has no names for them.
  ///
  /// A program posts them itself, to let every graph save what it knows, and close or open its WebSocket.
  ///
  /// - Source: protocol reference B15 and E13.
  extension Notification.Name {
    /// The app is no longer seen.
    public static let UIApplicationDidEnterBackground = Notification.Name(
      "UIApplicationDidEnterBackgroundNotification")
    /// The app is seen and used again.
    public static let UIApplicationDidBecomeActive = Notification.Name(
      "UIApplicationDidBecomeActiveNotification")
    /// The app is about to end.
    public static let UIApplicationWillTerminate = Notification.Name(
      "UIApplicationWillTerminateNotification")
  }
#endif
