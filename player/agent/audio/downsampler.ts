/** Resamples a stream to a lower rate with a windowed-sinc low-pass; keeps its state between blocks. */
export class Downsampler {
  readonly #step: number
  readonly #half: number
  readonly #cutoff: number
  #held: Float32Array
  /** The next output sample's position in `#held`. */
  #position: number

  constructor(from: number, to: number) {
    this.#step = from / to
    this.#half = Math.ceil(zeroCrossings * this.#step)
    this.#cutoff = 0.92 / this.#step
    this.#held = new Float32Array(this.#half)
    this.#position = this.#half
  }

  push(block: Float32Array): Float32Array {
    const samples = new Float32Array(this.#held.length + block.length)
    samples.set(this.#held)
    samples.set(block, this.#held.length)
    const output: number[] = []
    while (this.#position + this.#half < samples.length) {
      output.push(this.#at(samples, this.#position))
      this.#position += this.#step
    }
    const used = Math.max(0, Math.floor(this.#position) - this.#half)
    this.#held = samples.slice(used)
    this.#position -= used
    return Float32Array.from(output)
  }

  #at(samples: Float32Array, position: number): number {
    const centre = Math.round(position)
    let sum = 0
    let weights = 0
    for (let at = centre - this.#half + 1; at < centre + this.#half; at += 1) {
      const distance = at - position
      const x = distance * this.#cutoff * Math.PI
      const sinc = Math.abs(x) < 1e-6 ? 1 : Math.sin(x) / x
      const weight = sinc * (0.5 + 0.5 * Math.cos((Math.PI * distance) / this.#half))
      sum += (samples[at] ?? 0) * weight
      weights += weight
    }
    return sum / weights
  }
}

const zeroCrossings = 8
