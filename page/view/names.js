// What carries the camera when nothing does.
export const SPACE = "";
