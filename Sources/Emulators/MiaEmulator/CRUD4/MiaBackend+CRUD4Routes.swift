import GhostlightEmulation

/// The CRUD service's endpoints, in the order of its manual (A4).
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
    .get("-/schemas", "Schemas of all collections", listSchemas).forAnybody(),
    .get("-/healthz", "Health", readStatus).forAnybody(),
    .get("-/ready", "Readiness", readStatus).forAnybody(),
    .get("-/check-up", "Check-up", readStatus).forAnybody(),
  ]
}
