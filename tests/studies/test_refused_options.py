"""Options of commands for studies that contradict each other, or name what the study does not have. Each is refused with
its remedy.
"""

import pytest

from rbsolve.cli import main

TABLE = "name a .csv or .parquet file"
RANGE = "expected NAME=LOWER:UPPER[:START] or NAME=VALUE"


@pytest.fixture(scope="module")
def batch(tmp_path_factory, deck_text):
    """Return a batch of one deck."""
    folder = tmp_path_factory.mktemp("batch")
    (folder / "one.deck").write_text(deck_text)
    assert main(["batch", str(folder / "one.deck"), "-q", "-o", str(folder / "all")]) == 0
    return folder / "all"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            "collect STUDY -o OUT/x.txt",
            "cannot collect into OUT/x.txt: the name must end in .h5, .csv or .parquet",
        ),
        ("collect STUDY --response a=max(height.x1) -o OUT/x.h5", f"--response is a column of a table: {TABLE}"),
        ("collect STUDY --response a=max(height.x1) --findings", f"--response is a column of a table: {TABLE}"),
        (
            "collect STUDY --final height -o OUT/x.h5",
            f"--final, --max, --min, --rms and --at are columns of a table: {TABLE}",
        ),
        ("collect STUDY --indices -o OUT/x.h5", f"--indices is a separate table: {TABLE} and omit --findings"),
        ("collect STUDY --indices --findings", f"--indices is a separate table: {TABLE} and omit --findings"),
        (
            "collect STUDY --findings --max height.x1 -o OUT/x.csv",
            f"--findings is a separate table: {TABLE} and omit scalars",
        ),
        ("collect STUDY --findings -o OUT/x.h5", f"--findings is a separate table: {TABLE} and omit scalars"),
        (
            "collect STUDY --at height 0.1 -o OUT/x.csv",
            "--at height 0.1: the time comes first, then the sensor",
        ),
        ("collect BATCH --indices", "--indices needs a study of one deck; this is a batch"),
        ("collect BATCH --response a=max(height.x1)", "--response needs a study of one deck; this is a batch"),
        (
            "collect BATCH -o OUT/x.h5",
            "BATCH is a batch of decks, so its histories are in the files of BATCH/results. For a table, name a .csv or "
            ".parquet file",
        ),
        (
            "collect BATCH --findings -o OUT/x.csv",
            "BATCH is a batch of decks, so its findings are in the files of BATCH/results. For a table, name a .csv or "
            ".parquet file",
        ),
        (
            "export STUDY/study.h5 --case 1 -o OUT/x.csv",
            "cannot export a case to OUT/x.csv: the name must end in .h5; export the .h5 file to a table afterwards",
        ),
        ("export STUDY/study.h5 --case 15 -o OUT/x.h5", "there is no case 15: the cases are 0 to 14"),
        ("export STUDY/study.h5 --case -1 -o OUT/x.h5", "there is no case -1: the cases are 0 to 14"),
        ("export STUDY --deck", "--deck needs --case N"),
        ("export STUDY --deck --case 15", "there is no case 15: the cases are 0 to 14"),
        ("export STUDY/study.h5 --deck --case 15", "there is no case 15: the cases are 0 to 14"),
        ("retry STUDY 15", "there is no case 15: the cases are 0 to 14"),
        ("status STUDY --why 15", "there is no case 15: the cases are 0 to 14"),
        (
            "status STUDY --failed --reason diverged",
            "no case failed with the reason diverged; reasons: deck-error",
        ),
        (
            "plot STUDY/study.h5 --watch",
            "--watch applies to runs; use `rbsolve status STUDY --watch` for a study",
        ),
        ("plot STUDY/study.h5 --response a=max(height.x1)", "--response needs --as PICTURE"),
        (
            "plot STUDY/study.h5 --as scatter --envelope",
            "--as cannot be combined with --against or --envelope",
        ),
        (
            "plot STUDY/study.h5 --as scatter --against spin",
            "--as cannot be combined with --against or --envelope",
        ),
        (
            "plot STUDY/study.h5 height.x1 --against nothing -o OUT/x.png",
            "no scalar parameter nothing varies in the study; varied: spin, mass",
        ),
        (
            "plot STUDY/study.h5 height.x1 --against spin,spin -o OUT/x.png",
            "--against takes one parameter for a curve, or two different ones for a map",
        ),
        ("sweep DECK -p spin=1,2 --zip --sample 3 -o OUT/s", "--zip and --sample cannot be combined"),
        ("sweep DECK -p spin=1,2 --sample 3 --table OUT/c.csv -o OUT/s", "--sample and --table cannot be combined"),
        ("sweep DECK -p spin=1,2 --method sobol -o OUT/s", "--method needs --sample N"),
        ("sweep DECK -p spin -o OUT/s", "-p spin: expected NAME=VALUES"),
        ("sweep DECK -p =1 -o OUT/s", "-p =1: expected NAME=VALUES"),
        ("sweep OUT/s.toml -p spin=1,2", "the study file defines the cases: change the cases there"),
        ("optimize DECK --minimize max(height.x3) -p spin", f"-p spin: {RANGE}"),
        ("optimize DECK --minimize max(height.x3) -p a.csv:spin=1:2", f"-p a.csv:spin=1:2: {RANGE}"),
        ("compare DECK --steps 0.1 x", "--steps needs numbers: could not convert string to float: 'x'"),
        ("compare DECK --steps 0.1 0", "--steps needs positive numbers"),
        ("check - --fix", "--fix cannot correct standard input: name a file"),
        ("validate --pictures", "--pictures needs -o FILE.md: pictures are written beside the page"),
    ],
)
def test_refused_options(study, batch, deck, tmp_path, capsys, words, told):
    (tmp_path / "c.csv").write_text("mass\n1\n")
    (tmp_path / "s.toml").write_text('deck = "stone.deck"\n')
    places = {"STUDY": study, "BATCH": batch, "DECK": deck, "OUT": tmp_path}

    def filled(text):
        for name, place in places.items():
            text = text if "`" in text else text.replace(name, str(place))
        return text

    assert main([filled(word) for word in words.split()]) == 2
    assert filled(told) in " ".join(capsys.readouterr().err.split())
