// The picture: renderer, light and shadow, ground, and overlay. It is redrawn after changes.

import { CanvasTexture, DirectionalLight, HemisphereLight, PCFShadowMap, Scene, SRGBColorSpace, Vector3, WebGLRenderer } from "three";
import { element } from "../shared/dom.js";
import { Ground } from "./ground.js";
import { Orbit, steer } from "./orbit.js";
import { Overlay } from "./overlay.js";

const SUN = new Vector3(-0.35, -0.95, 1.1).normalize(); // direction of the light source
const SHADOW_PIXELS = 2048;
const INSET = 0.28; // size of the inset view, relative to the picture

export class Stage {
  /** A stage in an element; `runs()` returns the runs in the scene. */
  constructor(host, runs) {
    this.host = host;
    this.runs = runs;
    this.renderer = new WebGLRenderer({ antialias: true });
    this.renderer.outputColorSpace = SRGBColorSpace;
    this.renderer.setPixelRatio(devicePixelRatio);
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    this.canvas = this.renderer.domElement;
    this.canvas.classList.add("scene");
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("aria-label", "The model in 3D: drag to rotate, shift-drag to pan, turn the wheel to zoom, click a part to see its properties");
    host.append(this.canvas);
    this.overlay = new Overlay(host);
    this.scene = new Scene();
    this.focus = new Vector3();
    this.radius = 1;
    this.sun = new DirectionalLight(0xffffff, 2.2);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(SHADOW_PIXELS, SHADOW_PIXELS);
    this.sun.shadow.radius = 3;
    this.fill = new DirectionalLight(0xffffff, 0.9); // light from the camera, so that no surface is black
    this.sky = new HemisphereLight(0xffffff, 0xb5aca0, 1.25);
    this.sky.position.set(0, 0, 1);
    this.scene.add(this.sky, this.sun, this.sun.target, this.fill, this.fill.target);
    this.orbit = new Orbit();
    this.inset = null; // separate orbit for the inset view from space
    steer(this.canvas, this.orbit, () => this.changed());
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(host);
    this.theme = matchMedia("(prefers-color-scheme: dark)");
    this.repaint = () => this.paint();
    this.theme.addEventListener("change", this.repaint);
  }

  /** Lay the ground for a model of a radius around a place. */
  lay(centre, radius, height) {
    this.ground?.destroy();
    this.radius = radius;
    this.ground = new Ground(radius, height);
    this.scene.add(this.ground.group);
    const { shadow } = this.sun;
    const wide = 2.2 * radius;
    Object.assign(shadow.camera, { left: -wide, right: wide, top: wide, bottom: -wide, near: 0.01 * radius, far: 16 * radius });
    shadow.camera.updateProjectionMatrix();
    shadow.normalBias = 0.006 * radius;
    this.look(centre);
    this.paint();
  }

  /** Move light and ground to the model. */
  look(centre) {
    this.focus.copy(centre);
    this.ground?.centre(centre.x, centre.y);
    this.sun.target.position.copy(centre);
    this.sun.position.copy(centre).addScaledVector(SUN, 8 * this.radius);
  }

  /** Colours of the theme. */
  paint() {
    const style = getComputedStyle(this.host);
    const colour = (name) => style.getPropertyValue(name).trim();
    const canvas = element("canvas", { width: 2, height: 256 });
    const context = canvas.getContext("2d");
    const gradient = context.createLinearGradient(0, 0, 0, 256);
    gradient.addColorStop(0, colour("--stage-sky"));
    gradient.addColorStop(1, colour("--stage"));
    context.fillStyle = gradient;
    context.fillRect(0, 0, 2, 256);
    this.scene.background?.dispose();
    this.scene.background = new CanvasTexture(canvas);
    this.scene.background.colorSpace = SRGBColorSpace;
    this.ground?.paint(colour("--stage-grid"), this.theme.matches);
    for (const run of this.runs()) run.paint(this.theme.matches);
    this.changed();
  }

  /** Draw in the next frame; `moved` means that shadows have changed too. */
  changed(moved = true) {
    this.renderer.shadowMap.needsUpdate ||= moved;
    this.waiting ??= requestAnimationFrame(() => this.render());
  }

  /** Draw now. */
  render() {
    cancelAnimationFrame(this.waiting);
    this.waiting = null;
    const { clientWidth: width, clientHeight: height } = this.host;
    this.#shoot(width, height);
    this.overlay.draw(this, width, height);
  }

  /** Return the CSS pixels per metre at the camera's target, for a picture of a given height. */
  pixelsPerMetre(height) {
    return height / this.orbit.span;
  }

  /** Return the rectangle of the inset view from space. */
  insetBox() {
    const width = Math.round(Math.max(140, INSET * this.host.clientWidth));
    return { x: 12, y: 12, width, height: Math.round(0.7 * width) };
  }

  /** The picture at a multiple of its size, with all that is written over it, as a canvas. */
  pictured(scale) {
    const { clientWidth: width, clientHeight: height } = this.host;
    const made = element("canvas", { width: Math.round(width * scale), height: Math.round(height * scale) });
    const context = made.getContext("2d");
    this.renderer.setPixelRatio(scale);
    this.renderer.setSize(width, height, false);
    this.#shoot(width, height);
    context.drawImage(this.canvas, 0, 0, made.width, made.height);
    this.overlay.paint(context, this, width, height, scale);
    this.renderer.setPixelRatio(devicePixelRatio);
    this.renderer.setSize(width, height, false);
    this.changed();
    return made;
  }

  /** The largest multiple of the present size that the graphics can draw. */
  get largest() {
    const { clientWidth: width, clientHeight: height } = this.host;
    return this.renderer.capabilities.maxTextureSize / Math.max(width, height);
  }

  destroy() {
    this.observer.disconnect();
    this.theme.removeEventListener("change", this.repaint);
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

  #shoot(width, height) {
    this.#from(this.orbit);
    if (!this.inset) return;
    const box = this.insetBox();
    const bottom = height - box.y - box.height;
    this.inset.aspect = box.width / box.height;
    this.renderer.setScissorTest(true);
    this.renderer.setScissor(box.x, bottom, box.width, box.height);
    this.renderer.setViewport(box.x, bottom, box.width, box.height);
    this.#from(this.inset);
    this.renderer.setScissorTest(false);
    this.renderer.setViewport(0, 0, width, height);
    this.orbit.update();
  }

  #from(orbit) {
    orbit.update();
    const { up, back, right } = orbit.axes();
    this.fill.position.copy(back).addScaledVector(up, 0.4).addScaledVector(right, 0.5).transformDirection(orbit.frame);
    this.renderer.render(this.scene, orbit.camera);
  }
}
