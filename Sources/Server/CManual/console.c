// The files of the console, embedded when this file is compiled, as the pages of the manual are.
#include "pages.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

#define PAGE (const unsigned char[])

static const struct EmbeddedFile files[] = {
  {"api.js", PAGE {
#embed "Console/api.js"
  , 0}},
  {"app.js", PAGE {
#embed "Console/app.js"
  , 0}},
  {"cells.js", PAGE {
#embed "Console/cells.js"
  , 0}},
  {"chart.js", PAGE {
#embed "Console/chart.js"
  , 0}},
  {"console.css", PAGE {
#embed "Console/console.css"
  , 0}},
  {"contracts.js", PAGE {
#embed "Console/contracts.js"
  , 0}},
  {"data.js", PAGE {
#embed "Console/data.js"
  , 0}},
  {"dom.js", PAGE {
#embed "Console/dom.js"
  , 0}},
  {"editor.js", PAGE {
#embed "Console/editor.js"
  , 0}},
  {"exchange.js", PAGE {
#embed "Console/exchange.js"
  , 0}},
  {"expiry.js", PAGE {
#embed "Console/expiry.js"
  , 0}},
  {"faults.js", PAGE {
#embed "Console/faults.js"
  , 0}},
  {"graph.js", PAGE {
#embed "Console/graph.js"
  , 0}},
  {"grid.js", PAGE {
#embed "Console/grid.js"
  , 0}},
  {"index.html", PAGE {
#embed "Console/index.html"
  , 0}},
  {"json.js", PAGE {
#embed "Console/json.js"
  , 0}},
  {"keep.js", PAGE {
#embed "Console/keep.js"
  , 0}},
  {"list.js", PAGE {
#embed "Console/list.js"
  , 0}},
  {"mark.svg", PAGE {
#embed "Console/mark.svg"
  , 0}},
  {"namespaces.js", PAGE {
#embed "Console/namespaces.js"
  , 0}},
  {"outbox.js", PAGE {
#embed "Console/outbox.js"
  , 0}},
  {"query.js", PAGE {
#embed "Console/query.js"
  , 0}},
  {"recordings.js", PAGE {
#embed "Console/recordings.js"
  , 0}},
  {"requests.js", PAGE {
#embed "Console/requests.js"
  , 0}},
  {"row.js", PAGE {
#embed "Console/row.js"
  , 0}},
  {"services.js", PAGE {
#embed "Console/services.js"
  , 0}},
  {"sessions.js", PAGE {
#embed "Console/sessions.js"
  , 0}},
  {"start.js", PAGE {
#embed "Console/start.js"
  , 0}},
  {"states.js", PAGE {
#embed "Console/states.js"
  , 0}},
  {"tables.js", PAGE {
#embed "Console/tables.js"
  , 0}},
  {"time.js", PAGE {
#embed "Console/time.js"
  , 0}},
};

const struct EmbeddedFile *console_files(void) { return files; }

int console_file_count(void) { return sizeof files / sizeof *files; }
