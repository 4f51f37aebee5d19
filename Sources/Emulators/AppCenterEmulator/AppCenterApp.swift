/// An app that App Center knows, and the one Cosmos collection it is connected to.
public struct AppCenterApp: Sendable, Hashable {
  /// The App Secret, which the app sends with each request.
  public var secret: String
  /// The Cosmos account: a name, or a full address where the account is not Azure's.
  ///
  /// `{scheme}` and `{host}` stand for how the client reached the exchange, so that what it says
  /// holds for clients in containers and for hosts that choose a namespace.
  public var account: String
  /// The database's id.
  public var database: String
  /// The collection's id; its partition key must be `/PartitionKey`.
  public var collection: String

  /// The secret of the app that there is unless others are configured.
  public static let defaultSecret = "11111111-2222-3333-4444-555555555555"

  /// The Cosmos emulator beside this one, by its default port; where that listens on another one
  /// (``CosmosPort``), clients are told that.
  public static let defaultAccount = "{scheme}://{host}:8081"

  /// Describes an app.
  public init(
    secret: String = defaultSecret, account: String = defaultAccount, database: String = "mbaas",
    collection: String = "appcenter"
  ) {
    self.secret = secret
    self.account = account
    self.database = database
    self.collection = collection
  }
}
