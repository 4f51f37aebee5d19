extension ProtocolHeadings {
  static let stackMob = """
    Sources/Clients/StackMob/StackMob.docc/Protocol-Client.md
    B0 Mapping rules and platform limits
    B0.1 Core Data surface that the guide's code needs
    B1 Constants, enums, block types
    B2 SMClient
    B3 SMUserSession
    B4 Request pipeline and error mapping
    B5 SMRequestOptions
    B6 SMDataStore
    B7 SMQuery
    B8 SMGeoPoint, SMLocationManager
    B9 SMBinaryDataConversion
    B10 SMCustomCodeRequest
    B11 SMNetworkReachability
    B12 Push client
    Sources/Clients/StackMob/StackMob.docc/Protocol-Store.md
    B13 SMCoreDataStore (subclass of SMDataStore)
    B14 NSManagedObjectContext+Concurrency
    B15 NSManagedObject+StackMobSerialization, NSEntityDescription+StackMobSerialization
    B16 SMUserManagedObject
    B17 SMIncrementalStore behaviour
    B18 Fetch requests and predicates
    B19 SMPredicate
    B20 Cache, fetch and save policies
    B21 Offline sync
    B22 Error shapes
    B23 Debugging
    B24 Deprecations
    Sources/Emulators/StackMobEmulator/StackMobEmulator.docc/Decisions.md
    D1 Text and keys of login failure
    D2 Does the old password work after forgotPassword
    D3 Setting null
    D4 Temporary-password error
    D5 Inference of geopoint and binary
    D6 Distance for within
    D7 POST to relation of a missing parent
    D8 OR with sort or near
    D9 Page size limit (1000 or other)
    D10 Order without OrderBy
    D11 CreateUserWithTwitter
    D12 FetchOffset+fetchLimit range is one too long; fetchLimit alone sends no Range
    D13 Status of create
    D14 DELETE response body
    D15 Content-Range syntax
    D16 Mac_algorithm spelling
    D17 409 text: the guide's id is lower-case "jack" though "Jack" was saved
    D18 Duplicate login
    D19 Status for refused refresh
    D20 Unknown/expired access token on an Open schema
    D21 Owner/relationship denial 404 vs 401
    D22 Queries under owner/relationship permission
    D23 Push endpoints
    D24 Failure status of push registration
    D25 Gigya bodies
    D26 Twitter login answer
    D27 Relationship type header for to-many values of mixed kind
    D28 [ne], [nin] and missing fields
    D29 [empty]=false and missing fields
    D30 Null fields in responses
    D31 Https for token calls on an emulator
    D32 ApiHost with port
    D33 Custom code hello_world
    D34 Whether the password can be set with PUT
    D35 Schema created by a failed request
    D36 Case of schema in path
    D37 Null MAC ext
    D38 Core Data on Linux
    D39 Reading through the key path relationship.attribute, NOT
    D40 Sync completion callback in 2.0.0beta passes only inserted objects; deleted entries of the queue could not be marked
    D41 MarkObjectAsSynced vs markFailedObjectAsSynced
    D42 IOS reads registered_milliseconds as 32-bit int
    D43 Batch of related ids in a URL with commas inside ids
    D44 Version header missing / wrong
    D45 Access token lifetime
    D46 Port in the MAC of repeated https requests
    D47 401 in a Core Data batch or fetch while the clock says the token is valid
    D48 User name key in ...WithCreate
    D49 Signature of a request whose method is overridden
    D50 How much work a request may cost
    D51 Time and nonce of signatures
    D52 A save that failed and is repeated
    D53 Two new objects, each in the other's body
    D54 Files of binary fields
    D55 Field names with capitals
    D56 Dates that a client sends with the first `POST`
    D57 OAuth 1.0 signatures without the query
    D58 Numbers that 64 bits cannot hold
    Sources/Emulators/StackMobEmulator/StackMobEmulator.docc/Protocol-Access.md
    A23 Permissions (ACL)
    A24 CORS, proxy, method override
    A25 Routing order
    A26 Retry
    A27 What the server must not do
    A28 Error catalogue
    Sources/Emulators/StackMobEmulator/StackMobEmulator.docc/Protocol-Examples.md
    A30 Complete exchanges
    Sources/Emulators/StackMobEmulator/StackMobEmulator.docc/Protocol-Objects.md
    A7 Create one object
    A8 Create many
    A9 Read one
    A11 Update
    A11.1 Atomic counter
    A11.2 Null
    A12 Delete
    A13 Schema listing
    Sources/Emulators/StackMobEmulator/StackMobEmulator.docc/Protocol-Queries.md
    A10 Query
    A10.1 Grammar
    A10.2 Operators
    A10.3 OR and AND
    A10.4 Result set
    A10.5 Order
    A10.6 Range and count
    A10.7 Select
    A10.8 Expand
    Sources/Emulators/StackMobEmulator/StackMobEmulator.docc/Protocol-Relationships.md
    A14 Relationships: representation
    A15 Sub-resource calls on arrays and relationships
    A15.1 Create and append related objects
    A15.2 Append values or existing ids
    A15.3 Remove values, ids, objects
    A16 Deep upsert: `X-StackMob-Relations`
    A16.4 `X-StackMob-FieldTypes`
    Sources/Emulators/StackMobEmulator/StackMobEmulator.docc/Protocol-Requests.md
    A1 Hosts, schemes, versions
    A2 Request headers
    A3 Responses in general
    A3.1 Status codes
    Sources/Emulators/StackMobEmulator/StackMobEmulator.docc/Protocol-Schemas.md
    A6 Schemas, fields, types
    A6.1 Inference (development version only)
    A6.2 Type checking
    Sources/Emulators/StackMobEmulator/StackMobEmulator.docc/Protocol-Services.md
    A21 Custom code
    A22 Push API
    A22.1 "universal" calls (iOS, Ruby, .NET)
    A22.2 REST calls (docs, Java)
    Sources/Emulators/StackMobEmulator/StackMobEmulator.docc/Protocol-Signing.md
    A4 OAuth2 MAC request signing
    A4.1 Test vectors (verified with Python hmac/sha1)
    A5 OAuth1 (private key) signing
    Sources/Emulators/StackMobEmulator/StackMobEmulator.docc/Protocol-Types.md
    A17 Binary fields
    A18 Geopoints
    Sources/Emulators/StackMobEmulator/StackMobEmulator.docc/Protocol-Users.md
    A19 Users and sessions
    A19.1 User schemas
    A19.2 Login
    A19.3 Refresh
    A19.4 Who am I
    A19.5 Logout
    A19.6 OAuth1 login
    A19.7 Change password
    A19.8 Forgot password
    A19.9 Login with a temporary password
    A20 Social login
    """
}
