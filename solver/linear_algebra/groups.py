"""Connected groups of objects that are joined in pairs (union-find). The module is plain Python."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

Member = TypeVar("Member", bound=Hashable)


class Groups(Generic[Member]):
    """Groups of objects. At first, each object is alone in its group."""

    def __init__(self) -> None:
        self._above: dict[Member, Member] = {}

    def leader(self, member: Member) -> Member:
        """Return the representative of a member's group."""
        while member in self._above:
            above = self._above[member]
            self._above[member] = self._above.get(above, above)
            member = above
        return member

    def join(self, one: Member, other: Member) -> bool:
        """Unite the groups of two members. Return False if both were already in one group."""
        first, second = self.leader(one), self.leader(other)
        if first == second:
            return False
        self._above[second] = first
        return True
