import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { build as viteBuild } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Builds dist/js/tracker.js for other sites, and dist/js/tracker-chat.js, loaded on demand. */
export async function build(options: { mode: 'production' | 'development' }): Promise<void> {
  await buildScript(options.mode, 'tracker', 'iife')
  await buildScript(options.mode, 'tracker-chat', 'es')
}

async function buildScript(mode: 'production' | 'development', name: string, format: 'iife' | 'es'): Promise<void> {
  const target = ['chrome111', 'firefox113', 'safari16.4']
  await viteBuild({
    configFile: false,
    root: join(root, 'tracker'),
    mode,
    logLevel: 'warn',
    publicDir: false,
    build: {
      target,
      minify: mode === 'production',
      reportCompressedSize: false,
      outDir: join(root, 'dist', 'js'),
      // The embed script lives in the same folder.
      emptyOutDir: false,
      // As a library, or the bundler adds its own way of loading the chat.
      lib: {
        entry: join(root, 'tracker', `entry-${name}.ts`),
        formats: [format],
        name: 'tracker',
        fileName: () => `${name}.js`,
      },
    },
  })
}
