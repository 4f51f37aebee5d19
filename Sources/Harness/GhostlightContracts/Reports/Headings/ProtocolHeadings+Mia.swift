extension ProtocolHeadings {
  static let mia = """
    Sources/Clients/CRUD/CRUD.docc/Protocol-Client.md
    C7 CRUD
    C7.1 CRUD: Sync
    C7.2 MIAAnalytics
    Sources/Clients/MIASync/MIASync.docc/Protocol-MIASync.md
    C6 MIASync: MIASyncro
    Sources/Clients/mkApp/mkApp.docc/Protocol-Client.md
    C1 mkApp: MKAppInstance and network tools
    C2 mkApp: MKCollection
    C3 mkApp: MIAQuery
    C4 mkApp: MKCollectionFile, MKUser, analytics
    Sources/Clients/mkApp/mkApp.docc/Protocol-Modules.md
    C0 Rules common to all modules
    C0.1 Modules
    C0.2 Blocking, background, threads
    C0.3 Values
    C5 The local database
    C8 Objective-C forms and their Swift form
    C9 Slips in the guide and what is meant
    Sources/Emulators/MiaEmulator/MiaEmulator.docc/Decisions.md
    E1 Base URL from projectAPIname
    E2 How the session id travels
    E3 Update verb of BaaS <= 3
    E4 Delete form of BaaS <= 3
    E5 Answer of delete
    E6 Limit 500: error or cut
    E7 Include/exclude keys on the wire
    E8 Dates in custom fields of BaaS <= 3
    E9 Case of collection names
    E10 Which of 402/404 means what at login
    E11 Logout route
    E12 Does registration open a session
    E13 Id of a saved file
    E14 File URL
    E15 Analytics wire format
    E16 Geocoding
    E17 Names of the other task methods
    E18 POST/PATCH/DELETE and QueryBuilder method names not shown
    E19 .trash, .deleted names
    E20 Types in SyncStatus, notification name
    E21 Core Data on Linux
    E22 Draft items when pulling
    E23 Does a local edit change local updatedAt
    E24 MIAAnalytics
    E25 CRUD service before 6.3.0
    E26 Status of _q language errors before 7.0.0
    E27 Forbidden transitions
    E28 Secret failure of the BaaS >= 4 gateway
    E29 Secret or client-key header
    E30 Deletion in the CRUD module: hard delete or state
    E31 Does patching need _st
    E32 Does a pull see hard-deleted documents
    E33 MIASyncro marking methods
    E34 Single sign-on ("SSO login" in the module overview)
    E35 Order of JSON keys in $sort
    E36 Repeated 401
    E37 User search with the users collection by others
    E38 Keys "alphanumeric" but user_name used
    E39 Live check
    E40 Form of the count answer of BaaS >= 4
    E41 Paging of the pulls while others write
    E42 Nil results of the model initialisers, place of the default contexts
    E43 A creation whose answer was lost
    E44 How much work a request may cost
    E45 A change that is refused half-way
    E46 What keeps a session alive
    E47 Access objects that leave something out
    E48 Formats of export and import
    E49 What a schema looks like
    E50 Web pages
    E51 Members of a definition that nothing is known of
    E52 An empty `_q`
    E53 What the database does with places and patterns
    E54 Two definitions of one `name`
    E55 What ids tell
    E56 Expressions in `_rawp`
    E57 Members that an object must have
    E58 A change whose answer was lost
    E59 A service whose clock was set back
    Sources/Emulators/MiaEmulator/MiaEmulator.docc/Protocol-BaaS.md
    B1 Base URL and headers
    B2 Items
    B3 Routes of a collection
    B4 Queries
    B5 Access control
    B6 Users and sessions
    B7 Files
    B8 Installations, devices, analytics
    B9 Geocoding example
    B10 Errors
    B11 `sync` and `trash` for the sync client
    B12 Examples
    Sources/Emulators/MiaEmulator/MiaEmulator.docc/Protocol-CRUD.md
    A0 Two generations and the modules that speak to them
    A1 Base path, gateway, authentication
    A2 Collections
    A3 Metadata fields and time
    A4 Endpoints
    A5 Query parameters
    A6 The `_q` language
    A7 Projection
    A8 Sorting and paging
    A9 Body validation and conversion
    Sources/Emulators/MiaEmulator/MiaEmulator.docc/Protocol-CRUDDetails.md
    A10 Endpoint details
    A11 Trust headers
    A12 PATCH commands
    A13 State machine, errors
    A14 Emulator profile
    A15 What the sync client uses
    Sources/Emulators/MiaEmulator/MiaEmulator.docc/Protocol-CRUDExamples.md
    A16 Examples
    A17 When things appeared
    """
}
