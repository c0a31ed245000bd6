import { FileDown, FileUp } from 'lucide-react'
import { useRef } from 'react'

import { csvMoment, csvText } from '../../lib/csv-text.ts'
import { saveFile } from '../../lib/save-file.ts'
import { shareLink } from '../../lib/share-text.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { fileNameOf } from './file-name.ts'
import type { LinkText, ShareLink } from './link-calls.ts'

export interface LinkFilesProps {
  readonly demoName: string
  readonly links: readonly ShareLink[]
  readonly isBusy: boolean
  readonly onImport: (links: readonly LinkText[]) => void
}

/** Imports people as links, and exports the links for a mail merge. */
export function LinkFiles({ demoName, links, isBusy, onImport }: LinkFilesProps) {
  const input = useRef<HTMLInputElement>(null)

  async function read(file: File): Promise<void> {
    const { linkListBytesMax, readLinkList } = await import('./read-link-list.ts')
    const list =
      file.size > linkListBytesMax
        ? { links: null, problem: 'The file is larger than 1 MB.' }
        : readLinkList(await file.text())
    if (list.links === null) showToast({ text: `${list.problem} No link was created.`, tone: 'danger' })
    else onImport(list.links)
  }

  return (
    <div className="mt-3 flex flex-wrap items-center gap-1">
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        aria-label="List of people"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          if (file !== undefined) {
            read(file).catch(() => showToast({ text: 'The file could not be read.', tone: 'danger' }))
          }
        }}
      />
      <Button
        tone="quiet"
        icon={<FileUp size={14} aria-hidden />}
        disabled={isBusy}
        title="Columns: name, expires, and a column for each variable"
        onClick={() => input.current?.click()}
      >
        Import CSV
      </Button>
      {links.length === 0 ? null : (
        <Button
          tone="quiet"
          icon={<FileDown size={14} aria-hidden />}
          onClick={() => saveFile(linksCsv(links), `${fileNameOf(demoName)}-links.csv`)}
        >
          Export CSV
        </Button>
      )}
    </div>
  )
}

function linksCsv(links: readonly ShareLink[]): Blob {
  const names = [...new Set(links.flatMap(({ variables }) => Object.keys(variables)))]
  const rows = links.map((link) => [
    link.name,
    shareLink(window.location.origin, link.token),
    ...names.map((name) => link.variables[name]),
    csvMoment(link.expiresAt),
    link.viewCount,
    link.stepsSeen,
    csvMoment(link.lastOpenedAt),
  ])
  const titles = ['name', 'link', ...names, 'expires (UTC)', 'opens', 'steps seen', 'last opened (UTC)']
  return new Blob([csvText([titles, ...rows])], { type: 'text/csv' })
}
