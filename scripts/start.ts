import { buildParts } from './build-parts.ts'

/* npm start: builds what is stale, then serves in this same process. */
await buildParts({ mode: 'production' })
await import('../server/main.ts')
