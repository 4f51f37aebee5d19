"""Finds the places of Swift sources where a small bug can be planted, and the text that plants it.

Tree-sitter's grammar gives the extents of expressions. It does not know the precedence of Swift's operators, so a chain
of operators is split here: at `?` and `:`, then at `&&` and `||`.

Nothing is planted where a bug would change no behaviour, or only what a developer sees in a debugger: texts, comments,
attributes, patterns, default arguments, assertions, hashes, debug descriptions, capacities, estimated costs of work, and code
of other platforms.
"""

import collections
import dataclasses
import re

import tree_sitter
import tree_sitter_swift

# Each module with a bug has this type, which takes the place of the number at `\0`.
SWITCH = "GhostlightMutant.on(\0)"

# The share of each kind in a sample, before sites are missing.
WEIGHTS = {
    "operator": 3, "check": 3, "boundary": 2, "field": 3, "statement": 2, "branch": 1.5, "early return": 1, "flag": 1,
    "end": 0.5, "unit": 0.5,
}

CHAINS = {
    "comparison_expression", "equality_expression", "infix_expression", "additive_expression", "multiplicative_expression",
    "conjunction_expression", "disjunction_expression", "nil_coalescing_expression", "range_expression", "as_expression",
    "check_expression", "bitwise_operation", "ternary_expression",
}
STRINGS = {"line_string_literal", "multi_line_string_literal", "raw_string_literal", "regex_literal"}
UNTOUCHED = STRINGS | {
    "attribute", "modifiers", "enum_entry", "switch_pattern", "pattern", "key_path_expression", "macro_invocation",
    "availability_condition", "import_declaration", "comment", "multiline_comment", "directive", "type_annotation",
    "user_type", "deinit_declaration", "protocol_declaration", "typealias_declaration",
}
DECLARATIONS = {
    "function_declaration", "init_declaration", "property_declaration", "subscript_declaration", "deinit_declaration",
    "enum_entry",
}
SILENT = {
    "precondition", "preconditionFailure", "assert", "assertionFailure", "fatalError", "reserveCapacity", "print",
    "minimumCapacity", "withExtendedLifetime", "unlock", "resume", "spend", "init", "defer", "autoreleasepool",
}
SILENT_DECLARATIONS = {"hash", "debugDescription", "customMirror", "playgroundDescription"}
OPERATORS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "===": "!==", "!==": "===", "&&": "||", "||": "&&",
    "+": "-", "-": "+", "+=": "-=", "-=": "+=",
}
ENDS = dict(pair for a, b in (
    ("first", "last"), ("min", "max"), ("removeFirst", "removeLast"), ("dropFirst", "dropLast"),
    ("prefix", "suffix"), ("hasPrefix", "hasSuffix"), ("firstIndex", "lastIndex"), ("lowerBound", "upperBound"),
    ("uppercased", "lowercased")) for pair in ((a, b), (b, a)))
UNITS = {"seconds": "milliseconds", "milliseconds": "seconds", "microseconds": "milliseconds", "nanoseconds": "microseconds"}
FACTORS = {60: 1, 1000: 1, 1024: 1000, 3600: 60, 86400: 3600, 1_000_000: 1000, 1_000_000_000: 1_000_000}
FULL = {2 ** bits - 1 for bits in (7, 8, 15, 16, 31, 32, 63, 64)}
WITHOUT_RESULT = {"append", "removeAll"}
LONGEST = 300


@dataclasses.dataclass(frozen=True)
class Site:
    """One bug: the bytes from `start` to `end` of a file become `text`."""

    kind: str
    module: str
    file: str
    line: int
    start: int
    end: int
    text: str
    old: str
    new: str

    @property
    def change(self) -> str:
        return f"{self.old} → {self.new}"


# Lines that other platforms compile

def foreign_lines(text: str) -> set[int]:
    """Returns the numbers of the lines that Linux does not compile, for the conditions that the sources use."""
    lines: set[int] = set()
    stack: list[list[bool]] = []  # whether the branch is compiled, and whether an earlier one was
    for number, line in enumerate(text.splitlines(), 1):
        if match := re.match(r"\s*#(if|elseif|else|endif)\b(.*)", line):
            word, condition = match.groups()
            if word == "if":
                stack.append([holds(condition)] * 2)
            elif word == "endif" and stack:
                stack.pop()
            elif stack:
                now = not stack[-1][1] and (word == "else" or holds(condition))
                stack[-1] = [now, stack[-1][1] or now]
            lines.add(number)
        elif not all(branch[0] for branch in stack):
            lines.add(number)
    return lines


def holds(condition: str) -> bool:
    """Returns whether a compilation condition is true on Linux with all traits."""
    missing = r"(canImport\((Darwin|CoreData|CoreLocation|ObjectiveC|UIKit|SQLite3|Musl)\)|os\((macOS|iOS|Windows)\)|DEBUG)"
    text = re.sub(r"//.*", "", condition)
    text = re.sub(r"compiler\([^)]*\)|swift\([^)]*\)", "False", text)
    text = re.sub(missing, "False", text)
    text = re.sub(r"\w+\([^)]*\)|\b(?!False\b)[A-Za-z]\w*", "True", text)
    return bool(eval(text.replace("!", " not ").replace("&&", " and ").replace("||", " or ").strip()))


# Sites of a file

class Finder:
    """Finds the sites of a file."""

    def __init__(self, types: dict[str, set[str]]):
        self.parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_swift.language()))
        self.types = types

    def parse(self, source: bytes):
        return self.parser.parse(source).root_node

    def sites(self, module: str, file: str, source: bytes) -> list[Site]:
        self.module, self.file, self.source = module, file, source
        self.found: dict[tuple[int, int, str], Site] = {}
        self.foreign = foreign_lines(source.decode())
        self.walk(self.parse(source), None)
        return list(self.found.values())

    def text(self, node) -> str:
        return self.source[node.start_byte:node.end_byte].decode()

    def walk(self, node, declaration):
        """Visits the nodes where bugs may be."""
        if node.type in UNTOUCHED or node.type == "ERROR":
            return
        if node.type in DECLARATIONS:
            if self.is_silent(node):
                return
            declaration = node
        if node.type == "call_expression" and self.called(node) in SILENT:
            return
        if declaration is not None:
            self.visit(node, declaration)
        for index, child in enumerate(node.children):
            if node.type == "parameter" or node.field_name_for_child(index) == "default_value":
                continue
            if previous_is_default(node, index):
                continue
            self.walk(child, declaration)

    def is_silent(self, declaration) -> bool:
        """Returns whether a declaration is not understood, or has no behaviour that a test should know."""
        head = self.text(declaration)
        if declaration.has_error:
            return True
        modifiers = next((self.text(child) for child in declaration.children if child.type == "modifiers"), "")
        if re.search(r"@(inlinable|usableFromInline|_transparent|Option|Flag|Argument|OptionGroup|available)", modifiers):
            return True
        name = re.search(r"\b(?:func|var|let)\s+(`?\w+`?)", head)
        return bool(name) and name.group(1).strip("`") in SILENT_DECLARATIONS

    def called(self, call) -> str:
        """Returns the last name of what is called."""
        function = call.children[0]
        if function.type == "navigation_expression":
            function = function.children[-1]
        return self.text(function).lstrip(".").strip("`")

    def visit(self, node, declaration):
        kind = node.type
        if kind in CHAINS and node.parent.type not in CHAINS | {"navigation_expression", "prefix_expression"}:
            self.chain(node)
        elif kind in ("if_statement", "guard_statement", "while_statement"):
            self.condition(node)
        elif kind in ("where_clause", "switch_entry"):
            self.where(node)
        elif kind in ("integer_literal", "hex_literal"):
            self.literal(node)
        elif kind == "boolean_literal":
            text = self.text(node)
            self.swap("flag", node, "false" if text == "true" else "true")
        elif kind in ("navigation_expression", "call_expression"):
            self.name(node)
            if kind == "call_expression":
                self.arguments(node)
        elif kind == "prefix_expression":
            self.unit(node)
        elif kind == "statements":
            self.statements(node, declaration)

    # Operators

    def flatten(self, node, parts: list):
        """Appends operands and operators of a chain, in the order of the text."""
        if node.type not in CHAINS:
            parts.append(node)
            return
        for child in node.children:
            if child.is_named and child.type not in ("custom_operator", "as_operator", "is_operator"):
                self.flatten(child, parts)
            else:
                parts.append(child)

    def chain(self, node):
        parts: list = []
        self.flatten(node, parts)
        # The grammar takes the closure of `a && b.allSatisfy { … }` for an argument of the whole chain.
        is_called = node.parent.type == "call_expression" and node.parent.children[0] == node
        if is_called and node.parent.parent.type in CHAINS | {"navigation_expression", "call_expression"}:
            return
        ends = [part.end_byte for part in parts[:-1]] + [node.parent.end_byte if is_called else node.end_byte]
        texts = [self.text(part) if part.child_count == 0 or not part.is_named or part.type == "custom_operator" else ""
                 for part in parts]

        def around(position: int, separators: set[str]) -> tuple[int, int]:
            """Returns the positions of the parts around an operator, between separators."""
            first = position
            while first > 0 and texts[first - 1] not in separators:
                first -= 1
            last = position
            while last + 1 < len(parts) and texts[last + 1] not in separators:
                last += 1
            return first, last

        for position, operator in enumerate(texts):
            if parts[position].type == "simple_identifier":
                continue
            if operator == "?":
                first, last = around(position - 1, {"?", ":"})
                self.negate("branch", parts[first].start_byte, ends[last], " ? … : …")
            if operator not in OPERATORS or position == 0 or position + 1 == len(parts):
                continue
            if not self.source[parts[position].start_byte - 1:parts[position].start_byte].isspace():
                continue  # `<` of a type
            if operator in "+-" and not self.is_number(parts[position - 1], parts[position + 1]):
                continue
            separators = {"?", ":"} if operator in ("&&", "||") else {"?", ":", "&&", "||"}
            first, last = around(position, separators)
            start, end = self.stripped(parts[first].start_byte), ends[last]
            at, new = parts[position], OPERATORS[operator]
            changed = self.source[start:at.start_byte] + new.encode() + self.source[at.end_byte:end]
            self.either("operator", start, end, changed.decode(), at)

    def is_number(self, *operands) -> bool:
        for operand in operands:
            if operand.type in ("integer_literal", "hex_literal", "real_literal"):
                return True
            text = self.text(operand)
            name = re.search(r"(\w+)$", text)
            if name and (name.group(1) == "count" or self.types.get(name.group(1)) in ({"Int"}, {"Double"}, {"Int64"})):
                return True
        return False

    def stripped(self, start: int) -> int:
        """Returns the offset after `try` and `await`, which cover all to their right."""
        return start + len(re.match(rb"((try[?!]?|await)\s+)*", self.source[start:]).group(0))

    # Conditions

    def condition(self, node):
        """A check that is missing, or whose branches are swapped."""
        clauses: list[list] = [[]]
        depth = 0  # a pattern such as `.some(let a, _)` is not a node of its own
        for child in node.children[1:]:
            if child.type in ("{", "else"):
                break
            depth += (child.type == "(") - (child.type == ")")
            if child.type == "," and depth == 0:
                clauses.append([])
            elif child.type not in ("comment", "multiline_comment"):
                clauses[-1].append(child)
        booleans = [clause[0] for clause in clauses if len(clause) == 1 and clause[0].is_named
                    and clause[0].type not in ("value_binding_pattern", "availability_condition", "macro_invocation",
                                               "boolean_literal", "ERROR")]
        for clause in booleans:
            forced = {"guard_statement": ("true",), "while_statement": ("false",)}.get(node.type, ("true", "false"))
            for value in forced:
                self.force(clause.start_byte, clause.end_byte, value)
            if node.type == "if_statement" and len(clauses) == 1 and any(child.type == "else" for child in node.children):
                self.negate("branch", clause.start_byte, clause.end_byte, " {…} else {…}")

    def where(self, node):
        for index, child in enumerate(node.children):
            if child.type == "where_keyword" and index + 1 < len(node.children):
                clause = node.children[index + 1]
                self.force(clause.start_byte, clause.end_byte, "true")

    def force(self, start: int, end: int, value: str):
        old = self.source[start:end].decode()
        self.add("check", start, end, f"({SWITCH} ? {value} : ({old}))", old, value)

    def negate(self, kind: str, start: int, end: int, rest: str):
        start = self.stripped(start)
        old = self.source[start:end].decode()
        self.add(kind, start, end, f"({SWITCH} ? !({old}) : ({old}))", old + rest, f"!({old}){rest}")

    # Literals

    def literal(self, node):
        parent = node.parent
        if parent.type in ("navigation_suffix", "tuple_type_item"):
            return
        if parent.type in ("array_literal", "dictionary_literal") and parent.named_child_count > 4:
            return
        text = self.text(node)
        try:
            value = int(text.replace("_", ""), 0)
        except ValueError:
            return
        if value in FACTORS:
            self.swap("unit", node, str(FACTORS[value]))
        if value not in FULL:
            self.swap("boundary", node, str(value + 1))
        if value > 0:
            self.swap("boundary", node, str(value - 1))

    def swap(self, kind: str, node, new: str):
        self.either(kind, node.start_byte, node.end_byte, new, node)

    def either(self, kind: str, start: int, end: int, new: str, at, prefix: str = ""):
        """An expression that the switch replaces."""
        old = self.source[start:end].decode()
        if end - start > LONGEST or new == old:
            return
        self.add(kind, start, end, f"{prefix}({SWITCH} ? {new} : {old})", old, new, at)

    # Names

    def name(self, node):
        """The other end of a collection, or another unit."""
        if node.type == "call_expression":
            function = node.children[0]
            suffix = function.children[-1] if function.type == "navigation_expression" else function
            if function.type == "prefix_expression":
                return
        else:
            if node.parent.type == "call_expression" and node.parent.children[0] == node:
                return
            suffix = node.children[-1]
        name = self.text(suffix).lstrip(".")
        new, kind = (ENDS.get(name), "end") if name in ENDS else (UNITS.get(name), "unit")
        if kind == "unit" and (node.type != "call_expression" or not self.text(node).startswith("Duration.")):
            return
        if new is None or name in ("first", "last") and suffix.type == "simple_identifier":
            return
        if name in ("prefix", "suffix") and node.type != "call_expression":
            return
        if self.is_assigned(node):
            return
        start = self.stripped(node.start_byte)
        changed = self.source[start:suffix.end_byte - len(name)] + new.encode() + self.source[suffix.end_byte:node.end_byte]
        if node.parent.type == "statements":
            if node.parent.named_child_count == 1 and node.parent.parent.type not in ("if_statement", "while_statement"):
                return
            return self.either(kind, start, node.end_byte, changed.decode(), node, "_ = ")
        self.either(kind, start, node.end_byte, changed.decode(), node)

    def unit(self, node):
        """`.seconds(…)`, a call of an implicit member."""
        call = node.parent
        name = self.text(node).lstrip(".")
        if call.type == "call_expression" and name in UNITS:
            changed = f".{UNITS[name]}" + self.source[node.end_byte:call.end_byte].decode()
            self.either("unit", call.start_byte, call.end_byte, changed, call)

    def is_assigned(self, node) -> bool:
        """Returns whether an expression is assigned or passed `inout`, or has a method called that might change it."""
        while node.parent is not None:
            parent = node.parent
            if parent.type == "directly_assignable_expression":
                return True
            if parent.type == "prefix_expression":
                return self.text(parent).startswith("&")
            if parent.type == "navigation_expression" and parent.parent.type != "call_expression":
                node = parent
                continue
            return False
        return False

    def arguments(self, call):
        """An argument with the value of its neighbour, if both have names that are declared with one type only."""
        values = []
        for suffix in call.children[1:]:
            for list_ in suffix.children:
                if list_.type == "value_arguments":
                    for argument in list_.children:
                        if argument.type == "value_argument":
                            value = argument.child_by_field_name("value")
                            label = argument.child_by_field_name("name")
                            if value is not None and label is not None and re.fullmatch(r"[\w.]+", self.text(value)):
                                values.append(value)
        for old, new in zip(values, values[1:]):
            kinds = [self.types.get(self.text(value).rsplit(".", 1)[-1]) for value in (old, new)]
            if kinds[0] and kinds[0] == kinds[1] and len(kinds[0]) == 1 and self.text(old) != self.text(new):
                self.swap("field", old, self.text(new))

    # Statements

    def statements(self, node, declaration):
        block = [child for child in node.children if child.is_named and "comment" not in child.type]
        owner = node.parent
        in_function = owner.type == "function_body"
        result = self.result(declaration) if declaration.type == "function_declaration" else None
        for index, statement in enumerate(block):
            if in_function and result is not None and (len(block) > 1 or statement.type == "control_transfer_statement"):
                self.early(statement, result)
            alone = len(block) == 1
            call = statement
            while call.type in ("try_expression", "await_expression"):
                call = call.children[-1]
            if statement.type == "assignment":
                self.forgotten(statement, declaration)
            elif call.type == "call_expression":
                name = self.called(call)
                if name in SILENT or "init" in name:
                    continue
                if alone and name not in WITHOUT_RESULT and not (in_function and result == ""):
                    continue
                if alone and owner.type in ("computed_property", "computed_getter"):
                    continue
                self.skip("statement", statement)
            elif statement.type == "control_transfer_statement" and owner.type != "guard_statement":
                if self.text(statement) in ("return", "continue"):
                    self.skip("statement", statement)

    def result(self, function) -> str | None:
        """Returns what an early return of a function has, or nil if this is not known."""
        body = next((child for child in function.children if child.type == "function_body"), None)
        arrow = next((child for child in function.children if child.type == "->"), None)
        if body is None:
            return None
        if arrow is None:
            return ""
        kind = self.source[arrow.end_byte:body.start_byte].decode().split(" where ")[0].strip()
        if kind.endswith("?"):
            return "nil"
        if kind == "Bool":
            return "false"
        return "[]" if re.fullmatch(r"\[[^:\[\]]+\]", kind) else None

    def early(self, statement, result: str):
        word = f"return {result}".strip()
        shown = " ".join(self.text(statement).split())
        self.add("early return", statement.start_byte, statement.start_byte, f"if {SWITCH} {{ {word} }}; ",
                 f"before {shown}", word, statement)

    def forgotten(self, statement, declaration):
        target = statement.child_by_field_name("target")
        operator = self.text(statement.child_by_field_name("operator"))
        name = self.text(target)
        if operator in OPERATORS:
            result = statement.child_by_field_name("result")
            if result is not None and self.is_number(result):
                other = name + f" {OPERATORS[operator]} " + self.text(result)
                self.add("operator", statement.start_byte, statement.end_byte,
                         f"if {SWITCH} {{ {other} }} else {{ {self.text(statement)} }}", self.text(statement), other)
        if operator == "=" and declaration.type == "init_declaration" and re.fullmatch(r"(self\.)?\w+", name):
            return
        if re.fullmatch(r"\w+", name) and name != "_":
            # A variable that gets its first value here must get one.
            if re.search(rf"\b(let|var) {name}(: [^=\n]+)?$", self.text(declaration), re.MULTILINE):
                return
        self.skip("statement" if name == "_" else "field", statement)

    def skip(self, kind: str, statement):
        old = self.text(statement)
        if len(old) > 4 * LONGEST:
            return
        self.add(kind, statement.start_byte, statement.end_byte, f"if !{SWITCH} {{ {old} }}", old, "nothing")

    def add(self, kind: str, start: int, end: int, text: str, old: str, new: str, at=None):
        before = self.source[:start if at is None else at.start_byte]
        line = before.count(b"\n") + 1
        lines = range(self.source[:start].count(b"\n") + 1, self.source[:end].count(b"\n") + 2)
        # The grammar takes parentheses at the start of the next line for arguments.
        if self.foreign & set(lines) or re.search(rb"[\w)\]]\s*\n\s*[(\[]", self.source[start:end]):
            return
        self.found.setdefault((start, end, new), Site(
            kind, self.module, self.file, line, start, end, text, shortened(old), shortened(new)))


def previous_is_default(node, index: int) -> bool:
    """Returns whether a child is the default value of a parameter."""
    return index > 1 and node.children[index - 1].type == "=" and node.children[index - 2].type == "parameter"


def shortened(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 100 else text[:60] + " … " + text[-36:]


# The types of names

def declared_types(finder: Finder, sources: dict[str, bytes]) -> dict[str, set[str]]:
    """Returns the types with which each property and parameter name is declared anywhere."""
    types: dict[str, set[str]] = collections.defaultdict(set)
    pattern = re.compile(r"\b(?:let|var|_|[(,]|\w+)\s*(\w+):\s*((?:inout |any |@escaping )*[\w.<>]+\??|\[[\w.: ]+\]\??)")
    for source in sources.values():
        for name, kind in pattern.findall(source.decode()):
            if re.match(r"[A-Z\[]", kind):
                types[name].add(kind)
    return types
