#if !canImport(UIKit)
  public import Foundation

  /// Notifications about an app's life cycle, for systems without UIKit.
  ///
  /// The program must post them itself. Every graph then saves its cache, and closes or opens its
  /// WebSocket.
  ///
  /// - Source: protocol reference B15 and E13.
  extension Notification.Name {
    /// The app has entered the background.
    public static let UIApplicationDidEnterBackground = Notification.Name(
      "UIApplicationDidEnterBackgroundNotification")
    /// The app is visible and in use again.
    public static let UIApplicationDidBecomeActive = Notification.Name(
      "UIApplicationDidBecomeActiveNotification")
    /// The app is about to end.
    public static let UIApplicationWillTerminate = Notification.Name(
      "UIApplicationWillTerminateNotification")
  }
#endif
