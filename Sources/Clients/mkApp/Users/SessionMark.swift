/// The session at one moment.
struct SessionMark: Sendable {
  let sessionID: String?
  let renewals: Int
  let changes: Int
}
