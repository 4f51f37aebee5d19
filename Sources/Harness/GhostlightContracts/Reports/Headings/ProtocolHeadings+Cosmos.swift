extension ProtocolHeadings {
  static let cosmos = """
    Sources/Clients/AppCenterData/AppCenterData.docc/Protocol-Client.md
    C1 Modules, constants
    C2 Calls, exactly as the guide writes them
    C3 Types
    C4 Lifecycle
    C5 Preconditions, in this order; delivered synchronously on the caller's thread
    C6 One operation
    C7 Requests
    Sources/Clients/AppCenterData/AppCenterData.docc/Protocol-Offline.md
    C8 Local store
    C9 HTTP and retry
    C10 Errors
    C11 Lists
    C12 Sign-in and sign-out
    C13 Pending operations and the delegate
    C14 Mistakes in the guide's snippets and their meaning
    Sources/Emulators/AppCenterEmulator/AppCenterEmulator.docc/Protocol-Tokens.md
    A1 Address
    A2 Request
    A3 Response
    A4 What the emulator answers
    A5 Client side: order of steps and errors
    A6 Token cache
    Sources/Emulators/CosmosEmulator/CosmosEmulator.docc/Decisions.md
    E1 How App Center refused a bad secret or bad bearer (service is gone, never documented)
    E2 Which claim became the account id
    E3 How strictly the bearer was verified
    E4 Cosmos host override
    E5 Resource-token internals
    E6 Direct serving or 1004 + plan
    E7 Read-feed page size
    E8 ORDER BY on missing properties
    E9 Multi-key ORDER BY without composite index
    E10 Equality of values of different type
    E11 Strictness about stale x-ms-date
    E12 2019 vs. present error wording
    E13 Replay errors other than 404/409
    E14 Direct delete with the retrying client
    E15 Known defects
    E16 Options given as plain seconds
    E17 Metadata in the callback of a successful DELETE
    E18 Thread of completion handlers
    E19 Swift 6 concurrency
    E20 What is out of scope
    E21 Container and document TTL on the server
    E22 Exact request charges
    E23 Throughput (/offers)
    E24 Precedence of NOT, || and the bit operators against comparisons
    E25 Order of DESC ties
    E26 Functions outside their domain
    E27 Offline writes to readonly; lists over pending rows; document NULL
    E28 How much work a request may cost
    E29 Patterns
    E30 Indexes
    E31 A document that changes while it is being sent
    E32 A token that was refused
    Sources/Emulators/CosmosEmulator/CosmosEmulator.docc/Protocol-Documents.md
    B11 Documents
    B12 Read feed and paging
    B16 Patch
    B17 Transactional batch
    B18 Change feed (small)
    B19 Offers, users, permissions (optional)
    Sources/Emulators/CosmosEmulator/CosmosEmulator.docc/Protocol-Errors.md
    B20 Errors
    B21 Charges, throttling, fault injection
    B22 What the Python SDK (4.17.1, sync) sends
    B23 Emulator traps, short list
    Sources/Emulators/CosmosEmulator/CosmosEmulator.docc/Protocol-Examples.md
    B24 Complete exchanges of an App Center client
    Sources/Emulators/CosmosEmulator/CosmosEmulator.docc/Protocol-Queries.md
    B13 Queries
    B14 SQL subset
    B14.1 Text and grammar
    B14.2 Operators
    B14.3 Clauses
    B14.4 Functions
    B14.5 Worked rows
    B15 Query plan (needed only in strict mode)
    Sources/Emulators/CosmosEmulator/CosmosEmulator.docc/Protocol-Requests.md
    B1 Addresses, hosts, forms of path
    B2 Request headers
    B3 Response headers
    B4 Authorization
    B4.1 Master key
    B4.2 Resource token
    Sources/Emulators/CosmosEmulator/CosmosEmulator.docc/Protocol-Resources.md
    B5 Resource model
    B6 Endpoints
    B7 Account
    B8 Databases
    B9 Containers (collections)
    B10 Partition key ranges and effective partition keys
    """
}
