// Names that parts of the viewer share. The carrier of the camera is empty, `body NAME`, `frame NAME` or `joint NAME`. A body and a
// frame may have the same name.

export const SPACE = "";
export const CONTACT_FORCES = "contacts/"; // in place of the name of a sensor: the forces of all contacts
export const CONTACT_COLOUR = "#d92f2f";
export const bodyKey = (name) => `body ${name}`;
export const frameKey = (name) => `frame ${name}`;
export const jointKey = (name) => `joint ${name}`;

/** The kind and the name of a key. */
export function parts(key) {
  const blank = key.indexOf(" ");
  return { kind: key.slice(0, blank), name: key.slice(blank + 1) };
}

/** Return a message if a run's results contain contacts without their forces, otherwise null. */
export function unknownForces({ contacts = 0, contact_forces: kept = [] }) {
  return contacts && !kept.length ? `The results have no contact forces, because the model has too many contacts (${contacts}).` : null;
}
