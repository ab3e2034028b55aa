"""listed.py PROGRAM   what the lists in a program's windows show, a line an item, as it tells
those who cannot see them."""

import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402


def items(node, depth=0):
    """The names of all list items, from the top; one may be nested in another without a name."""
    if node is None or depth > 40:
        return
    if node.get_role() == Atspi.Role.LIST_ITEM and node.get_name():
        yield node.get_name()
    for place in range(node.get_child_count()):
        yield from items(node.get_child_at_index(place), depth + 1)


desktop = Atspi.get_desktop(0)
for number in range(desktop.get_child_count()):
    program = desktop.get_child_at_index(number)
    if program is not None and program.get_name() == sys.argv[1]:
        print("\n".join(items(program)))
