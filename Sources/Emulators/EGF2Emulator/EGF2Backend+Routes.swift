import GhostlightCore
import GhostlightEmulation

/// The public routes of all services, grouped by service (A1).
extension EGF2Backend {
  static let table = RouteTable<EGF2State>(
    authRoutes + graphRoutes + searchRoutes + fileRoutes + eventRoutes)

  static let authRoutes: [Route<EGF2State>] = [
    // Auth (A5)
    .post("v1/register", "Register", register),
    .post("v1/login", "Login", logIn),
    .get("v1/logout", "Logout", logOut),
    .post("v1/logout", "Logout by POST", logOut),
    .get("v1/verify_email", "Verify email", verifyEmail),
    .post("v1/resend_email_verification", "Resend email verification", resendVerification),
    .get("v1/forgot_password", "Forgot password", forgotPassword),
    .post("v1/reset_password", "Reset password", resetPassword),
    .post("v1/change_password", "Change password", changePassword),
    .get("v1/internal/session", "Get session", readSession),
    .get("healthcheck", "Health check", checkHealth),
  ]

  static let graphRoutes: [Route<EGF2State>] = [
    // Objects (A7)
    .post("v1/graph", "Create object", createObject),
    .get("v1/graph/{id}", "Get object", readObject),
    .put("v1/graph/{id}", "Update object", updateObject),
    .delete("v1/graph/{id}", "Delete object", deleteObject),
    // Edges (A9)
    .get("v1/graph/{src}/{edge}", "Get edge", readEdge),
    .get("v1/graph/{src}/{edge}/{dst}", "Get edge object", readEdgeObject),
    .post("v1/graph/{src}/{edge}", "Create object on edge", createObjectOnEdge),
    .post("v1/graph/{src}/{edge}/{dst}", "Create edge", createEdge),
    .delete("v1/graph/{src}/{edge}/{dst}", "Delete edge", deleteEdge),
  ]

  /// The routes for the preflight requests that browsers send before a cross-origin request to any
  /// path (E9).
  static let preflights = RouteTable<EGF2State>([
    .options("", "Preflight of the root", preflight),
    .options("{path*}", "Preflight", preflight),
  ])

  private static func preflight(
    _ call: Call, _ state: EGF2State, _ moment: Moment
  ) throws(Fault) -> Response { state.configuration.crossOrigin.preflight(call.request) }

  private static func checkHealth(
    _ call: Call, _ state: EGF2State, _ moment: Moment
  ) throws(Fault) -> Response { EGF2Envelope.empty }
}
