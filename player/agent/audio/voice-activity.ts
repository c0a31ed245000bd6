/*
 * Detects speech by level and voicing, without a trained model: 10 ms frames at 16 kHz, a 90 Hz high-pass, an adaptive
 * noise floor, and a normalised autocorrelation between 80 and 400 Hz. A steady tone (hum, a chord) is also loud and
 * periodic, but its period doesn't move like a voice's.
 */

export const activityRate = 16_000
export const frameSamples = 160

export type ActivityEvent =
  /** Possibly a voice: half the evidence needed for a start. Revoked by `quiet` if nothing follows. */
  | { readonly kind: 'maybe'; readonly atMs: number }
  | { readonly kind: 'quiet'; readonly atMs: number }
  /** `sinceMs` is the first loud frame. */
  | { readonly kind: 'start'; readonly atMs: number; readonly sinceMs: number }
  /** `lastSoundMs` is the last loud frame. */
  | { readonly kind: 'end'; readonly atMs: number; readonly lastSoundMs: number }

export class VoiceActivity {
  readonly #highPass = new HighPass()
  /** The last 30 ms at half the rate, for the autocorrelation. */
  readonly #recent = new Float32Array(windowSamples)
  #frames: Frame[] = []
  #floorDb = startFloorDb
  #frameCount = 0
  #isActive = false
  #isMaybe = false
  #lastLoud = 0
  #startedAt = 0
  #minimumDb = Number.NEGATIVE_INFINITY
  #levelDb = silenceDb

  get isActive(): boolean {
    return this.#isActive
  }

  get levelDb(): number {
    return this.#levelDb
  }

  /** Voiced milliseconds of the last second, from the start of speech. */
  get voicedMs(): number {
    if (!this.#isActive) return 0
    const frames = this.#frameCount - this.#startedAt / frameMs
    return count(this.#frames.slice(-frames), 'isVoiced') * frameMs
  }

  /** Sound below this level isn't speech, such as the agent's own voice in the room. */
  setMinimum(db: number): void {
    this.#minimumDb = db
  }

  /** Takes one frame of `frameSamples`. */
  push(samples: Float32Array): readonly ActivityEvent[] {
    this.#frameCount += 1
    const atMs = this.#frameCount * frameMs
    this.#levelDb = this.#measure(samples)
    const isLoud = this.#levelDb > Math.max(this.#floorDb + aboveFloorDb, quietestDb, this.#minimumDb)
    const period = isLoud ? findPeriod(this.#recent) : 0
    this.#frames.push({ isLoud, period })
    if (this.#frames.length > historyFrames) this.#frames.shift()
    const isVoiced = period > 0 && !isHeldTone(this.#frames)
    this.#frames[this.#frames.length - 1] = { isLoud, period, isVoiced }
    this.#followFloor(isLoud)
    return this.#decide(atMs, isLoud)
  }

  #decide(atMs: number, isLoud: boolean): readonly ActivityEvent[] {
    if (isLoud) this.#lastLoud = atMs
    if (this.#isActive) {
      if (atMs - this.#lastLoud < endMs) return []
      this.#isActive = false
      this.#isMaybe = false
      return [{ kind: 'end', atMs, lastSoundMs: this.#lastLoud }]
    }
    const recent = this.#frames.slice(-startFrames)
    if (count(recent, 'isLoud') >= startLoud && count(recent, 'isVoiced') >= startVoiced) {
      this.#isActive = true
      this.#startedAt = atMs - startFrames * frameMs
      const first = recent.findIndex((frame) => frame.isLoud)
      return [{ kind: 'start', atMs, sinceMs: atMs - (recent.length - first) * frameMs }]
    }
    const newest = this.#frames.slice(-maybeFrames)
    const isMaybe = count(newest, 'isLoud') >= maybeLoud && count(newest, 'isVoiced') >= maybeVoiced
    if (isMaybe && !this.#isMaybe) {
      this.#isMaybe = true
      return [{ kind: 'maybe', atMs }]
    }
    if (this.#isMaybe && atMs - this.#lastLoud >= quietMs) {
      this.#isMaybe = false
      return [{ kind: 'quiet', atMs }]
    }
    return []
  }

  #measure(samples: Float32Array): number {
    let energy = 0
    this.#recent.copyWithin(0, frameSamples / 2)
    const at = windowSamples - frameSamples / 2
    let before = 0
    for (let index = 0; index < samples.length; index += 1) {
      const value = this.#highPass.push(samples[index] ?? 0)
      energy += value * value
      if (index % 2 === 1) this.#recent[at + (index - 1) / 2] = (before + value) / 2
      before = value
    }
    return 10 * Math.log10(energy / samples.length + 1e-10)
  }

  /** Follows silence at once and noise slowly; speech hardly raises it. */
  #followFloor(isLoud: boolean): void {
    const difference = this.#levelDb - this.#floorDb
    if (difference < 0) this.#floorDb += difference * 0.2
    else if (this.#frameCount < settleFrames && !isLoud) this.#floorDb += difference * 0.1
    else this.#floorDb += Math.min(difference, this.#isActive ? 0.005 : 0.03)
  }
}

interface Frame {
  readonly isLoud: boolean
  /** In samples of half the rate; 0 for noise. */
  readonly period: number
  readonly isVoiced?: boolean
}

const frameMs = 10
const startFrames = 12
const startLoud = 9
const startVoiced = 4
const maybeFrames = 6
const maybeLoud = 4
const maybeVoiced = 2
const quietMs = 60
const endMs = 200
const aboveFloorDb = 10
const quietestDb = -52
const startFloorDb = -65
const silenceDb = -100
const settleFrames = 50
const historyFrames = 100
/** 30 ms at 8 kHz. */
const windowSamples = 240

function count(frames: readonly Frame[], field: 'isLoud' | 'isVoiced'): number {
  return frames.filter((frame) => frame[field] === true).length
}

/** The period of a voiced window in samples at 8 kHz, between 80 and 400 Hz; 0 if unvoiced. */
function findPeriod(window: Float32Array): number {
  let best = 0
  const scores = new Float32Array(maximumLag + 2)
  for (let lag = minimumLag; lag <= maximumLag; lag += 1) {
    let product = 0
    let first = 1e-9
    let second = 1e-9
    for (let index = 0; index + lag < window.length; index += 1) {
      const a = window[index] ?? 0
      const b = window[index + lag] ?? 0
      product += a * b
      first += a * a
      second += b * b
    }
    const score = product / Math.sqrt(first * second)
    scores[lag] = score
    best = Math.max(best, score)
  }
  if (best < voicedScore) return 0
  // A tone also repeats after two periods, so the first peak counts.
  const lag = scores.findIndex(
    (score, at) => score >= best * firstPeak && score >= (scores[at - 1] ?? 0) && score >= (scores[at + 1] ?? 0),
  )
  // Interpolates the peak between samples: small changes of the period distinguish a voice from a tone.
  const peak = scores[lag] ?? 0
  const left = scores[lag - 1] ?? 0
  const right = scores[lag + 1] ?? 0
  const bend = left - 2 * peak + right
  const shift = bend === 0 || lag === minimumLag || lag === maximumLag ? 0 : (left - right) / (2 * bend)
  return lag + Math.max(-0.5, Math.min(0.5, shift))
}

const minimumLag = 20
const maximumLag = 100
const voicedScore = 0.55
const firstPeak = 0.92

/** Nearly the same period for 150 ms: no voice is that steady. */
function isHeldTone(frames: readonly Frame[]): boolean {
  const recent = frames.slice(-toneFrames)
  const period = recent.at(-1)?.period ?? 0
  const same = recent.filter((frame) => Math.abs(frame.period - period) < toneSpread * period)
  return same.length >= toneSame
}

const toneFrames = 15
const toneSame = 10
const toneSpread = 0.01

/** Second-order high-pass at 90 Hz for 16 kHz. */
class HighPass {
  #x1 = 0
  #x2 = 0
  #y1 = 0
  #y2 = 0

  push(x: number): number {
    const y = b0 * x + b1 * this.#x1 + b0 * this.#x2 - a1 * this.#y1 - a2 * this.#y2
    this.#x2 = this.#x1
    this.#x1 = x
    this.#y2 = this.#y1
    this.#y1 = y
    return y
  }
}

const omega = (2 * Math.PI * 90) / activityRate
const alpha = Math.sin(omega) / Math.SQRT2
const b0 = (1 + Math.cos(omega)) / 2 / (1 + alpha)
const b1 = -(1 + Math.cos(omega)) / (1 + alpha)
const a1 = (-2 * Math.cos(omega)) / (1 + alpha)
const a2 = (1 - alpha) / (1 + alpha)
