// One run in the scene: its triangles, and where they are at a time. World coordinates are the deck's.

import { BufferAttribute, BufferGeometry, Color, DoubleSide, FrontSide, Group, Matrix4, Mesh, MeshStandardMaterial, Quaternion, Vector3 } from "three";
import { readGlb, readTracks } from "./glb.js";
import { Mover } from "./motion.js";
import { bodyKey, frameKey } from "./names.js";

const UNIT = new Vector3(1, 1, 1);
const GHOST_OPACITY = 0.28;

export class Run {
  /** From the bytes of a glTF file; a ghost is drawn pale and in one colour. */
  constructor(buffer, name, ghostColour = null) {
    this.name = name;
    this.ghostColour = ghostColour;
    this.file = readGlb(buffer);
    this.extras = this.file.document.extras;
    this.start = this.extras.start;
    this.duration = this.extras.duration;
    this.group = new Group();
    this.parts = []; // {object, kind, name}
    this.carriers = new Map(); // body, GROUND, or the node of a frame that no single body carries: {node, mover}
    this.frames = new Map(); // frame: {body, pose}
    this.materials = [];
    this.moving = [];
    this.#build(readTracks(this.file));
  }

  /** Everything to where it is at a time [s]. */
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

  /** The pose of the frame of a name, else of the body, at a time [s], as a rigid matrix. */
  pose(name, time, target) {
    return this.poseOf(this.frames.has(name) ? frameKey(name) : bodyKey(name), time, target);
  }

  /** The pose of `body NAME` or `frame NAME`. */
  poseOf(key, time, target = new Matrix4()) {
    const [kind, name] = [key.slice(0, key.indexOf(" ")), key.slice(key.indexOf(" ") + 1)];
    const frame = kind === "frame" ? this.frames.get(name) : null;
    const carrier = this.carriers.get(frame ? frame.body : name);
    if (!carrier) return target.identity();
    const { position, quaternion } = carrier.mover.move(time - this.start);
    target.compose(position, quaternion, UNIT);
    return frame ? target.multiply(frame.pose) : target;
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
      const object = this.#object(node);
      const mover = new Mover(node, tracks.get(index));
      if (kind === "body" || kind === "ground") this.carriers.set(name, { node, mover, colour: node.extras.colour });
      if (kind === "frame") {
        this.carriers.set(node.name, { node, mover });
        this.frames.set(name, { body: node.name, pose: new Matrix4() });
      }
      this.moving.push({ object, mover });
      this.parts.push({ object, kind, name, body: name });
      this.group.add(object);
      for (const child of node.children ?? []) this.#part(document.nodes[child], object, name);
    }
  }

  #part(node, parent, body) {
    const object = this.#object(node);
    object.position.fromArray(node.translation ?? [0, 0, 0]);
    object.quaternion.fromArray(node.rotation ?? [0, 0, 0, 1]);
    parent.add(object);
    const { kind, name } = node.extras;
    this.parts.push({ object, kind, name, body });
    if (kind === "frame") {
      const turn = new Quaternion().copy(object.quaternion);
      this.frames.set(name, { body, pose: new Matrix4().compose(object.position, turn, UNIT) });
    }
  }

  #object(node) {
    const object = new Group();
    object.name = node.name;
    if (node.mesh === undefined) return object;
    for (const primitive of this.file.document.meshes[node.mesh].primitives) {
      const mesh = new Mesh(this.#geometry(primitive), this.#material(primitive.material));
      object.add(mesh);
    }
    return object;
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
      });
    }
    return this.materials[index];
  }
}
