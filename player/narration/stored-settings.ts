import { speeds } from './speeds.ts'

/** The visitor's narration settings in this browser. */
export interface NarrationSettings {
  readonly hasCaptions: boolean
  readonly speed: number
}

const key = 'understudy-narration'

export function readSettings(): NarrationSettings {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<NarrationSettings>
    return { hasCaptions: kept.hasCaptions !== false, speed: speeds.find((speed) => speed === kept.speed) ?? 1 }
  } catch {
    return { hasCaptions: true, speed: 1 }
  }
}

export function storeSettings(settings: NarrationSettings): void {
  try {
    localStorage.setItem(key, JSON.stringify(settings))
  } catch {
    // Without storage, they last until the page is closed.
  }
}
