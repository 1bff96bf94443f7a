// The pages of runs and studies. They are loaded on first use, because writing a deck needs no plots.

export { comparePage } from "./compare.js";
export { jobPage } from "./job.js";
export { studiesPage, studyPage } from "./studies.js";
