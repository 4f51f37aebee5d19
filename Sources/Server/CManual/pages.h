#ifndef GHOSTLIGHT_PAGES_H
#define GHOSTLIGHT_PAGES_H

/// A page of the manual, as Markdown that ends with a null byte.
struct ManualPage {
  /// The page's path in the served manual: `Tasks`, or `StackMobEmulator/Decisions`.
  const char *_Nonnull path;
  const unsigned char *_Nonnull text;
};

/// Returns all pages, in the order of the manual.
const struct ManualPage *_Nonnull manual_pages(void);

/// Returns the number of pages.
int manual_page_count(void);

#endif
