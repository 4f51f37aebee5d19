/// What a client got.
struct ReceivedResponse: Sendable {
  var status: Int
  var body: [UInt8]
  /// Whether an emulator says why it does not serve the request; the control API never does.
  var isOfEmulator: Bool
}
