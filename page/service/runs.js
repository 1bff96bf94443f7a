// What shows runs and studies: loaded when the first of them is opened, since writing a deck needs no plots.

export { comparePage } from "./compare.js";
export { jobPage } from "./job.js";
export { studiesPage, studyPage } from "./studies.js";
