import { createHash } from 'node:crypto'

import { tableName } from '#server/transfer/archive-format.ts'
import { readArchive } from '#server/transfer/read-archive.ts'

/** Every row and file of an archive, in an order independent of its writer. */
export async function archiveContent(path: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const content: Record<string, string[]> = {}
  for await (const part of readArchive(path)) {
    if (part.type === 'rows') {
      const known = (content[tableName(part.table)] ??= [])
      for (const row of part.rows) {
        known.push(JSON.stringify(Object.fromEntries(part.table.columns.map((name, at) => [name, row[at]]))))
      }
    }
    if (part.type === 'file') {
      const known = (content['files'] ??= [])
      const hash = createHash('sha256')
      for await (const chunk of part.content) hash.update(chunk)
      known.push(`${part.key} ${hash.digest('hex')}`)
    }
  }
  for (const lines of Object.values(content)) lines.sort()
  return content
}
