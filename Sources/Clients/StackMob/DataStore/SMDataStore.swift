import GhostlightCore

/// Objects in schemas: created, read, updated, deleted, queried and counted.
///
/// Schemas are lower-cased on the way; blocks get them as the caller wrote them. Members of an
/// object are sent in the order of their names. A missing or empty id or schema, and an object that
/// JSON cannot hold, fails with -100 before anything is sent: with blocks at once, on the calling
/// thread. Other blocks run on the queue given for them, on the main one where none is given. Every
/// method may be called from any thread.
///
/// The class belongs to the main actor only for the state that subclasses have; here is none.
///
/// - Source: protocol reference B6.
@MainActor
public class SMDataStore {
  /// The version of the app's API.
  public nonisolated let apiVersion: String
  /// The session that requests are sent by.
  public nonisolated let session: SMUserSession

  /// A data store of a session.
  public nonisolated init(apiVersion: String, session: SMUserSession) {
    self.apiVersion = apiVersion
    self.session = session
  }
}
