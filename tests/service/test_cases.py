"""Single cases of a study as jobs, and quantiles of all cases over time."""

import json
import struct

import numpy as np
import pytest
from service_process import wait_for_end


@pytest.fixture(scope="module")
def study(client, stone):
    headers = {"Authorization": f"Bearer {client.tokens['ann']}"}

    def ask(method, path, **options):
        return client.request(method, f"/api/v1{path}", headers=headers, **options)

    made = ask("POST", "/studies", json={"deck": stone, "grid": {"spin": [1, 2, 4, 8]}, "name": "spins"})
    assert made.status_code == 202, made.text
    return wait_for_end(ask, "studies", made.json()["id"])


def test_a_case_is_solved_as_a_job_once(study, ann, bob):
    """The job has the case's own parameters, and the same bits as the study."""
    made = ann("POST", f"/studies/{study['id']}/cases/2")
    assert made.status_code == 202, made.text
    assert made.json()["name"] == "spins, case 2"
    job = wait_for_end(ann, "jobs", made.json()["id"])
    assert (job["state"], job["options"]["parameters"]) == ("complete", {"spin": 4.0})
    assert ann("GET", f"/jobs/{job['id']}/motion.glb").status_code == 200
    again = ann("POST", f"/studies/{study['id']}/cases/2")
    assert again.json()["id"] == job["id"]
    assert ann("POST", f"/studies/{study['id']}/cases/3").json()["id"] != job["id"]
    row = dict(zip(study["table"]["columns"], study["table"]["rows"][2], strict=True))
    _, arrays = decode(ann("GET", f"/jobs/{job['id']}/sensors?names=height").content)
    last = list(row.values())[-2]  # the value of height.x3; the number of warnings follows it
    assert arrays[3][-1] == np.float32(last)
    assert bob("POST", f"/studies/{study['id']}/cases/2").status_code == 404
    assert ann("POST", f"/studies/{study['id']}/cases/4").status_code == 404


def test_a_case_that_was_deleted_is_solved_again(study, ann):
    job = wait_for_end(ann, "jobs", ann("POST", f"/studies/{study['id']}/cases/0").json()["id"])
    assert ann("DELETE", f"/jobs/{job['id']}").status_code == 204
    assert ann("POST", f"/studies/{study['id']}/cases/0").json()["id"] != job["id"]


def decode(content):
    (length,) = struct.unpack_from("<I", content)
    header = json.loads(content[4 : 4 + length])
    arrays = np.frombuffer(content[4 + length :], "<f4")
    return header, arrays.reshape(-1, header["rows"] or 1)


def test_quantiles_over_all_cases(study, ann, bob):
    """No parameter changes the height z = 5 t - g t^2 / 2 without gravity, so all quantiles are the same line."""
    listed, _ = decode(ann("GET", f"/studies/{study['id']}/envelope").content)
    assert [sensor["name"] for sensor in listed["sensors"]] == ["height"]
    header, (times, *quantiles) = decode(ann("GET", f"/studies/{study['id']}/envelope?name=height&column=2").content)
    assert header["sensors"][0]["components"] == ["5 %", "25 %", "median", "75 %", "95 %"]
    assert len(times) == 11
    for values in quantiles:
        np.testing.assert_allclose(values, 5.0 * times, rtol=1e-6)
    for path in ("name=other", "name=height&column=3"):
        assert ann("GET", f"/studies/{study['id']}/envelope?{path}").status_code == 404
    assert bob("GET", f"/studies/{study['id']}/envelope?name=height").status_code == 404
