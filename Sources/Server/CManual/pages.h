#ifndef GHOSTLIGHT_PAGES_H
#define GHOSTLIGHT_PAGES_H

/// A file that ends with a null byte: a page of the manual, or a file of the console.
struct EmbeddedFile {
  /// The page's path in the served manual, such as `Tasks` or `StackMobEmulator/Decisions`, or the
  /// name of the console's file, such as `app.js`.
  const char *_Nonnull path;
  const unsigned char *_Nonnull text;
};

/// Returns all pages of the manual, in its order.
const struct EmbeddedFile *_Nonnull manual_pages(void);

/// Returns the number of pages of the manual.
int manual_page_count(void);

/// Returns all files of the console, in the order of their names.
const struct EmbeddedFile *_Nonnull console_files(void);

/// Returns the number of files of the console.
int console_file_count(void);

#endif
