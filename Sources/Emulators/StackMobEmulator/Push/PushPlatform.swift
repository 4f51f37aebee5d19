/// The kinds of devices that push tokens are for (A22).
enum PushPlatform: String, Sendable, Hashable, CaseIterable {
  case ios
  /// Google Cloud Messaging.
  case androidgcm
  /// Its predecessor, C2DM.
  case android

  /// Reads a type in any case: `iOS`, `androidGCM`.
  init?(anyCase text: String) { self.init(rawValue: text.lowercased()) }

  /// The largest payload that is delivered, in bytes.
  var payloadLimit: Int { self == .ios ? 256 : 1024 }
}
