import { buildParts } from './build-parts.ts'

/* npm run build: everything the server hands out, and the extension with its zip. */
await buildParts({ mode: 'production', force: process.argv.includes('--force') })
