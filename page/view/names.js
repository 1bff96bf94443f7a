// What carries the camera: nothing, `body NAME` or `frame NAME`. A body and a frame may have the same name.

export const SPACE = "";
export const bodyKey = (name) => `body ${name}`;
export const frameKey = (name) => `frame ${name}`;
