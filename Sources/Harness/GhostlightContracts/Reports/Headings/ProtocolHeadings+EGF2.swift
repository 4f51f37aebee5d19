extension ProtocolHeadings {
  static let egf2 = """
    Sources/Clients/EGF2/EGF2.docc/Protocol-Client.md
    B1 The main class
    B2 Blocks and threads
    B3 Errors
    B4 What each method sends
    B5 Auth methods
    B6 Object methods
    B7 Edge methods
    B8 Cache
    B9 Expand on the client
    Sources/Clients/EGF2/EGF2.docc/Protocol-Models.md
    B10 Files
    B11 Search
    B12 NSObject helpers
    B13 JSON and model properties
    B14 Notifications
    B15 Saving data
    B16 Model generator (EGF2GEN)
    B17 What later SDK versions changed (January 2017; optional)
    B18 Slips in the guide and what is meant
    Sources/Emulators/EGF2Emulator/EGF2Emulator.docc/Decisions.md
    E1 Which server state did the guide's client meet
    E2 Search cursor
    E3 First/last: numbers or strings
    E4 Logout GET or POST
    E5 Does refreshing the first page drop cached pages
    E6 /v1/version endpoint, MobileClient objects
    E7 Job, schedule objects
    E8 Trailing slash in paths
    E9 HEAD, OPTIONS, CORS
    E10 Two links in the same millisecond
    E11 Token of a user who no longer exists
    E12 Largest body, rate limits
    E13 Models without the Objective-C runtime
    E14 Concurrency
    E15 Numbers, sockets and files on Linux
    E16 Storage directory
    E17 Application life cycle
    E18 Observers
    E19 How much work a request may cost
    E20 A refused registration
    E21 A new object of a type that the edge does not hold
    E22 Errors of the internal API
    E23 Where the body's `user` counts as `self`
    E24 Spellings of a number
    E25 A malformed `range`
    Sources/Emulators/EGF2Emulator/EGF2Emulator.docc/Protocol-Errors.md
    A17 Error catalogue
    A18 Where the stock services misbehave
    A19 A complete dialogue
    Sources/Emulators/EGF2Emulator/EGF2Emulator.docc/Protocol-Graph.md
    A7 Objects
    A8 Edit modes, auto values, sanitising, validation
    A9 Edges
    A10 Paging
    A11 Expand
    Sources/Emulators/EGF2Emulator/EGF2Emulator.docc/Protocol-Requests.md
    A1 Layout
    A2 HTTP conventions
    A3 Object ids and types
    A4 Authentication
    A5 Auth endpoints
    A6 Access control (ACL)
    Sources/Emulators/EGF2Emulator/EGF2Emulator.docc/Protocol-Services.md
    A12 Files
    A13 Search
    A14 WebSocket notifications
    A15 Events
    A16 Configuration: `client-data/config.json`
    """
}
