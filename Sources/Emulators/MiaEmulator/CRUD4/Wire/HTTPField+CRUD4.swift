import GhostlightCore
import HTTPTypes

/// The trust headers (A11).
extension HTTPField.Name {
  static let userID = known("userid")
  static let aclRows = known("acl_rows")
  static let aclReadColumns = known("acl_read_columns")
  static let aclWriteColumns = known("acl_write_columns")
  static let queryEncoding = known("json-query-params-encoding")
  static let oldQueryEncoding = known("json_query_params_encoding")
}
