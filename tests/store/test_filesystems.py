"""Network file systems are recognized."""

import pytest

from rbsolve.store.filesystems import network_file_system

MOUNTS = """\
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 22 0:40 / /home rw - nfs4 server:/home rw
31 30 8:2 / /home/local rw - xfs /dev/sdb1 rw
32 22 0:41 / /scratch\\040space rw - lustre mgs@tcp:/x rw
"""


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/data/s.db", None),
        ("/home/me/s.db", "nfs4"),
        ("/homes/me/s.db", None),
        ("/home/local/s.db", None),
        ("/scratch space/x/s.db", "lustre"),
    ],
)
def test_the_innermost_mount_counts(tmp_path, path, kind):
    table = tmp_path / "mountinfo"
    table.write_text(MOUNTS)
    assert network_file_system(path, table) == kind


def test_where_nothing_is_known_nothing_is_said(tmp_path):
    assert network_file_system("/x", tmp_path / "none") is None
