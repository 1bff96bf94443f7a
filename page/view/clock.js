// The displayed time: playback, speed and listeners.

const SPEEDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];
const WHOLE = 12; // maximum playback time [s] of a whole run; the minimum is a third

export class Clock {
  constructor(start, duration) {
    Object.assign(this, { start, duration, time: start, playing: false, loop: true, listeners: new Set() });
    this.speeds = SPEEDS;
    this.speed = duration >= WHOLE / 3 && duration <= WHOLE * 2 ? 1 : nearest(duration / WHOLE);
  }

  get end() {
    return this.start + this.duration;
  }

  /** Call `listener(time, playing)` whenever either changes. */
  on(listener) {
    this.listeners.add(listener);
  }

  /** Set the new duration of a run that has continued. */
  extend(start, duration) {
    Object.assign(this, { start, duration });
  }

  set(time) {
    this.time = Math.max(this.start, Math.min(this.end, time));
    this.#tell();
  }

  play(playing = !this.playing) {
    if (playing === this.playing || (playing && this.duration === 0)) return;
    this.playing = playing;
    if (playing) {
      if (this.time >= this.end) this.time = this.start;
      this.last = null;
      this.request = requestAnimationFrame((now) => this.#tick(now));
    } else cancelAnimationFrame(this.request);
    this.#tell();
  }

  #tick(now) {
    if (!this.playing) return;
    if (this.last !== null) {
      let time = this.time + (this.speed * (now - this.last)) / 1000;
      if (time > this.end) {
        if (this.loop) time = this.start + ((time - this.start) % this.duration);
        else {
          this.time = this.end;
          this.play(false);
          return;
        }
      }
      this.time = time;
      this.#tell();
    }
    this.last = now;
    this.request = requestAnimationFrame((next) => this.#tick(next));
  }

  #tell() {
    for (const listener of this.listeners) listener(this.time, this.playing);
  }
}

function nearest(speed) {
  return SPEEDS.reduce((best, other) => (Math.abs(Math.log(other / speed)) < Math.abs(Math.log(best / speed)) ? other : best));
}
