import GhostlightCore
import GhostlightEmulation

/// The routes of both generations, in the order of their manuals.
extension MiaBackend {
  static let crudTable = RouteTable<MiaState>(crudRoutes)
  static let baasTable = RouteTable<MiaState>(baasRoutes)

  /// The routes for the preflight requests that browsers send before a cross-origin request to any
  /// path (E50).
  static let preflights = RouteTable<MiaState>([
    .options("", "Preflight of the root", preflight).allowingAnonymous(),
    .options("{path*}", "Preflight", preflight).allowingAnonymous(),
  ])

  private static func preflight(
    _ call: Call, _ state: MiaState, _ moment: Moment
  ) throws(Fault) -> Response { state.configuration.crossOrigin.preflight(call.request) }
}

/// The CRUD service's routes, in the order of its manual (A4).
extension MiaBackend {
  static let crudRoutes: [Route<MiaState>] = [
    // Reading
    .get("v2/{collection}", "List documents", listDocuments),
    .get("v2/{collection}/export", "Export documents", exportDocuments),
    .get("v2/{collection}/count", "Count documents", countDocuments),
    .get("v2/{collection}/{id}", "Get a document", readDocument),
    // Inserting
    .post("v2/{collection}", "Insert a document", insertDocument),
    .post("v2/{collection}/validate", "Validate a document", validateDocument),
    .post("v2/{collection}/bulk", "Insert documents", insertDocuments),
    .post("v2/{collection}/upsert-one", "Upsert a document", upsertDocument),
    // Updating
    .patch("v2/{collection}/{id}", "Update a document", patchDocument),
    .patch("v2/{collection}", "Update documents", patchDocuments),
    .patch("v2/{collection}/bulk", "Update documents one by one", patchBulk),
    // States
    .post("v2/{collection}/{id}/state", "Change the state of a document", changeState),
    .post("v2/{collection}/state", "Change the state of documents", changeStates),
    // Deleting
    .delete("v2/{collection}/{id}", "Delete a document", deleteDocument),
    .delete("v2/{collection}", "Delete documents", deleteDocuments),
    // Files
    .post("v2/{collection}/import", "Import documents", importDocuments),
    .patch("v2/{collection}/import", "Import changes", patchImport),
    // Schemas and status
    .get("v2/{collection}/schema", "Schema of a collection", readSchema),
    .get("-/schemas", "Schemas of all collections", listSchemas).allowingAnonymous(),
    .get("-/healthz", "Health", readStatus).allowingAnonymous(),
    .get("-/ready", "Readiness", readStatus).allowingAnonymous(),
    .get("-/check-up", "Check-up", readStatus).allowingAnonymous(),
  ]
}

/// The routes of BaaS up to 3, in the order of its manual (B3, B6, B7, B9).
extension MiaBackend {
  static let baasRoutes: [Route<MiaState>] = [
    // Items
    .get("{collection}", "List items", listItems),
    .get("{collection}/count", "Count items", countItems),
    .get("{collection}/{id}", "Get an item", readItem),
    .post("{collection}", "Create or update an item", createOrUpdateItem),
    .put("{collection}", "Update an item", updateItemByBody),
    .put("{collection}/{id}", "Update an item by path", updateItemByPath),
    .post("{collection}/{id}", "Post to an item by path", updateItemByPath),
    .post("{collection}/bulk", "Create items", createItems),
    .delete("{collection}", "Delete an item", deleteItem),
    .delete("{collection}/{id}", "Delete an item by path", deleteItemByPath),
    .delete("{collection}/empty", "Delete all items", deleteAllItems),
    // Users and sessions
    .post("users", "Register or update a user", registerOrUpdateUser),
    .post("users/login", "Log in", logInUser),
    .get("users/me", "Who am I", readOwnUser),
    .post("users/logout", "Log out", logOutUser),
    .post("users/forgot", "Forgotten password", remindUser),
    .post("users/resend", "Resend the verification", verifyUserAgain),
    .get("users", "List users", listUsers),
    .get("users/count", "Count users", countUsers),
    .get("users/{id}", "Get a user", readUser),
    .put("users", "Update a user", updateUserByBody),
    .put("users/{id}", "Update a user by path", updateUserByPath),
    .post("users/{id}", "Post to a user by path", updateUserByPath),
    .delete("users", "Delete a user", deleteUser),
    .delete("users/{id}", "Delete a user by path", deleteUserByPath),
    // Files
    .post("files/{name}", "Upload a file", uploadFile),
    .get("files/download/{name}", "Download a file", downloadFile).allowingAnonymous(),
    // Geocoding
    .get("geocoding/geo", "Geocode", findPlaces),
  ]
}
