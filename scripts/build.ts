import { buildParts } from './build-parts.ts'

/* npm run build: builds everything the server serves, and the extension with its packages. */
await buildParts({ mode: 'production', force: process.argv.includes('--force') })
