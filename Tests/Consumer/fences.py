"""The fences of Markdown."""

import re


def fences(text):
    """What stands behind the opening marks, and the content."""
    return [
        (match[2].strip(), match[3])
        for match in re.finditer(r"^([ \t]*)```(.*)\n((?:.*\n)*?)[ \t]*```[ \t]*$", text, re.M)
    ]
