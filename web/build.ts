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
    rendered.replace(stylesheetLink, (_link, path: string) => inlineStyle(join(dist, 'web', path))),
  )
  rmSync(folder, { recursive: true })
}

const stylesheetLink = /<link rel="stylesheet"[^>]*? href="\/(assets\/[^"]+\.css)">/
const latinFont = /\/assets\/inter-latin-wght-normal-[^)"']+\.woff2/

/**
 * Inside the document the style costs no second trip before the first paint; the server allows it by its hash. A font
 * that comes too late waits for the next page: swapping it in would move the headline.
 */
function inlineStyle(path: string): string {
  const style = readFileSync(path, 'utf8').trim().replaceAll('font-display:swap', 'font-display:optional')
  const font = latinFont.exec(style)?.[0]
  if (font === undefined) throw new Error(`${path} names no latin font to load beforehand`)
  return `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin><style>${style}</style>`
}
