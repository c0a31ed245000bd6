import { z } from 'zod'

/** A row of knowledge_sources. */
export const sourceRow = z.looseObject({
  id: z.string(),
  workspace_id: z.string(),
  agent_id: z.string(),
  kind: z.enum(['document', 'page', 'site']),
  address: z.string().nullable(),
  status: z.enum(['waiting', 'reading', 'ready', 'failed']),
  attempts: z.number(),
})
export type SourceRow = z.infer<typeof sourceRow>
