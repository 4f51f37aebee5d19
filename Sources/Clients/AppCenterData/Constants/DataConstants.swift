// The constants of App Center Data.
// Source: protocol reference C1.

/// The partition of the signed-in user's own documents.
public let kMSDataUserDocumentsPartition = "user"

/// The partition of public documents, which apps can only read.
public let kMSDataAppDocumentsPartition = "readonly"

/// A time to live: documents stay on the device for good.
public let kMSDataTimeToLiveInfinite = -1

/// A time to live: documents do not stay on the device.
public let kMSDataTimeToLiveNoCache = 0

/// The time to live where no options say another: infinite.
public let kMSDataTimeToLiveDefault = kMSDataTimeToLiveInfinite

/// The domain of errors of Data.
public let kMSACDataErrorDomain = "com.Microsoft.AppCenter.Data.ErrorDomain"

/// The key of the HTTP status, a number, in the user info of errors.
public let MSHttpCodeKey = "MSHttpCodeKey"
