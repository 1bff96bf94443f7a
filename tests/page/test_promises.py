"""The promises (documented features) of views and the page, with the browser tests that check them. The names of the
tests must exist."""

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
PROMISES = {
    # These promises are about a run in progress.
    "plots and model grow with the rows, at little cost; time left; pause": "page/test_live.py::test_a_run_is_watched_while_it_goes_on",
    "step size and Newton iterations as small curves": "page/test_live.py::test_small_curves_are_those_of_the_method",
    "diagnostics as they come": "page/test_live.py::test_findings_of_a_run_are_shown_while_it_goes_on",
    "a study fills its table": "page/test_live.py::test_a_study_fills_its_table_while_it_goes_on",
    "a response grows; failed cases have their reason": "page/test_live.py::test_a_response_grows_point_by_point_and_marks_what_failed",
    "measured over computed curves while a fit converges": "page/test_searches.py::test_a_fit_is_watched_while_it_converges",
    # These promises are about the picture.
    "soft shadows": "scene/test_looks.py::test_bodies_cast_shadows_on_the_ground",
    "edges": "scene/test_parts.py::test_parts_have_edges",
    "the ground of the deck": "scene/test_looks.py::test_the_ground_is_where_the_deck_has_it",
    "dark ground in the dark": "scene/test_looks.py::test_the_ground_of_a_deck_is_dark_in_the_dark_and_under_its_bodies",
    "a grid in metres, an axes cross": "scene/test_looks.py::test_the_grid_says_metres_along_both_axes",
    "a scale bar": "scene/test_looks.py::test_the_scale_bar_is_as_long_as_it_says",
    "two thirds of the picture": "scene/test_looks.py::test_the_model_fills_its_picture",
    "kept in view": "scene/test_looks.py::test_the_camera_goes_with_what_travels_far",
    "names on demand": "scene/test_looks.py::test_names_of_bodies_are_written_at_them",
    "names under the pointer; row, plots and lines of a part": "scene/test_looks.py::test_a_part_says_what_it_is",
    "links between joints": "scene/test_parts.py::test_a_body_without_shape_is_a_link_between_its_joints",
    "teeth": "scene/test_parts.py::test_gears_have_teeth_in_the_picture",
    "springs that stretch": "scene/test_parts.py::test_a_spring_is_a_coil_that_stretches_with_its_ends",
    "joints small and true to their axes": "scene/test_parts.py::test_joints_are_small_and_true_to_their_axes",
    "contacts with their force": "scene/test_contact_forces.py::test_views_draw_them_as_arrows_with_a_legend",
    "vectors with a scale": "scene/test_looks.py::test_vectors_of_sensors_are_arrows_with_a_scale",
    "the camera on a body or joint, by keyboard": "scene/test_parts.py::test_the_camera_rides_what_the_keyboard_chooses",
    "the camera on a frame": "scene/test_view.py::test_a_camera_on_a_turning_frame_sees_its_body_stand_still",
    "the view from space beside": "scene/test_looks.py::test_who_rides_a_body_has_the_view_from_space_beside",
    "pictures at one to four times any size": "scene/test_parts.py::test_a_picture_is_saved_at_four_times_any_size",
    "films": "scene/test_looks.py::test_pictures_and_films_are_saved",
    "animated PNG of a range of time": "scene/test_view.py::test_an_animated_png_of_a_stretch_of_time",
    "modes in views and reports": "scene/test_view.py::test_modes_swing_in_views_and_reports",
    "modes from the page": "page/test_live.py::test_modes_are_asked_for_and_shown",
    "all of the panel by keyboard": "scene/test_parts.py::test_every_view_and_mark_has_a_key_or_a_button",
    # These promises are about plots.
    "cursors with values, zoom, observers": "page/test_page.py::test_a_run_is_watched_plotted_zoomed_animated_and_compared",
    "spectra, one column over another, measures, layouts": "page/test_plots.py::test_plots_show_spectra_paths_and_measures",
    "differences, ratios, log axes": "page/test_plots.py::test_differences_of_runs_are_drawn",
    "a column dragged onto a plot": "page/test_plots.py::test_a_column_is_dropped_onto_a_plot",
    "columns and events as tables": "scene/test_looks.py::test_columns_and_events_are_tables",
    "what differs between runs": "page/test_live.py::test_runs_are_found_compared_and_run_again",
    "maps and scatter of a study": "page/test_submitted_studies.py::test_a_study_is_submitted_mapped_and_saved",
    "envelopes": "page/test_studies.py::test_quantiles_of_all_cases_are_drawn_over_time",
    "sliders that move model and plots": "page/test_studies.py::test_sliders_move_model_and_plots_from_case_to_case",
    # These promises are about managing runs and studies.
    "search, size, duration, who, run again": "page/test_live.py::test_runs_are_found_compared_and_run_again",
    "tags": "page/test_live.py::test_tags_are_set_removed_and_lead_to_all_that_have_them",
    "studies with size and duration, run again": "page/test_studies.py::test_studies_are_listed_with_their_size_and_run_again_with_changes",
    "delete": "page/test_accounts.py::test_runs_and_studies_are_deleted",
    "compare, read and delete by keyboard": "page/test_keyboard_and_telephone.py::test_runs_are_compared_read_and_deleted_by_keyboard",
    "share by a link": "page/test_accounts.py::test_a_run_is_shared_by_a_link_that_reads_it_only",
    "notebooks, without network": "scene/test_view.py::test_results_are_shown_in_a_notebook",
    "notebooks of Visual Studio Code, without network": "scene/test_notebooks.py::test_results_are_shown_in_visual_studio_code",
    "reports, without network": "scene/test_view.py::test_a_report_opens_without_network_and_is_small",
}


@pytest.mark.parametrize("promise", PROMISES)
def test_a_promise_has_its_test(promise):
    file, name = PROMISES[promise].split("::")
    functions = [node for node in ast.parse((TESTS / file).read_text()).body if isinstance(node, ast.FunctionDef)]
    found = next((one for one in functions if one.name == name), None)
    assert found is not None
    wanted = {"open_page", "shown", "loop", "browser"}  # fixtures that open Chromium
    assert wanted & {argument.arg for argument in found.args.args}
