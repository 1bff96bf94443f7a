// One run in the scene: its triangles, and their poses at a time. World coordinates are the deck's.

import {
  BufferAttribute, BufferGeometry, Color, DoubleSide, EdgesGeometry, FrontSide, Group, LineBasicMaterial, LineSegments, Matrix4, Mesh, MeshStandardMaterial,
  Quaternion, Ray, Vector3,
} from "three";
import { readGlb, readTracks } from "./glb.js";
import { Mover } from "./motion.js";
import { bodyKey, frameKey, parts } from "./names.js";

const UNIT = new Vector3(1, 1, 1);
const ALONG = new Vector3(0, 0, 1); // local axis of a spring
const GHOST_OPACITY = 0.28;
const CREASE = 32; // minimum angle [degrees] between two triangles for a drawn edge
const MOST_EDGED = 30_000; // maximum number of corners of a mesh with drawn edges
const SMALL = ["frame"]; // kinds without shadows and edges
const EDGES = new LineBasicMaterial({ color: 0x10161c, transparent: true, opacity: 0.32 });
const GLOW = new Color("#3b82d6");
const PLAIN_GROUND = "8c9196"; // default colour of the ground
const DARK_GROUND = new Color("#343b43");
const SIGHT = new Ray();
const LOCAL = new Ray();
const HIT = new Vector3();
const TURN = new Matrix4();

export class Run {
  /** Create a run from the bytes of a glTF file; a ghost is drawn pale and in one colour. */
  constructor(buffer, name, ghostColour = null) {
    this.name = name;
    this.ghostColour = ghostColour;
    this.file = readGlb(buffer);
    this.extras = this.file.document.extras;
    this.start = this.extras.start;
    this.duration = this.extras.duration;
    this.group = new Group();
    this.parts = []; // {object, kind, name, body} and further data from the file
    this.carriers = new Map(); // body, GROUND, or the node of a frame that no single body carries: {node, mover}
    this.frames = new Map(); // frame: {body, pose}
    this.joints = new Map(); // joint: {body, pose} of its moving half
    this.materials = [];
    this.moving = [];
    this.#build(readTracks(this.file));
  }

  /** Move all parts to their poses at a time [s]. */
  move(time) {
    const moment = time - this.start;
    for (const { object, mover } of this.moving) {
      mover.move(moment);
      object.position.copy(mover.position);
      object.quaternion.copy(mover.quaternion);
      object.scale.copy(mover.scale);
    }
    this.group.updateMatrixWorld(true);
  }

  /**
   * Displace bodies from their poses: `re` times the real part and `im` times the imaginary part of a mode, which are translations [m] and
   * rotation vectors in space. Connecting parts follow.
   */
  displace(bodies, { real, imag }, re, im) {
    const turn = new Quaternion();
    bodies.forEach((name, i) => {
      const object = this.carriers.get(name)?.object;
      if (!object) return;
      const [x, y, z, a, b, c] = real[i].map((value, k) => re * value + im * imag[i][k]);
      object.position.add(new Vector3(x, y, z));
      const angle = Math.hypot(a, b, c);
      if (angle > 0) object.quaternion.premultiply(turn.setFromAxisAngle(new Vector3(a, b, c).divideScalar(angle), angle));
    });
    this.group.updateMatrixWorld(true);
    for (const part of this.parts) if (part.ends) this.#stretch(part);
    this.group.updateMatrixWorld(true);
  }

  /** Stretch a spring between its ends on the bodies. */
  #stretch({ object, bodies, ends }) {
    const [first, last] = bodies.map((name, i) => new Vector3().fromArray(ends[i]).applyMatrix4(this.carriers.get(name).object.matrixWorld));
    const reach = last.clone().sub(first);
    const length = reach.length();
    object.position.copy(first);
    if (!(length > 0)) return;
    object.scale.z = length;
    object.quaternion.setFromUnitVectors(ALONG, reach.divideScalar(length));
  }

  /** The pose of the frame of a name, else of the body, at a time [s], as a rigid matrix. */
  pose(name, time, target) {
    return this.poseOf(this.frames.has(name) ? frameKey(name) : bodyKey(name), time, target);
  }

  /** The pose of `body NAME`, `frame NAME` or `joint NAME`. */
  poseOf(key, time, target = new Matrix4()) {
    const { kind, name } = parts(key);
    const frame = { frame: this.frames, joint: this.joints }[kind]?.get(name);
    const carrier = this.carriers.get(frame ? frame.body : name);
    if (!carrier) return target.identity();
    const { position, quaternion } = carrier.mover.move(time - this.start);
    target.compose(position, quaternion, UNIT);
    return frame ? target.multiply(frame.pose) : target;
  }

  /** Release the graphics memory of the run. */
  destroy() {
    for (const geometry of this.geometries?.values() ?? []) {
      geometry.userData.edges?.dispose();
      geometry.dispose();
    }
    for (const material of this.materials) material?.dispose();
  }

  /** Draw the planes of GROUND dark in a dark theme, unless the deck gives them a colour. */
  paint(dark) {
    for (const { shape, body, object } of this.parts) {
      if (shape !== "PLANE" || body !== "GROUND") continue;
      for (const { material } of object.children.filter(({ isMesh }) => isMesh)) {
        const own = (material.userData.colour ??= material.color.clone());
        material.color.copy(dark && own.getHexString() === PLAIN_GROUND ? DARK_GROUND : own);
      }
    }
  }

  /** Whether the box of a solid part covers a point, seen from `eye`. */
  covers(eye, point) {
    const away = point.distanceTo(eye);
    SIGHT.origin.copy(eye);
    SIGHT.direction.copy(point).sub(eye).divideScalar(away);
    return this.parts.some(({ shape, kind, object }) => {
      if (shape === "PLANE" || SMALL.includes(kind) || !object.visible) return false;
      return object.children.some((mesh) => {
        if (!mesh.isMesh || mesh.material.transparent) return false;
        mesh.geometry.boundingBox ?? mesh.geometry.computeBoundingBox();
        LOCAL.copy(SIGHT).applyMatrix4(TURN.copy(mesh.matrixWorld).invert());
        const hit = LOCAL.intersectBox(mesh.geometry.boundingBox, HIT);
        return hit !== null && hit.applyMatrix4(mesh.matrixWorld).distanceTo(eye) < away;
      });
    });
  }

  /** Highlight the parts for which `chosen(part)` is true. */
  light(chosen) {
    for (const part of this.parts) {
      for (const mesh of part.object.children) {
        if (!mesh.isMesh) continue;
        const own = (mesh.userData.own ??= mesh.material);
        if (!chosen(part)) mesh.material = own;
        else {
          own.userData.lit ??= own.clone();
          own.userData.lit.emissive.copy(GLOW);
          own.userData.lit.emissiveIntensity = 0.45;
          mesh.material = own.userData.lit;
        }
      }
    }
  }

  /** A point of a body at a time [s]. */
  point(place, time, target = new Vector3()) {
    const { position, quaternion } = this.carriers.get(place.body).mover.move(time - this.start);
    return target.fromArray(place.point).applyQuaternion(quaternion).add(position);
  }

  #build(tracks) {
    const { document } = this.file;
    const root = document.nodes[document.scenes[document.scene].nodes[0]];
    for (const index of root.children ?? []) {
      const node = document.nodes[index];
      const { kind, name } = node.extras;
      const object = this.#object(node, kind);
      const mover = new Mover(node, tracks.get(index));
      if (kind === "body" || kind === "ground") this.carriers.set(name, { node, mover, object, colour: node.extras.colour });
      if (kind === "frame") {
        this.carriers.set(node.name, { node, mover });
        this.frames.set(name, { body: node.name, pose: new Matrix4() });
      }
      this.moving.push({ object, mover });
      this.#keep({ object, body: name, ...node.extras });
      this.group.add(object);
      for (const child of node.children ?? []) this.#part(document.nodes[child], object, name);
    }
  }

  #part(node, parent, body) {
    const { kind, name } = node.extras;
    const object = this.#object(node, kind);
    object.position.fromArray(node.translation ?? [0, 0, 0]);
    object.quaternion.fromArray(node.rotation ?? [0, 0, 0, 1]);
    parent.add(object);
    this.#keep({ object, body, ...node.extras });
    const place = { frame: this.frames, joint: this.joints }[kind];
    place?.set(name, { body, pose: new Matrix4().compose(object.position, object.quaternion, UNIT) });
  }

  #keep(part) {
    this.parts.push(part);
    for (const mesh of part.object.children) mesh.userData.part = part;
  }

  #object(node, kind) {
    const object = new Group();
    object.name = node.name;
    if (node.mesh === undefined) return object;
    for (const primitive of this.file.document.meshes[node.mesh].primitives) {
      const geometry = this.#geometry(primitive);
      const mesh = new Mesh(geometry, this.#material(primitive.material));
      object.add(mesh);
      if (this.ghostColour || SMALL.includes(kind)) continue;
      mesh.castShadow = !mesh.material.transparent;
      mesh.receiveShadow = true;
      const edges = this.#edges(geometry);
      if (edges) mesh.add(edges);
    }
    return object;
  }

  #edges(geometry) {
    if (geometry.getAttribute("position").count > MOST_EDGED) return null;
    geometry.userData.edges ??= new EdgesGeometry(geometry, CREASE);
    const lines = new LineSegments(geometry.userData.edges, EDGES);
    lines.raycast = () => {};
    return lines;
  }

  #geometry(primitive) {
    this.geometries ??= new Map();
    const key = primitive.attributes.POSITION;
    if (!this.geometries.has(key)) {
      const geometry = new BufferGeometry();
      geometry.setAttribute("position", new BufferAttribute(this.file.array(key), 3));
      geometry.setAttribute("normal", new BufferAttribute(this.file.array(primitive.attributes.NORMAL), 3));
      geometry.setIndex(new BufferAttribute(this.file.array(primitive.indices), 1));
      this.geometries.set(key, geometry);
    }
    return this.geometries.get(key);
  }

  #material(index) {
    if (!this.materials[index]) {
      const { pbrMetallicRoughness: look } = this.file.document.materials[index];
      const [r, g, b, opacity] = look.baseColorFactor;
      const shown = this.ghostColour ? GHOST_OPACITY * opacity : opacity;
      this.materials[index] = new MeshStandardMaterial({
        color: this.ghostColour ? new Color(this.ghostColour) : new Color(r, g, b),
        metalness: look.metallicFactor,
        roughness: look.roughnessFactor,
        transparent: shown < 1,
        opacity: shown,
        depthWrite: shown >= 1,
        side: shown < 1 ? DoubleSide : FrontSide,
        shadowSide: FrontSide,
        polygonOffset: true, // draw edges in front of their faces
        polygonOffsetFactor: 1,
        polygonOffsetUnits: 1,
      });
    }
    return this.materials[index];
  }
}
