// The picture: renderer, light, ground; drawn when something has changed.

import { Color, DirectionalLight, GridHelper, HemisphereLight, Scene, SRGBColorSpace, WebGLRenderer } from "three";
import { Orbit, steer } from "./orbit.js";

export class Stage {
  constructor(host, draw) {
    this.host = host;
    this.draw = draw;
    this.renderer = new WebGLRenderer({ antialias: true });
    this.renderer.outputColorSpace = SRGBColorSpace;
    this.renderer.setPixelRatio(devicePixelRatio);
    this.canvas = this.renderer.domElement;
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("aria-label", "The model in 3D: drag to turn, shift and drag to move, wheel to come nearer");
    host.append(this.canvas);
    this.scene = new Scene();
    this.light = new DirectionalLight(0xffffff, 1.9);
    this.sky = new HemisphereLight(0xffffff, 0xaab2bd, 2.1);
    this.sky.position.set(0, 0, 1);
    this.scene.add(this.sky, this.light, this.light.target);
    this.orbit = new Orbit();
    steer(this.canvas, this.orbit, () => this.changed());
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(host);
    this.theme = matchMedia("(prefers-color-scheme: dark)");
    this.theme.addEventListener("change", () => this.paint());
  }

  /** A grid of squares below the model, sized by it. */
  ground(centre, radius, height) {
    this.grid?.removeFromParent();
    const step = niceStep(radius / 3);
    const squares = 2 * Math.ceil((2.5 * radius) / step);
    this.grid = new GridHelper(squares * step, squares);
    this.grid.rotation.x = Math.PI / 2;
    this.grid.position.set(Math.round(centre.x / step) * step, Math.round(centre.y / step) * step, height);
    this.grid.material.transparent = true;
    this.grid.material.depthWrite = false;
    this.scene.add(this.grid);
    this.paint();
  }

  /** Colours of the theme. */
  paint() {
    const style = getComputedStyle(this.host);
    this.scene.background = new Color(style.getPropertyValue("--stage").trim() || "#f4f6f8");
    if (this.grid) {
      const colours = this.grid.geometry.getAttribute("color");
      const line = new Color(style.getPropertyValue("--stage-grid").trim() || "#c8ced4");
      for (let i = 0; i < colours.count; i++) colours.setXYZ(i, line.r, line.g, line.b);
      colours.needsUpdate = true;
      this.grid.material.opacity = 0.7;
    }
    this.changed();
  }

  /** Draw in the next frame. */
  changed() {
    this.waiting ??= requestAnimationFrame(() => this.render());
  }

  /** Draw now. */
  render() {
    cancelAnimationFrame(this.waiting);
    this.waiting = null;
    this.draw();
    this.orbit.update();
    const { camera } = this.orbit;
    const { up, back, right } = this.orbit.axes();
    const towards = back.clone().addScaledVector(up, 0.6).addScaledVector(right, -0.5).transformDirection(this.orbit.frame);
    this.light.position.copy(towards);
    this.renderer.render(this.scene, camera);
  }

  /** The present picture as a PNG file. */
  picture() {
    this.render();
    return new Promise((resolve) => this.canvas.toBlob(resolve, "image/png"));
  }

  destroy() {
    this.observer.disconnect();
    cancelAnimationFrame(this.waiting);
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.canvas.remove();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (!width || !height) return;
    this.renderer.setSize(width, height, false);
    this.orbit.aspect = width / height;
    this.render();
  }
}

/** 1, 2 or 5 times a power of ten, near a length. */
function niceStep(length) {
  const power = 10 ** Math.floor(Math.log10(length));
  return power * [1, 2, 5, 10].find((factor) => factor * power >= 0.9 * length);
}
