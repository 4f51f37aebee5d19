extension ProtocolSection {
  /// Finds the protocol section that describes a route of an emulator, by the route's title.
  ///
  /// Returns `nil` if the provider is not an emulator.
  package init?(ofRoute title: String, provider: String) {
    guard let code = Self.codes[provider]?[title] else { return nil }
    self.init(code, provider: provider)
  }

  /// For each provider, the section codes by route title.
  ///
  /// A test compares the titles with the route tables, and the codes with the articles.
  private static let codes: [String: [String: String]] = texts.mapValues { text in
    var codes: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      for title in words[1].split(separator: "|") { codes[String(title)] = words[0] }
    }
    return codes
  }

  private static let texts = [
    "stackmob": """
    A24 Preflight of the root|Preflight
    A3 Availability
    A17 File
    A13 List the schemas|List the schemas by POST
    A21 Custom code by GET|Custom code by POST|Custom code by PUT|Custom code by DELETE
    A19.2 Login|Login by query
    A19.3 Refresh
    A19.4 Who am I
    A19.5 Logout
    A19.6 OAuth1 login|OAuth1 login with Facebook|OAuth1 login with Twitter
    A19.7 Change password
    A19.8 Forgot password|Forgot password by query
    A20 Create with Facebook|Create with Facebook by query|Login with Facebook
    A20 Login or create with Facebook|Link with Facebook
    A20 Unlink from Facebook|Facebook info|Post to Facebook
    A20 Create with Twitter|Create with Twitter by query|Login with Twitter
    A20 Login with Twitter by its old name|Login or create with Twitter|Link with Twitter
    A20 Unlink from Twitter|Twitter info|Post to Twitter
    A20 Login with Gigya|Link with Gigya|Link with Gigya by query|Unlink from Gigya
    A7 Create
    A10 Query
    A9 Read one
    A11 Update|Update by the id in the body
    A12 Delete|Delete by query
    A15.1 Create and append related objects
    A15.2 Append values or ids
    A15.3 Remove values or ids
    A22.1 Register a device|Push to all|Push to users|Push to devices|Devices of users
    A22.1 Remove a device
    A22.2 Register a token|Register a token anew|Tokens of users|Remove a token
    A22.2 Send a notification|Expired tokens
    """,
    "mia": """
    A4 Validate a document|Import changes|Schema of a collection|Schemas of all collections
    A4 Health|Readiness|Check-up
    A5 List documents
    A10 Export documents|Count documents|Get a document|Insert a document|Insert documents
    A10 Upsert a document|Update documents|Update documents one by one|Import documents
    A10 Change the state of documents|Delete a document|Delete documents
    A12 Update a document
    A13 Change the state of a document
    B3 Get an item|Create or update an item|Update an item|Update an item by path
    B3 Post to an item by path|Create items|Delete an item|Delete an item by path
    B3 Delete all items
    B4 List items|Count items
    B6 Register or update a user|Log in|Who am I|Log out|Forgotten password
    B6 Resend the verification|List users|Count users|Get a user|Update a user
    B6 Update a user by path|Post to a user by path|Delete a user|Delete a user by path
    B7 Upload a file|Download a file
    B9 Geocode
    E50 Preflight of the root|Preflight
    """,
    "egf2": """
    A1 Health check
    A5 Register|Login|Logout|Logout by POST|Verify email|Resend email verification
    A5 Forgot password|Reset password|Change password|Get session
    A7 Create object|Get object|Update object|Delete object
    A9 Get edge|Get edge object|Create object on edge|Create edge|Delete edge
    A12 New image|New file|Upload|Download
    A13 Search
    A14 Listen
    E9 Preflight of the root|Preflight
    """,
    "appcenter": """
    A2 Exchange tokens|Exchange tokens without a version
    """,
    "cosmos": """
    B7 Get a database account
    B8 Query databases|Create a database|List databases|Get a database|Delete a database
    B9 Query collections|Create a collection|List collections|Get a collection
    B9 Replace a collection|Delete a collection|Query conflicts|List conflicts
    B10 Get partition key ranges
    B11 Upsert a document|Create a document|Get a document|Replace a document
    B11 Delete a document|Delete a partition
    B12 List documents
    B13 Query documents
    B15 Query plan
    B16 Patch a document
    B17 Bulk|Transactional batch
    B18 Change feed
    B19 Query offers|List offers|Get an offer|Replace an offer|Query users|Upsert a user
    B19 Create a user|List users|Get a user|Replace a user|Delete a user
    B19 Query permissions|Upsert a permission|Create a permission|List permissions
    B19 Get a permission|Replace a permission|Delete a permission
    """,
  ]
}
