"""Finds the fences of Markdown."""

import re


def fences(text):
    """Returns the info string and the content of each fence."""
    return [
        (match[2].strip(), match[3])
        for match in re.finditer(r"^([ \t]*)```(.*)\n((?:.*\n)*?)[ \t]*```[ \t]*$", text, re.M)
    ]
