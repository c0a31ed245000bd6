import { build as viteBuild } from 'vite'

import config from './vite.config.ts'

/** Writes the application to dist/web: index.html and hashed files in assets/. */
export async function build(options: { mode: 'production' | 'development' }): Promise<void> {
  await viteBuild({ ...config, configFile: false, mode: options.mode, logLevel: 'warn' })
}
