/// The type of an iOS device's token: `ios`.
public let TOKEN_TYPE_IOS = "ios"

/// The type of an Android token of the service C2DM: `android`.
public let TOKEN_TYPE_ANDROID_C2DM = "android"

/// The type of an Android token of Google's service: `androidgcm`.
public let TOKEN_TYPE_ANDROID_GCM = "androidgcm"
