import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { build as viteBuild } from 'vite'

import config from './vite.config.ts'

type Mode = 'production' | 'development'

/** Builds the application into dist/web: index.html, the static landing.html, and hashed files. */
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
      // As in the browser's build, so that the stylesheet below the hero has the same hash.
      ...config.build,
      cssMinify: true,
      ssr: fileURLToPath(new URL('render-landing.tsx', import.meta.url)),
      outDir: folder,
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
  const styled = rendered.replace(stylesheetLink, (_link, path: string) => inlineStyle(join(dist, 'web', path)))
  refuseLackingStyles(styled)
  refuseMissingFiles(styled)
  writeFileSync(page, withScriptsLast(styled))
  rmSync(folder, { recursive: true })
}

/** Reading needs no script: it loads after the first paint. */
function withScriptsLast(html: string): string {
  const scripts = html.match(scriptTags) ?? []
  const late = scripts.map((tag) => tag.replace(/^<(link|script)/, '<$1 fetchpriority="low"')).join('')
  return html.replace(scriptTags, '').replace('</body>', () => `${late}</body>`)
}

const scriptTags = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g
const stylesheetLink = /<link rel="stylesheet"[^>]*? href="\/(assets\/[^"]+\.css)">/

/**
 * Inlined styles save a request before the first paint; the server allows them by hash. The font is not preloaded: that
 * would delay the paint, and the fallback has its metrics.
 */
function inlineStyle(path: string): string {
  return `<style>${readFileSync(path, 'utf8').trim()}</style>`
}

/** `web/landing.css` lists its sources; components it doesn't list would be unstyled. */
function refuseLackingStyles(html: string): void {
  const assets = join(dist, 'web', 'assets')
  const sheet = readdirSync(assets).find((name) => /^styles-.*\.css$/.test(name)) ?? ''
  const whole = readFileSync(join(assets, sheet), 'utf8')
  const [, inside = ''] = /<style>([^]*?)<\/style>/.exec(html) ?? []
  const classes = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' '))
  const lacking = [...new Set(classes)].filter((name) => {
    const selector = `.${name.replaceAll('&amp;', '&').replaceAll(/[^\w-]/g, '\\$&')}`
    return whole.includes(selector) && !inside.includes(selector)
  })
  if (lacking.length > 0) throw new Error(`web/landing.css lacks a @source: no style for ${lacking.join(', ')}`)
}

/** Both builds name the files; a difference between them would only show as a 404. */
function refuseMissingFiles(html: string): void {
  const paths = [...html.matchAll(/"\/(assets\/[^" ]+)"/g)].map(([, path = '']) => path)
  const missing = paths.filter((path) => !existsSync(join(dist, 'web', path)))
  if (missing.length > 0) throw new Error(`The landing page names files that were not built: ${missing.join(', ')}`)
}
