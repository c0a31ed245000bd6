import { snapshotLimits } from '#protocol/snapshots.ts'

import { checkDrawing } from './check-drawing.ts'
import { checkStyles } from './check-styles.ts'
import { parsePage, SnapshotProblem } from './parse-page.ts'
import { writePage } from './write-page.ts'

/**
 * The page in a form that is safe to serve: allowed elements and attributes, no script, and no addresses except hashes of
 * files. It is parsed the way browsers do, until parsing it again changes nothing. Adds the hashes of files it refers to.
 * `sheets`: the cleaned style sheets among them.
 */
export function cleanPage(html: string, named = new Set<string>(), sheets: readonly string[] = []): string {
  let cleaned = html
  for (let round = 0; round < roundsMax; round += 1) {
    if (cleaned.length > snapshotLimits.htmlBytesMax * 1.5) throw new SnapshotProblem('The page is too large.')
    named.clear()
    const page = parsePage(cleaned)
    const again = writePage(page, named)
    if (again === cleaned) {
      checkDrawing(page)
      checkStyles(page, sheets)
      return again
    }
    cleaned = again
  }
  throw new SnapshotProblem('The page’s markup reads differently each time.')
}

const roundsMax = 5
