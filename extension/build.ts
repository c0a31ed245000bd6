import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

/**
 * Builds the extension to dist/extension, loadable unpacked in Chrome and Edge, and the packages of the browsers' stores:
 * dist/understudy-extension.zip for Chrome, and the same with the suffixes -edge and -firefox.
 */
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
  cpSync(join(source, '_locales'), join(outDir, '_locales'), { recursive: true })
  copyFileSync(join(source, 'manifest.json'), join(outDir, 'manifest.json'))
  const files = await readPackage()
  writeZip('', files)
  writeZip('-edge', files)
  writeZip('-firefox', forFirefox(files))
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

type PackageFiles = Readonly<Record<string, Uint8Array>>

async function readPackage(): Promise<PackageFiles> {
  const entries = await readdir(outDir, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const files = await Promise.all(
    paths.sort().map(async (path) => [relative(outDir, path), new Uint8Array(await readFile(path))] as const),
  )
  return Object.fromEntries(files)
}

interface Manifest {
  readonly background: { readonly service_worker: string }
  readonly permissions: readonly string[]
  readonly optional_permissions: readonly string[]
  readonly minimum_chrome_version: string
}

/** Firefox has event pages, but no tab streams or offscreen documents. */
export function forFirefox(files: PackageFiles): PackageFiles {
  const read = JSON.parse(new TextDecoder().decode(files['manifest.json'])) as Manifest
  const { minimum_chrome_version: _, background, permissions, optional_permissions: optional, ...rest } = read
  const manifest = {
    ...rest,
    background: { scripts: [background.service_worker], type: 'module' },
    permissions: permissions.filter((each) => each !== 'offscreen'),
    optional_permissions: optional.filter((each) => each !== 'tabCapture'),
    browser_specific_settings: {
      gecko: {
        id: 'recorder@understudy.invalid',
        strict_min_version: '140.0',
        // Recordings go to the server that the author has paired.
        data_collection_permissions: { required: ['websiteContent', 'websiteActivity'] },
      },
    },
  }
  const kept = Object.entries(files).filter(([path]) => !path.startsWith('frame-stream'))
  return { ...Object.fromEntries(kept), 'manifest.json': new TextEncoder().encode(JSON.stringify(manifest, null, 2)) }
}

/** Entries sorted and undated, so that the same source gives the same file. */
function writeZip(suffix: string, files: PackageFiles): void {
  const zip = zipSync({ ...files }, { level: 9, mtime: new Date(1980, 0, 1) })
  writeFileSync(join(root, 'dist', `understudy-extension${suffix}.zip`), zip)
}
