/// What was done to a document while the device was offline.
enum PendingOperation: String, Sendable, Hashable {
  case create = "CREATE"
  case replace = "REPLACE"
  case delete = "DELETE"
}
