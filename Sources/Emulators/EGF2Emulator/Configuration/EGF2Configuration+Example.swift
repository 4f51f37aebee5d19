import GhostlightCore

extension EGF2Configuration {
  /// The configuration of the vendor's example application, whose users write posts and comments,
  /// follow each other and have roles.
  static let example: JSON = {
    do throws(JSONError) { return try JSON.parse(exampleText) } catch {
      preconditionFailure("the example is JSON: \(error)")
    }
  }()

  private static let exampleText = """
    {
      "port": 8000, "log_level": "info", "storage": "rethinkdb", "queue": "rethinkdb",
      "session_lifetime": 86400,
      "kinds": {
        "avatar": [{"height": 200, "width": 200}, {"height": 300, "width": 400}],
        "image": [{"height": 200, "width": 200}, {"height": 300, "width": 400}]
      },
      "elastic": {
        "indices": {
          "user": {
            "object_type": "user",
            "mapping": {
              "id": {"type": "string", "index": "not_analyzed"},
              "first_name": {"type": "string", "field_name": "name.given"},
              "last_name": {"type": "string", "field_name": "name.family"},
              "email": {"type": "string", "index": "not_analyzed"}
            }
          },
          "post": {
            "object_type": "post",
            "mapping": {
              "id": {"type": "string", "index": "not_analyzed"}, "text": {"type": "string"},
              "created_at": {"type": "date"}
            }
          }
        }
      },
      "graph": {
        "custom_schemas": {
          "key_value": {
            "key": {"type": "string", "required": true},
            "value": {"type": "string", "required": true}
          },
          "human_name": {
            "use": {
              "type": "string", "default": "official",
              "enum": ["usual", "official", "temp", "nickname", "anonymous", "old", "maiden"]
            },
            "family": {"type": "string", "min": 1, "max": 512, "required": true},
            "given": {"type": "string", "min": 1, "max": 512, "required": true},
            "prefix": {"type": "string", "min": 1, "max": 64},
            "suffix": {"type": "string", "min": 1, "max": 64},
            "middle": {"type": "string", "min": 1, "max": 64}
          },
          "edge": {
            "src": {"type": "string", "required": true},
            "name": {"type": "string", "required": true},
            "dst": {"type": "string", "required": true}
          },
          "dimension": {
            "height": {"type": "integer", "required": true},
            "width": {"type": "integer", "required": true}
          },
          "resize": {
            "url": {"type": "string"},
            "dimensions": {"type": "struct", "schema": "dimension", "required": true}
          }
        },
        "common_fields": {
          "id": {"type": "string", "required": true},
          "object_type": {"type": "string", "required": true, "edit_mode": "NE"},
          "created_at": {"type": "date", "required": true},
          "modified_at": {"type": "date", "required": true}, "deleted_at": {"type": "date"}
        },
        "system_user": {
          "code": "01", "suppress_event": true, "back_end_only": true,
          "fields": {
            "salt": {"type": "string"}, "password_hash": {"type": "string"},
            "reset_token": {"type": "string"}, "verify_token": {"type": "string"}
          }
        },
        "session": {
          "code": "02", "suppress_event": true, "back_end_only": true,
          "fields": {
            "user": {"type": "string", "required": true}, "token": {"type": "string"},
            "expires_at": {"type": "date", "required": true}
          }
        },
        "user": {
          "code": "03", "GET": "any", "PUT": "self",
          "fields": {
            "name": {
              "type": "struct", "schema": "human_name", "required": true, "edit_mode": "E"
            },
            "email": {"type": "string", "validator": "email", "required": true, "unique": true},
            "system": {"type": "object_id", "object_types": ["system_user"]},
            "verified": {"type": "boolean", "default": false},
            "no_password": {"type": "boolean", "default": false},
            "date_of_birth": {"type": "date", "required": true}
          },
          "edges": {
            "roles": {"contains": ["customer_role", "admin_role"], "GET": "self"},
            "posts": {
              "contains": ["post"], "GET": "any", "POST": "self", "DELETE": "self,admin_role"
            },
            "follows": {"contains": ["user"], "GET": "self", "LINK": "self", "DELETE": "self"}
          }
        },
        "event": {
          "code": "04", "back_end_only": true,
          "fields": {
            "object": {"type": "string"}, "user": {"type": "object_id", "object_types": ["user"]},
            "edge": {"type": "struct", "schema": "edge"},
            "method": {"type": "string", "enum": ["POST", "PUT", "DELETE"], "required": true},
            "current": {"type": "struct", "schema": "any"},
            "previous": {"type": "struct", "schema": "any"},
            "created_at": {"type": "integer", "required": true}
          }
        },
        "file": {
          "code": "06", "volatile": true, "GET": "any", "PUT": "self",
          "fields": {
            "mime_type": {"type": "string", "required": true, "edit_mode": "E"},
            "user": {
              "type": "object_id", "object_types": ["user"], "required": true,
              "auto_value": "req.user"
            },
            "upload_url": {"type": "string"}, "url": {"type": "string", "required": true},
            "title": {"type": "string", "min": 1, "max": 256, "edit_mode": "E"},
            "size": {"type": "integer"}, "dimensions": {"type": "struct", "schema": "dimension"},
            "resizes": {"type": "array:struct", "schema": "resize"},
            "hosted": {"type": "boolean", "default": false},
            "uploaded": {"type": "boolean", "default": false, "edit_mode": "NC"},
            "standalone": {"type": "boolean", "default": true}
          }
        },
        "customer_role": {
          "code": "10", "GET": "self",
          "fields": {"user": {"type": "object_id", "object_types": ["user"], "required": true}}
        },
        "admin_role": {
          "code": "11", "GET": "self",
          "fields": {"user": {"type": "object_id", "object_types": ["user"], "required": true}}
        },
        "post": {
          "code": "12", "GET": "any", "PUT": "self", "DELETE": "self",
          "fields": {
            "creator": {
              "type": "object_id", "object_types": ["user"], "required": true,
              "auto_value": "req.user"
            },
            "image": {"type": "object_id", "object_types": ["file"], "edit_mode": "NE"},
            "text": {"type": "string", "required": true, "edit_mode": "E", "min": 2, "max": 4096}
          },
          "edges": {
            "comments": {
              "contains": ["comment"], "GET": "any", "POST": "registered_user", "DELETE": "self"
            },
            "offended": {
              "contains": ["user"], "GET": "registered_user", "LINK": "registered_user"
            }
          }
        },
        "comment": {
          "code": "13", "GET": "any", "PUT": "self",
          "fields": {
            "creator": {
              "type": "object_id", "object_types": ["user"], "required": true,
              "auto_value": "req.user"
            },
            "post": {
              "type": "object_id", "object_types": ["post"], "required": true,
              "auto_value": "src.id"
            },
            "text": {"type": "string", "required": true, "edit_mode": "E", "min": 2, "max": 2048}
          }
        },
        "objects": {"secret_organization": ""},
        "pagination": {"default_count": 25, "max_count": 50, "pagination_mode": "index"}
      }
    }
    """
}
