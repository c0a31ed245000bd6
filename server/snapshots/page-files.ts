import { openImage } from '#backend/storage/safe-image.ts'
import { blurredImageColor } from '#domain/edited-page-look.ts'
import { snapshotBucket } from '#domain/limits.ts'
import { snapshotLimits } from '#protocol/snapshots.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import type { PictureFiles } from '#server/pictures/picture-files.ts'
import type { Services } from '#server/services.ts'

import { inPageThread, type PageJobAnswers, type StandIn } from './page-thread.ts'
import { SnapshotProblem } from './parse-page.ts'
import type { SnapshotStore } from './save-snapshot.ts'

interface FileRow {
  readonly hash: string
  readonly path: string
  readonly mime_type: string
}

/** Reads the files of captured pages. */
export function pageFiles(services: Services, files: PictureFiles, store: SnapshotStore) {
  const call = procedureCaller(services)

  async function rowsOf(workspaceId: string, hashes: readonly string[]): Promise<readonly FileRow[]> {
    const rows = await call('get_snapshot_files', { p_workspace_id: workspaceId, p_hashes: hashes })
    return rows as readonly FileRow[]
  }

  async function contentOf(row: FileRow | undefined): Promise<Uint8Array | null> {
    return row === undefined ? null : files.read({ bucket: snapshotBucket, path: row.path })
  }

  /** The cleaned style sheets among these files. */
  async function sheetTexts(workspaceId: string, hashes: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const texts = new Map<string, string>()
    let bytes = 0
    for (const row of await rowsOf(workspaceId, hashes)) {
      if (row.mime_type !== 'text/css') continue
      const content = await contentOf(row)
      if (content === null) continue
      bytes += content.byteLength
      if (bytes > snapshotLimits.bytesMax * 2) throw new SnapshotProblem('The page has too many style sheets.')
      texts.set(row.hash, new TextDecoder().decode(content))
    }
    return texts
  }

  return {
    /** The markup of a page as captured; null if its file was deleted. */
    page: async (workspaceId: string, hash: string): Promise<string | null> => {
      const [row] = await rowsOf(workspaceId, [hash])
      const content = row?.mime_type === 'text/html' ? await contentOf(row) : null
      return content === null ? null : new TextDecoder().decode(content)
    },

    sheetTexts,

    /** The style sheets among these files, with the hashes that they refer to. */
    sheets: async (
      workspaceId: string,
      hashes: readonly string[],
    ): Promise<ReadonlyMap<string, PageJobAnswers['css']>> => {
      const sheets = new Map<string, PageJobAnswers['css']>()
      for (const [hash, text] of await sheetTexts(workspaceId, hashes)) {
        sheets.set(hash, await inPageThread(workspaceId, { kind: 'css', text }))
      }
      return sheets
    },

    /** Stores blank or blurred pictures of these sizes; returns their hashes. */
    standIns: async (workspaceId: string, hashes: readonly string[]): Promise<ReadonlyMap<string, StandIn>> => {
      const standIns = new Map<string, StandIn>()
      for (const row of await rowsOf(workspaceId, hashes)) {
        const content = await contentOf(row)
        if (content === null || !row.mime_type.startsWith('image/')) continue
        const size = row.mime_type === 'image/svg+xml' ? svgSize(content) : await imageSize(content)
        const svg = `<svg xmlns="http://www.w3.org/2000/svg"${size}>`
        standIns.set(row.hash, {
          hide: await store.text(workspaceId, `${svg}</svg>`, 'image/svg+xml'),
          blur: await store.text(
            workspaceId,
            `${svg}<rect width="100%" height="100%" fill="${blurredImageColor}"/></svg>`,
            'image/svg+xml',
          ),
        })
      }
      return standIns
    },
  }
}

/** The image's size, as attributes of an `svg`. */
async function imageSize(content: Uint8Array): Promise<string> {
  try {
    const { autoOrient } = await openImage(content).metadata()
    return ` width="${autoOrient.width}" height="${autoOrient.height}"`
  } catch {
    return ''
  }
}

/** Its intrinsic size and aspect ratio, by which browsers lay it out. */
function svgSize(content: Uint8Array): string {
  const tag = /<svg\b[^>]{0,4000}>/i.exec(new TextDecoder().decode(content.subarray(0, 20_000)))?.[0] ?? ''
  return ['width', 'height', 'viewBox', 'preserveAspectRatio']
    .map((name) => {
      const value = new RegExp(`\\s${name}\\s*=\\s*["']([\\w\\s.,%+-]{1,100})["']`).exec(tag)?.[1]
      return value === undefined ? '' : ` ${name}="${value}"`
    })
    .join('')
}
