import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

import type { PageRenderer } from '#protocol/player-page.ts'

export interface LoadedRenderer extends PageRenderer {
  /** The module's URL, to load it in another thread. */
  readonly url: string
  readonly scriptUrl: string
  /** Differs from build to build. */
  readonly build: string
}

const rendererPath = fileURLToPath(new URL('../../dist/player-server/render-page.js', import.meta.url))
const manifestPath = fileURLToPath(new URL('../../dist/player/manifest.json', import.meta.url))

let loaded: LoadedRenderer | null = null

/** The built player, reloaded when `npm run dev` rebuilds it. Rejects when it was never built. */
export async function loadRenderer(): Promise<LoadedRenderer> {
  const build = String(statSync(manifestPath).mtimeMs)
  if (loaded?.build === build) return loaded
  const { script } = JSON.parse(readFileSync(manifestPath, 'utf8')) as { script: string }
  const url = `${pathToFileURL(rendererPath).href}?build=${build}`
  const module = (await import(url)) as PageRenderer
  loaded = { ...module, url, scriptUrl: script, build }
  return loaded
}
