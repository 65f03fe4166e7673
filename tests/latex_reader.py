"""LaTeX read again: whether it would compile, what definition of arithmetic it shows, what move it shows.

Written apart from the writers: a mistake of theirs is not repeated here. `check` knows the few macros that
Lasker prints and the mistakes that stop LaTeX; `definition` and `algebra` give back what was written.
"""

from __future__ import annotations

import re

from lasker.formulations.arithmetic.syntax import Bound, Call, Expression, Numeral, Word

TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[A-Za-z]|\d+|\S", re.DOTALL)
MACROS = {
    *(r"\%", r"\#", r"\_", r"\&", r"\$", r"\{", r"\}", r"\ ", r"\,", r"\\"),
    *(
        "\\" + name
        for name in [
            "to",
            "mid",
            "not",
            "lnot",
            "neg",
            "cdot",
            "sim",
            "setminus",
            "ge",
            "le",
            "ne",
            "in",
            "notin",
            "land",
            "lor",
            "mathrel",
        ]
    ),
    *(
        "\\" + name
        for name in [
            "mathbin",
            "dot",
            "otimes",
            "bigotimes",
            "forall",
            "exists",
            "min",
            "langle",
            "rangle",
            "lfloor",
            "rfloor",
        ]
    ),
    *(
        "\\" + name
        for name in [
            "frac",
            "text",
            "mathrm",
            "mathit",
            "begin",
            "end",
            "tag",
            "equiv",
            "zeta",
            "mu",
            "pi",
            "rho",
            "kappa",
            "Gamma",
        ]
    ),
    *("\\" + name for name in ["textasciitilde", "textasciicircum", "textbackslash"]),
}


def check(text: str) -> None:
    """Raise AssertionError where LaTeX with amsmath would stop."""
    assert text.isascii(), f"a sign that fonts may lack: {text}"
    depth, environments = 0, list[str]()
    scripts: list[set[str]] = [set()]  # on each level of braces, the scripts that the last sign has already
    tokens = TOKEN.findall(text)
    for number, token in enumerate(tokens):
        if token.startswith("\\"):
            assert token in MACROS, f"unknown macro {token}: {text}"
        if token in "_^":
            assert token not in scripts[-1], f"two scripts {token}: {text}"
            assert tokens[number + 1] == "{" or tokens[number + 1].isalnum(), text
            scripts[-1].add(token)
        elif token == "{":
            depth += 1
            scripts.append(set())
        elif token == "}":
            depth -= 1
            scripts.pop()
            assert depth >= 0, f"a brace too many: {text}"
        elif tokens[number - 1] not in "_^":
            scripts[-1].clear()
        if token in (r"\begin", r"\end"):
            name = "".join(tokens[number + 2 : tokens.index("}", number)])
            if token == r"\begin":
                environments.append(name)
            else:
                assert environments.pop() == name, text
        assert token != "&" or environments, f"& outside of an environment: {text}"
    assert depth == 0, f"a brace is not closed: {text}"
    assert not environments, text


# --- definitions of arithmetic -----------------------------------------------------------------------------

GREEK = {r"\zeta": "ζ", r"\mu": "μ", r"\pi": "π", r"\rho": "ρ", r"\kappa": "κ", r"\Gamma": "Γ"}
COMPARISONS = {
    "=": "eq", r"\ne": "ne", "<": "lt", ">": "gt", r"\le": "le", r"\ge": "ge", r"\in": "in",
    r"\notin": "notin",
    r"\mid": "divides",
}  # fmt: skip


class Reader:
    """Reads by descent: disjunction, conjunction, negation, comparison, …, power.

    As in any book: `·` before `+` and `∸`, signs of one rank from the left, `¬` before its next operand, `∧`
    before `∨`; a chain of `∧` or of `∨` is grouped to the right, which is how the definitions group it.
    """

    def __init__(self, text: str) -> None:
        self.tokens = TOKEN.findall(text)
        self.at = 0

    @property
    def next(self) -> str:
        """The next token, not consumed."""
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, *wanted: str) -> str:
        """Consume the next token, one of `wanted` if any are given."""
        token = self.next
        assert not wanted or token in wanted, (token, wanted, "".join(self.tokens[self.at - 9 : self.at + 9]))
        self.at += 1
        return token

    def takes(self, *wanted: str) -> bool:
        """Consume these tokens if they come next."""
        if tuple(self.tokens[self.at : self.at + len(wanted)]) != wanted:
            return False
        self.at += len(wanted)
        return True

    def expression(self) -> Expression:
        """An expression."""
        return self._chain("or", r"\lor", lambda: self._chain("and", r"\land", self._negation))

    def _chain(self, name: str, sign: str, part: object) -> Expression:
        first: Expression = part()  # type: ignore[operator]
        return Call(name, (first, self._chain(name, sign, part))) if self.takes(sign) else first

    def _negation(self) -> Expression:
        if self.takes(r"\neg"):
            return Call("not", (self._negation() if self.next == r"\neg" else self._power(),))
        left = self._joined()
        if self.takes(r"\not", r"\mid"):
            left = Call("ndivides", (left, self._joined()))
        elif self.next in COMPARISONS:
            name = COMPARISONS[self.take()]
            left = Call(name, (left, self._joined()))
        assert self.next not in COMPARISONS, "a chain of comparisons"
        return left

    def _joined(self) -> Expression:
        left = self._sum()
        while self.takes(r"\otimes", "_"):
            name = {"l": "catl", "r": "catr"}[self.take("l", "r")]
            left = Call(name, (left, self._sum()))
        return left

    def _sum(self) -> Expression:
        left = self._product()
        while True:
            if self.takes("+"):
                left = Call("add", (left, self._product()))
            elif self.takes(r"\mathbin", "{", r"\dot", "-", "}"):
                left = Call("sub", (left, self._product()))
            else:
                return left

    def _product(self) -> Expression:
        left = self._power()
        while self.takes(r"\cdot"):
            left = Call("mul", (left, self._power()))
        return left

    def _power(self) -> Expression:
        base = self._atom()
        return Call("pow", (base, self._braced())) if self.takes("^") else base

    def _braced(self) -> Expression:
        self.take("{")
        inside = self.expression()
        self.take("}")
        return inside

    def _atom(self) -> Expression:
        if self.next.isdigit():
            return Numeral(int(self.take()))
        if self.takes("["):
            return Call("[]", tuple(self._listed("]")))
        if self.takes(r"\langle"):
            return Call("pair", tuple(self._listed(r"\rangle")))
        if self.takes(r"\lfloor", r"\frac"):
            parts = (self._braced(), self._braced())
            self.take(r"\rfloor")
            return Call("quo", parts)
        if self.takes(r"\begin", "{", *"cases", "}"):
            return self._cases()
        for sign, operator in ((r"\forall", "∀"), (r"\exists", "∃")):
            if self.takes("(", sign):
                return self._bound(operator, ")")
        for signs, operator in (((r"\min",), "min"), ((r"\bigotimes", "^", "{", "l", "}"), "⊗l"),
                               ((r"\bigotimes", "^", "{", "r", "}"), "⊗r")):  # fmt: skip
            if self.takes(*signs, "_", "{"):
                return self._bound(operator, "}")
        for word in ("map", "cat", "list"):
            if self.takes(r"\mathrm", "{", *word, "}", "_", "{"):
                return self._bound(word, "}")
        if self.takes("("):
            inside = self.expression()
            self.take(")")
            return Call("nth", (inside, self._braced())) if self.takes("_") else inside
        word = self.name()
        return Call(word, tuple(self._listed(")"))) if self.takes("(") else Word(word)

    def _listed(self, end: str) -> list[Expression]:
        items: list[Expression] = []
        while not self.takes(end):
            if items:
                self.take(",")
            items.append(self.expression())
        return items

    def _bound(self, operator: str, end: str) -> Expression:
        variable = self.name()
        relation = {r"\le": "≤", r"\in": "∈"}[self.take()]
        extent = self.expression()
        self.take(end)
        self.take(r"\{")
        body = self.expression()
        self.take(r"\}")
        return Bound(operator, variable, relation, extent, body)

    def _cases(self) -> Expression:
        value = self.expression()
        self.take("&")
        self.take(r"\text")
        self.take("{")
        if self.takes("i", "f", "}"):
            condition = self.expression()
            self.take(",")
            self.take(r"\\")
            return Call("if", (condition, value, self._cases()))
        assert self.takes(*"otherwise", "}", r"\end", "{", *"cases", "}")
        return value

    def name(self) -> str:
        """A name: a letter, perhaps with an index, or upright letters."""
        first = self.take()
        if first == r"\mathrm":
            return self._letters()
        word = GREEK.get(first, first)
        assert word.isalpha(), (first, "is no name")
        return word + self._letters() if self.takes("_") else word

    def _letters(self) -> str:
        self.take("{")
        word = ""
        while not self.takes("}"):
            token = self.take()
            word += GREEK.get(token, token)
        return word


def definition(text: str) -> tuple[str, tuple[str, ...], bool, Expression, Expression | None, int | None]:
    """Name, parameters, whether it is a predicate, body, step of a recursion, and number."""
    reader = Reader(text)
    assert reader.takes(r"\begin", "{", *"align", "*", "}")
    name, parameters, predicate, body = _line(reader)
    step = None
    if reader.takes(","):
        reader.take(r"\\")
        again, parameters, _, step = _line(reader)
        assert again == name
    number = None
    if reader.takes(r"\tag", "{"):
        number = int(reader.take())
        reader.take("}")
    assert reader.takes(r"\end", "{", *"align", "*", "}")
    assert not reader.next
    return name, parameters, predicate, body, step, number


def _line(reader: Reader) -> tuple[str, tuple[str, ...], bool, Expression]:
    name, parameters = reader.name(), list[str]()
    if reader.takes("("):
        while not reader.takes(")"):
            parameters.append(reader.take() if reader.next == "0" else reader.name())
            reader.takes("+", "1")
            reader.takes(",")
    reader.take("&")
    predicate = reader.take("=", r"\equiv") != "="
    return name, tuple(parameters), predicate, reader.expression()


# --- moves and fragments -----------------------------------------------------------------------------------

PLAIN = {
    r"\%": "%", r"\#": "#", r"\mid": " | ", r"\lnot": "!", r"\cdot": ".", r"\ ": " ", r"\{": "{", r"\}": "}",
    r"\_": "_", r"\&": "&", r"\$": "$", r"\sim": "~", r"\setminus": "\\", r"\to": " -> ", r"\ge": " >= ",
    r"\le": " <= ", r"\ne": " != ", r"\,": " ", "+": " + ", "=": " = ", ":": ": ",
}  # fmt: skip


def algebra(text: str) -> str:
    """A text of the algebra that has the value which the LaTeX shows."""
    scripts = r"\^\{(?:\\\{[^}]*\\\}|\\mathit\{[^}]*\}|[^}])*\}"
    parts = re.split(
        rf"(\\text\{{[^}}]*\}}|\\mathit\{{(?:\\_|[^}}])*\}}|{scripts}|\\mathrel\{{.\}}=|:=)", text
    )
    out = []
    for part in parts:
        if part.startswith(r"\text{"):
            out.append(f"'{part[6:-1]}'")
        elif part.startswith(r"\mathit{"):
            out.append(" " + part[8:-1].replace(r"\_", "_"))
        elif part.endswith("=") and part != "=":
            out.append(" " + re.sub(r"\\mathrel\{(.)\}", r"\1", part) + " ")
        elif part.startswith("^{"):
            out += map(_raised, part[2:-1].split(","))
        else:
            out += (PLAIN.get(token, token) for token in re.findall(r"\\[A-Za-z]+ ?|\\.|.", part, re.DOTALL))
    return "".join(PLAIN.get(token.strip(), token) if token.startswith("\\") else token for token in out)


def _raised(text: str) -> str:
    if text in "+*?":
        return text
    if text.startswith(r"\{"):
        return text.replace("\\", "")
    word = re.sub(r"\\mathit\{(.*)\}", r"\1", text).replace(r"\lnot ", "-").replace(r"\_", "_")
    return f"^{word}"
