import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

import react from '@vitejs/plugin-react'
import { zipSync } from 'fflate'
import sharp from 'sharp'
import { build as viteBuild, type InlineConfig } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const source = join(root, 'extension')
const outDir = join(root, 'dist', 'extension')
const iconSizes = [16, 32, 48, 128]

/** Builds the extension to dist/extension, loadable unpacked, and to dist/understudy-extension.zip. */
export async function build(options: { mode: 'production' | 'development' }): Promise<void> {
  rmSync(outDir, { recursive: true, force: true })
  mkdirSync(join(outDir, 'icons'), { recursive: true })
  await viteBuild(script('recorder.content.ts', 'recorder', 'iife', options.mode))
  await viteBuild(script('app-bridge.content.ts', 'app-bridge', 'iife', options.mode))
  await viteBuild(script('service-worker.ts', 'service-worker', 'es', options.mode))
  await viteBuild(script('frame-stream.ts', 'frame-stream', 'iife', options.mode))
  await viteBuild(pages(options.mode))
  await writeIcons()
  copyFileSync(join(source, 'entrypoints', 'frame-stream.html'), join(outDir, 'frame-stream.html'))
  writeFileSync(join(outDir, 'manifest.json'), readFileSync(join(source, 'manifest.json')))
  await writeZip()
}

/** One file without imports: Chrome loads content scripts as plain scripts, and a worker in one piece starts faster. */
function script(entry: string, name: string, format: 'iife' | 'es', mode: 'production' | 'development'): InlineConfig {
  return {
    ...shared(mode),
    build: {
      ...output,
      minify: mode === 'production',
      rolldownOptions: {
        input: join(source, 'entrypoints', entry),
        output: { format, entryFileNames: `${name}.js`, name: 'understudy', codeSplitting: false },
      },
    },
  }
}

function pages(mode: 'production' | 'development'): InlineConfig {
  return {
    ...shared(mode),
    root: join(source, 'entrypoints'),
    base: './',
    plugins: [react()],
    build: {
      ...output,
      minify: mode === 'production',
      assetsDir: 'popup',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: ['popup', 'access'].map((name) => join(source, 'entrypoints', name, `${name}.html`)) },
    },
  }
}

const output = { outDir, emptyOutDir: false, target: 'chrome120', reportCompressedSize: false } as const

function shared(mode: 'production' | 'development'): InlineConfig {
  return {
    configFile: false,
    root: source,
    mode,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
  }
}

async function writeIcons(): Promise<void> {
  const mark = readFileSync(join(source, 'icons', 'mark.svg'))
  await Promise.all(
    iconSizes.map((size) =>
      sharp(mark, { density: 72 * (size / 16) })
        .resize(size, size)
        .png({ compressionLevel: 9 })
        .toFile(join(outDir, 'icons', `${size}.png`)),
    ),
  )
}

/** Entries sorted and undated, so that the same source gives the same file. */
async function writeZip(): Promise<void> {
  const entries = await readdir(outDir, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const files = await Promise.all(
    paths.sort().map(async (path) => [relative(outDir, path), new Uint8Array(await readFile(path))] as const),
  )
  const zip = zipSync(Object.fromEntries(files), { level: 9, mtime: new Date(1980, 0, 1) })
  writeFileSync(join(root, 'dist', 'understudy-extension.zip'), zip)
}
