import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, FileText, Globe, Plus, Presentation } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'

import type { SourceRow } from '../../lib/agent-rows.ts'
import { failureHint, failureText } from '../../lib/backend-error.ts'
import { countOf, dayLabel } from '../../lib/figure-text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ImageDropZone } from '../../ui/image-drop-zone.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { Menu } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useAgent } from './agent-context.ts'
import { AddressForm } from './address-form.tsx'
import { refreshSource, uploadSource } from './agent-server-calls.ts'
import { deleteRow, knowledgeKeys, sourcesQuery } from './knowledge-calls.ts'
import { RowDialog } from './row-dialog.tsx'
import { PanelSection } from './section-head.tsx'
import { useAgentDemos } from './use-agent-steps.ts'
import { useSave } from './use-save.ts'

const acceptedFiles = '.pdf,.docx,.md,.markdown,.txt,.html,.htm'
const fileBytesMax = 10 * 1024 * 1024
const filesAtOnce = 20
const shownDemos = 4

/** Everything the agent reads: its demos, documents and web pages. */
export function SourcesSection() {
  const { agent, canEdit } = useAgent()
  const demos = useAgentDemos()
  const sources = useQuery(sourcesQuery(agent.id))
  const file = useRef<HTMLInputElement>(null)
  const [adding, setAdding] = useState<'page' | 'site' | null>(null)
  const [areAllShown, setAreAllShown] = useState(false)
  const [uploading, setUploading] = useState<readonly string[]>([])
  const queries = useQueryClient()

  async function upload(files: readonly File[]): Promise<void> {
    for (const each of files.slice(0, filesAtOnce)) {
      const problem = findFileProblem(each)
      if (problem !== null) {
        showToast({ text: problem, tone: 'danger' })
        continue
      }
      setUploading((names) => [...names, each.name])
      const outcome = await uploadSource(agent.id, each)
      setUploading((names) => names.filter((name) => name !== each.name))
      if (!outcome.ok) showToast({ text: [outcome.text, outcome.hint].filter(Boolean).join(' '), tone: 'danger' })
      await queries.invalidateQueries({ queryKey: knowledgeKeys.sources(agent.id) })
    }
    if (files.length > filesAtOnce) {
      showToast({ text: `Only the first ${filesAtOnce} files were added.`, tone: 'danger' })
    }
  }

  const count = demos.length + (sources.data?.length ?? 0)
  return (
    <ImageDropZone text="Drop documents to add them" onFiles={(files) => canEdit && void upload(files)}>
      <PanelSection
        title="Sources"
        count={sources.data === undefined ? undefined : count}
        aside={
          <Menu
            trigger={
              <Button tone="quiet" disabled={!canEdit} icon={<Plus size={14} aria-hidden />}>
                Add
              </Button>
            }
            entries={[
              {
                key: 'file',
                label: 'Document',
                hint: 'PDF, Word, Markdown, text or HTML, up to 10 MB',
                onSelect: () => file.current?.click(),
              },
              { key: 'page', label: 'Web page', hint: 'One address', onSelect: () => setAdding('page') },
              {
                key: 'site',
                label: 'Website',
                hint: 'Up to 50 pages below an address',
                onSelect: () => setAdding('site'),
              },
            ]}
          />
        }
      >
        <input
          ref={file}
          type="file"
          multiple
          hidden
          accept={acceptedFiles}
          aria-label="Documents"
          onChange={(event) => {
            void upload([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
        {sources.isPending ? <ListSkeleton label="Loading the sources" rows={3} /> : null}
        {sources.isError && sources.data === undefined ? (
          <ErrorState
            title={failureText(sources.error, 'knowledgeFailed')}
            text={failureHint(sources.error)}
            onRetry={() => void sources.refetch()}
          />
        ) : null}
        <ul className="border-t border-line text-sm empty:hidden">
          {demos.slice(0, areAllShown ? undefined : shownDemos).map((demo) => (
            <li key={demo.id} className={rowClass}>
              <Presentation size={16} aria-hidden className="shrink-0 text-muted" />
              <Link
                to={`/dashboard/demos/${demo.id}`}
                dir="auto"
                className="min-w-0 flex-1 truncate text-left hover:underline"
              >
                {demo.name}
              </Link>
              <span className="shrink-0 text-muted tabular-nums">{countOf(demo.stepCount, 'step')}</span>
              <span className="w-8" />
            </li>
          ))}
          {demos.length > shownDemos && !areAllShown ? (
            <li className={rowClass}>
              <button
                type="button"
                className="py-2 text-muted hover:text-text hover:underline pointer-coarse:min-h-11"
                onClick={() => setAreAllShown(true)}
              >
                Show all {countOf(demos.length, 'demo')}
              </button>
            </li>
          ) : null}
          {(sources.data ?? []).map((source) => (
            <SourceItem key={source.id} source={source} />
          ))}
          {uploading.map((name) => (
            <li key={name} className={rowClass}>
              <FileText size={16} aria-hidden className="shrink-0 text-muted" />
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <span role="status" className="shrink-0 text-muted">
                Uploading…
              </span>
            </li>
          ))}
        </ul>
        <RowDialog
          title={adding === 'site' ? 'Add a website' : 'Add a web page'}
          isOpen={adding !== null}
          onClose={() => setAdding(null)}
        >
          <AddressForm isSite={adding === 'site'} onAdded={() => setAdding(null)} />
        </RowDialog>
      </PanelSection>
    </ImageDropZone>
  )
}

const rowClass = 'flex min-h-9 items-center gap-2.5 border-b border-line py-0.5 pointer-coarse:min-h-11'

function SourceItem({ source }: { readonly source: SourceRow }) {
  const { agent, canEdit } = useAgent()
  const key = knowledgeKeys.sources(agent.id)
  const refresh = useSave((id: string) => refreshSource(agent.id, id), key)
  const remove = useSave(async (id: string) => {
    await deleteRow('knowledge_sources', id)
    showToast({ text: `“${source.title}” was removed.` })
  }, key)
  const [isAsking, setIsAsking] = useState(false)
  const Icon = source.kind === 'document' ? FileText : Globe
  const failed = source.status === 'failed'
  return (
    <li className="border-b border-line">
      <div className="flex min-h-9 items-center gap-2.5 py-0.5 pointer-coarse:min-h-11">
        <Icon size={16} aria-hidden className="shrink-0 text-muted" />
        <span dir="auto" className="min-w-0 flex-1 truncate text-left" title={source.title}>
          {source.title}
        </span>
        <span
          role={source.status === 'ready' ? undefined : 'status'}
          className={`shrink-0 tabular-nums ${failed ? 'text-danger' : 'text-muted'}`}
        >
          {statusText(source)}
        </span>
        <span className="hidden shrink-0 text-muted tabular-nums sm:block">
          {dayLabel((source.refreshed_at ?? source.created_at).slice(0, 10), true)}
        </span>
        <Menu
          trigger={
            <IconButton label={`More for ${source.title}`} disabled={!canEdit}>
              <Ellipsis size={16} aria-hidden />
            </IconButton>
          }
          entries={[
            ...(source.kind === 'document'
              ? []
              : [{ key: 'refresh', label: 'Refresh', onSelect: () => refresh.mutate(source.id) }]),
            { key: 'remove', label: 'Remove', tone: 'danger' as const, onSelect: () => setIsAsking(true) },
          ]}
        />
      </div>
      {failed && source.problem !== null ? <p className="pb-2 pl-6.5 text-xs text-danger">{source.problem}</p> : null}
      <RowDialog title={`Remove “${source.title}”?`} isOpen={isAsking} onClose={() => setIsAsking(false)}>
        <p className="mb-4 text-sm text-muted">The agent no longer answers from it.</p>
        <Button tone="danger" size="form" disabled={remove.isPending} onClick={() => remove.mutate(source.id)}>
          {remove.isPending ? 'Removing…' : 'Remove source'}
        </Button>
      </RowDialog>
    </li>
  )
}

function statusText({ status, page_count, kind }: SourceRow): string {
  if (status === 'waiting') return 'Waiting…'
  if (status === 'reading') return 'Reading…'
  if (status === 'failed') return 'Failed'
  if (kind === 'page') return 'Read'
  return page_count > 0 ? countOf(page_count, 'page') : 'Read'
}

function findFileProblem({ name, size }: File): string | null {
  if (!/\.(pdf|docx|md|markdown|txt|html?)$/i.test(name)) {
    return `“${name}” is not a PDF, Word, Markdown, text or HTML file.`
  }
  if (size > fileBytesMax) return `“${name}” is larger than 10 MB.`
  return size === 0 ? `“${name}” is empty.` : null
}
