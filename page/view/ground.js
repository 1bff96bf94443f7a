// The ground: a grid in metres that fades with the distance from the model, and the shadow of the model.

import { BufferAttribute, BufferGeometry, Color, Group, LineBasicMaterial, LineSegments, Mesh, PlaneGeometry, ShadowMaterial } from "three";

const ACROSS = 16; // number of squares from the middle to the edge
const EVERY = 5; // every fifth line is strong
const FAINT = 0.4;

export class Ground {
  /** Squares that suit a model of a radius [m], at a height [m]. */
  constructor(radius, height) {
    this.step = niceStep(radius / 5);
    this.height = height;
    this.reach = ACROSS * this.step;
    this.group = new Group();
    this.lines = this.#lines();
    this.shadow = new Mesh(new PlaneGeometry(2 * this.reach, 2 * this.reach), new ShadowMaterial({ opacity: 0.22, depthWrite: false }));
    this.shadow.receiveShadow = true;
    this.shadow.position.z = -1e-4 * radius;
    this.group.add(this.shadow, this.lines);
    this.centre(0, 0);
  }

  /** Centre the grid at a place; lines stay at whole multiples of the step. */
  centre(x, y) {
    const square = EVERY * this.step;
    this.x = Math.round(x / square) * square;
    this.y = Math.round(y / square) * square;
    this.group.position.set(this.x, this.y, this.height);
  }

  paint(colour, dark) {
    const { r, g, b } = new Color(colour);
    const colours = this.lines.geometry.getAttribute("color");
    for (let i = 0; i < colours.count; i++) colours.setXYZ(i, r, g, b);
    colours.needsUpdate = true;
    this.shadow.material.opacity = dark ? 0.5 : 0.2;
  }

  destroy() {
    this.group.removeFromParent();
    for (const { geometry, material } of [this.lines, this.shadow]) {
      geometry.dispose();
      material.dispose();
    }
  }

  #lines() {
    const { step, reach } = this;
    const points = [];
    const strengths = [];
    const fade = (x, y) => Math.max(0, 1 - Math.hypot(x, y) / reach) ** 1.3;
    const piece = (x0, y0, x1, y1, strength) => {
      points.push(x0, y0, 0, x1, y1, 0);
      strengths.push(strength * fade(x0, y0), strength * fade(x1, y1));
    };
    for (let i = -ACROSS; i <= ACROSS; i++) {
      const strength = i % EVERY ? FAINT : 1;
      for (let k = -ACROSS; k < ACROSS; k++) {
        piece(k * step, i * step, (k + 1) * step, i * step, strength);
        piece(i * step, k * step, i * step, (k + 1) * step, strength);
      }
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(points), 3));
    const colours = new Float32Array(4 * strengths.length);
    strengths.forEach((strength, i) => (colours[4 * i + 3] = strength));
    geometry.setAttribute("color", new BufferAttribute(colours, 4));
    return new LineSegments(geometry, new LineBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false }));
  }
}

/** Return 1, 2 or 5 times a power of ten, near a length. */
export function niceStep(length) {
  const power = 10 ** Math.floor(Math.log10(length));
  return power * [1, 2, 5, 10].find((factor) => factor * power >= 0.9 * length);
}
