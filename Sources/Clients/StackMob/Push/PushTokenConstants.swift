/// The type of an iOS device's push token: `ios`.
public let TOKEN_TYPE_IOS = "ios"

/// The type of a push token from C2DM, Google's first push service for Android: `android`.
public let TOKEN_TYPE_ANDROID_C2DM = "android"

/// The type of a push token from GCM, Google's later push service for Android: `androidgcm`.
public let TOKEN_TYPE_ANDROID_GCM = "androidgcm"
