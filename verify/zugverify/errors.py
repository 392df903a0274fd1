"""The four ways in which this reader can end other than with an answer."""


class DefinitionError(Exception):
    """The definition is outside the language; `line` says where."""

    def __init__(self, line, text):
        super().__init__(text)
        self.line, self.text = line, text


class Ambiguous(DefinitionError):
    """A name belongs to several domains, and nothing says which one is meant."""


class Fault(Exception):
    """Play reached something that the language calls an error."""


class Usage(Exception):
    """Arguments, settings, moves or a file do not fit."""


class Limit(Exception):
    """A limit of this reader was reached."""
