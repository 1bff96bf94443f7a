"""Batches: each deck of a batch has separate results in one study."""

import csv
import json

from h5_datasets import datasets

import rbsolve as package


def test_a_batch_of_decks(deck, rbsolve, tmp_path):
    other = tmp_path / "other" / "stone.deck"
    other.parent.mkdir()
    other.write_text(deck.read_text().replace("{3}", "{4}"))
    assert rbsolve("batch", deck, other, "-o", tmp_path / "b") == 0
    for name, path in (("stone-0.h5", deck), ("stone-1.h5", other)):
        assert rbsolve("run", path, "-o", tmp_path / "single.h5", "-q") == 0
        assert datasets(tmp_path / "b" / "results" / name) == datasets(tmp_path / "single.h5")
    broken = tmp_path / "broken.deck"
    broken.write_text(deck.read_text().replace("@MASS {#mass}", "@MASS {#mas}"))
    assert rbsolve("batch", broken, "-o", tmp_path / "c") == 1
    assert rbsolve("batch", deck, broken, "--on-failure", "stop", "-o", tmp_path / "c") == 1
    assert not (tmp_path / "c").exists()


def test_all_decks_of_a_batch_have_the_given_end_time(deck, rbsolve, tmp_path):
    other = tmp_path / "pebble.deck"
    other.write_text(deck.read_text().replace("{3}", "{4}"))
    assert rbsolve("batch", deck, other, "--t-end", 0.05, "-o", tmp_path / "b") == 0
    for name in ("stone.h5", "pebble.h5"):
        with package.Results.open(tmp_path / "b" / "results" / name) as results:
            assert results.together()[0][-1] == 0.05


def test_the_table_says_which_result_is_of_which_deck(deck, rbsolve, tmp_path, capsys):
    other, broken = tmp_path / "other" / "stone.deck", tmp_path / "broken.deck"
    other.parent.mkdir()
    other.write_text(deck.read_text().replace("{turning}", "{spinning}"))
    broken.write_text(deck.read_text().replace("@MASS {#mass}", "@MASS {#mas}"))
    batch = tmp_path / "b"
    assert rbsolve("batch", deck, other, broken, "-p", "spin=2", "-o", batch) == 3
    assert str(batch / "table.csv") in capsys.readouterr().err
    rows = list(csv.DictReader((batch / "table.csv").read_text().splitlines()))
    assert [row["deck"] for row in rows] == [str(deck), str(other), str(broken)]
    assert [row["results"] for row in rows] == ["results/stone-0.h5", "results/stone-1.h5", ""]
    assert [row["status"] for row in rows] == ["complete", "complete", "failed"]
    assert [row["spin"] for row in rows] == ["2.0"] * 3
    assert (rows[0]["message"], rows[2]["reason"]) == ("", "deck-error")
    asked = ("--final", "height.z", "--max", "turning", "--at", 0.055, "height.x3")
    assert rbsolve("collect", batch, "-o", tmp_path / "t.csv", *asked) == 0
    rows = list(csv.DictReader((tmp_path / "t.csv").read_text().splitlines()))
    single = package.solve(deck, {"spin": 2})
    assert float(rows[1]["height.x3 final [m]"]) == single["height"][-1, 2]
    assert float(rows[0]["turning.w2 max [rad/s]"]) == single["turning"][:, 1].max()
    between = 0.5 * (single["height"][5, 2] + single["height"][6, 2])
    assert abs(float(rows[0]["height.x3 at 0.055 s [m]"]) - between) < 1e-14
    assert [rows[k]["turning.w2 max [rad/s]"] for k in (1, 2)] == ["", ""]
    assert rbsolve("collect", batch, "-o", tmp_path / "t.csv", "--final", "nothing") == 2
    assert rbsolve("collect", batch, "-o", tmp_path / "t.h5") == 2


def test_results_of_a_batch_that_were_removed_are_made_again(deck, rbsolve, tmp_path, capsys):
    other, broken = tmp_path / "other.deck", tmp_path / "broken.deck"
    other.write_text(deck.read_text().replace("{3}", "{4}"))
    broken.write_text(deck.read_text().replace("@MASS {#mass}", "@MASS {#mas}"))
    assert rbsolve("batch", deck, other, broken, "-o", tmp_path / "b") == 3
    removed, kept = tmp_path / "b/results/other.h5", tmp_path / "b/results/stone.h5"
    before, stamp = datasets(removed), kept.stat().st_mtime_ns
    removed.unlink()
    assert rbsolve("resume", tmp_path / "b") == 3
    assert "1 case solved again: their shards or results are missing" in capsys.readouterr().err
    assert datasets(removed) == before
    assert kept.stat().st_mtime_ns == stamp
    assert rbsolve("resume", tmp_path / "b") == 3
    assert "again:" not in capsys.readouterr().err


def test_one_bad_deck_costs_no_other(deck, rbsolve, tmp_path, capsys):
    broken = tmp_path / "broken.deck"
    broken.write_text(deck.read_text().replace("@MASS {#mass}", "@MASS {#mas}"))
    assert rbsolve("batch", broken, deck, "-p", "spin=2", "-o", tmp_path / "b") == 3
    said = capsys.readouterr().err
    assert "undeclared-parameter" in said
    assert "1 of 2 decks has errors and will fail; the other decks will be solved" in said
    assert [path.name for path in (tmp_path / "b" / "results").iterdir()] == ["stone.h5"]
    assert rbsolve("status", tmp_path / "b", "--format", "json") == 0
    status = json.loads(capsys.readouterr().out)
    assert (status["done"], status["failed"]) == (1, 1)
    assert rbsolve("status", tmp_path / "b", "--why", 0) in (0, 3)
    assert "did you mean `#mass`" in capsys.readouterr().out


def test_options_of_an_integrator_hold_for_every_deck_of_a_batch(deck, rbsolve, tmp_path):
    method = ("--integrator", "EXPLICIT_RUNGE_KUTTA", "--option", "TABLEAU=RK33")
    assert rbsolve("batch", deck, *method, "-o", tmp_path / "b") == 0
    (path,) = (tmp_path / "b" / "results").glob("*.h5")
    with package.open_results(path) as results:
        assert json.loads(results.attributes["options"])["TABLEAU"] == "RK33"
