import GhostlightEmulation

/// StackMob's REST API, in the order of its routing (A25) and its manual.
extension StackMobBackend {
  static let routes = RouteTable<StackMobState>(
    [
      // What every path answers
      .options("", "Preflight of the root", preflight).forAnybody(),  // A24
      .options("{path*}", "Preflight", preflight).forAnybody(),  // A24
      .get("", "Availability", availability).forAnybody(),  // A3
      // Schemas
      .get("listapi", "List the schemas", listAPI),  // A13
      .post("listapi", "List the schemas by POST", listAPI),  // A13
      // Users and sessions
      .post("{schema}/accessToken", "Login", login).when(isUserSchema).forAnybody(),  // A19.2
      .get("{schema}/accessToken", "Login by query", login).when(isUserSchema).forAnybody(),
      .post("{schema}/refreshToken", "Refresh", refresh).when(isUserSchema).forAnybody(),  // A19.3
      .get("{schema}/loggedInUser", "Who am I", loggedInUser).when(isUserSchema),  // A19.4
      .get("{schema}/logout", "Logout", logout).when(isUserSchema),  // A19.5
      .get("{schema}/login", "OAuth1 login", oauth1Login).when(isUserSchema),  // A19.6
      .post("{schema}/resetPassword", "Change password", resetPassword).when(isUserSchema),
      .post("{schema}/forgotPassword", "Forgot password", forgotPassword).when(isUserSchema),
      .get("{schema}/forgotPassword", "Forgot password by query", forgotPassword)
        .when(isUserSchema),  // A19.8
      // Datastore
      .post("{schema}", "Create", createObject),  // A7, A8
      .get("{schema}", "Query", listObjects),  // A10
      .get("{schema}/{id}", "Read one", readObject),  // A9
      .put("{schema}/{id}", "Update", updateObject),  // A11
      .put("{schema}", "Update by the id in the body", updateNamedObject),  // A11
      .delete("{schema}/{id}", "Delete", deleteObject),  // A12
      .delete("{schema}", "Delete by query", deleteObjects),  // A12
      // Arrays and relationships
      .post("{schema}/{id}/{field}", "Create and append related objects", createRelated),  // A15.1
      .put("{schema}/{id}/{field}", "Append values or ids", appendValues),  // A15.2
      .delete("{schema}/{id}/{field}/{values}", "Remove values or ids", removeValues),  // A15.3
    ], ignoresCase: true)

  @Sendable private static func isUserSchema(_ captures: Captures, _ state: StackMobState) -> Bool {
    state.schema(captures["schema"] ?? "")?.isUserSchema ?? false
  }
}
