import { build as viteBuild } from 'vite'

import config from './vite.config.ts'

/** What the web application is made of: when one of these is newer than the output, it is stale. */
export const inputs: readonly string[] = ['web', 'player', 'domain', 'protocol', 'sample', 'package-lock.json']

/** Writes the application to dist/web: index.html and hashed files in assets/. */
export async function build(options: { mode: 'production' | 'development' }): Promise<void> {
  await viteBuild({ ...config, configFile: false, mode: options.mode, logLevel: 'warn' })
}
