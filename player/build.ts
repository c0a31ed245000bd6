import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { build as viteBuild, type InlineConfig } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Builds the page's script (dist/player, with a manifest of what to load), its renderer for the server
 * (dist/player-server/render-page.js), the editor's preview (dist/preview) and the embed scripts (dist/js/demo-player.js, demo-window.js).
 */
export async function build(options: { mode: 'production' | 'development' }): Promise<void> {
  await viteBuild(configOf(options.mode, pageScript))
  await viteBuild(configOf(options.mode, pageRenderer))
  await viteBuild(configOf(options.mode, previewPage))
  await viteBuild(configOf(options.mode, embedScript('demo-player')))
  await viteBuild(configOf(options.mode, embedScript('demo-window')))
  finishPageScript()
}

/** The components are written for React, which is too large for this page (budget: 20 kB until the first step can be clicked). */
const preact = [
  { find: /^react-dom\/server$/, replacement: 'preact-render-to-string' },
  { find: /^react\/jsx-(?:dev-)?runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react(?:-dom\/client)?$/, replacement: join(root, 'player', 'preact-as-react.ts') },
]

/** Old enough for phones in use, new enough for `translate`, aspect-ratio and modules. */
const target = ['chrome111', 'firefox113', 'safari16.4']

function configOf(mode: 'production' | 'development', part: InlineConfig): InlineConfig {
  return {
    ...part,
    configFile: false,
    root: join(root, 'player'),
    mode,
    logLevel: 'warn',
    publicDir: false,
    resolve: { alias: preact },
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
    oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
    build: {
      target,
      cssTarget: target,
      minify: mode === 'production',
      cssMinify: mode === 'production',
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      ...part.build,
    },
  }
}

/** The document inlines these styles; only the agent's panel has its own file. */
const inlinedStyles = {
  name: 'inlined-styles',
  enforce: 'pre' as const,
  load: (id: string) => (/\/player\/[\w-]+\.css$/.test(id) ? '' : null),
}

const pageScript: InlineConfig = {
  plugins: [inlinedStyles],
  base: '/player/',
  build: {
    outDir: join(root, 'dist', 'player'),
    emptyOutDir: true,
    assetsDir: '.',
    manifest: 'vite-manifest.json',
    rolldownOptions: {
      input: join(root, 'player', 'entry-page.tsx'),
      // Hashes don't compress, and the first script names every part: two characters less each save 50 B.
      output: { chunkFileNames: '[name].[hash:6].js' },
    },
  },
}

/** Built separately, so that it doesn't change the chunks of the page's script. */
const previewPage: InlineConfig = {
  base: '/demo/preview/',
  build: {
    outDir: join(root, 'dist', 'preview'),
    emptyOutDir: true,
    assetsDir: '.',
    rolldownOptions: {
      input: join(root, 'player', 'preview.html'),
      // A preview turns recording off before anything else, so it holds the part that the player loads later.
      checks: { ineffectiveDynamicImport: false },
    },
  },
}

/** With the page script's addresses, as its documents load the same font. */
const pageRenderer: InlineConfig = {
  base: '/player/',
  ssr: { noExternal: true, target: 'node' },
  build: {
    assetsDir: '.',
    ssr: join(root, 'player', 'entry-render-page.tsx'),
    outDir: join(root, 'dist', 'player-server'),
    emptyOutDir: true,
    rolldownOptions: { output: { entryFileNames: 'render-page.js', codeSplitting: false } },
  },
}

const embedScript = (name: string): InlineConfig => ({
  build: {
    outDir: join(root, 'dist', 'js'),
    // The tracker's script lives in the same folder.
    emptyOutDir: false,
    rolldownOptions: {
      input: join(root, 'player', `entry-${name}.ts`),
      output: { format: 'iife', entryFileNames: `${name}.js` },
    },
  },
})

/**
 * Makes Chromium compile every function while the script loads, off the main thread: most of them run in the one task
 * that hydrates, and half of that task was compiling them one by one. Works only as the first line.
 */
const compileHint = '//# allFunctionsCalledOnLoad\n'

/** Adds the hint, and replaces Vite's manifest with one that has the only file name the server needs. */
function finishPageScript(): void {
  const folder = join(root, 'dist', 'player')
  const path = join(folder, 'vite-manifest.json')
  const entries = Object.values(
    JSON.parse(readFileSync(path, 'utf8')) as Record<string, { file: string; isEntry?: true }>,
  )
  const entry = entries.find((each) => each.isEntry === true)
  if (entry === undefined) throw new Error('The player was built without its entry')
  const script = join(folder, entry.file)
  writeFileSync(script, compileHint + readFileSync(script, 'utf8'))
  rmSync(path)
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ script: `/player/${entry.file}` }))
}
