public import Foundation

/// Posted at every change of a monitor's status, which stands under `SMCurrentNetworkStatusKey`.
public let SMNetworkStatusDidChangeNotification = Notification.Name(
  "SMNetworkStatusDidChangeNotification")

/// The key of the status, a number for `int32Value`, in the user info of a change.
public let SMCurrentNetworkStatusKey = "SMCurrentNetworkStatusKey"

/// Posted with the policy for fetches that a monitor's block answered, under `NewCachePolicy`.
public let SMSetCachePolicyNotification = Notification.Name("SMSetCachePolicyNotification")
