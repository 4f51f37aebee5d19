import GhostlightEmulation

/// The routes of the first generation, in the order of its manual (B3, B6, B7, B9).
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
    .get("files/download/{name}", "Download a file", downloadFile).forAnybody(),
    // Geocoding
    .get("geocoding/geo", "Geocode", findPlaces),
  ]
}
