import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { build as viteBuild } from 'vite'

import config from './vite.config.ts'

type Mode = 'production' | 'development'

/** Writes the application to dist/web: index.html, landing.html as it is read without script, and hashed files. */
export async function build(options: { mode: Mode }): Promise<void> {
  await viteBuild({ ...config, configFile: false, mode: options.mode, logLevel: 'warn' })
  await renderLandingPage(options.mode)
}

const dist = fileURLToPath(new URL('../dist/', import.meta.url))
const placeholder = '<!--landing-->'

/** Renders the landing page into its document, with the same components the browser takes it over with. */
async function renderLandingPage(mode: Mode): Promise<void> {
  const folder = join(dist, 'web-server')
  await viteBuild({
    ...config,
    configFile: false,
    mode,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, target: 'node' },
    build: {
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      ssr: fileURLToPath(new URL('render-landing.tsx', import.meta.url)),
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: 'render-landing.js' } },
    },
  })
  const script = pathToFileURL(join(folder, 'render-landing.js')).href
  const { renderLanding } = (await import(`${script}?built=${Date.now()}`)) as { renderLanding: () => string }
  const page = join(dist, 'web', 'landing.html')
  const html = readFileSync(page, 'utf8')
  if (!html.includes(placeholder)) throw new Error(`landing.html has no ${placeholder} to render into`)
  // Functions, because pages and styles may hold `$&` and the like.
  const rendered = html.replace(placeholder, () => renderLanding())
  writeFileSync(
    page,
    rendered.replace(stylesheetLink, (_link, path: string) => `<style>${styleAt(path)}</style>`),
  )
  rmSync(folder, { recursive: true })
}

/** Inside the document the style costs no second trip before the first paint; the server allows it by its hash. */
const stylesheetLink = /<link rel="stylesheet"[^>]*? href="\/(assets\/[^"]+\.css)">/

function styleAt(path: string): string {
  return readFileSync(join(dist, 'web', path), 'utf8').trim()
}
