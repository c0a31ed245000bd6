import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'

import { failureHint, failureText } from '../../lib/backend-error.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import {
  addLink,
  loadSharing,
  removeLink,
  revokeLink,
  saveLink,
  saveSharedByLinksOnly,
  type DemoSharing,
} from './link-calls.ts'
import { LinkForm } from './link-form.tsx'
import { LinkRow } from './link-row.tsx'

/** A demo's links with names: one for each prospect, each with its own end and password. */
export function ShareLinks({ demoId }: { readonly demoId: string }) {
  const queries = useQueryClient()
  const queryKey = ['sharing', demoId]
  const sharing = useQuery({ queryKey, queryFn: () => loadSharing(demoId) })
  /** The link being edited; 'new' for a new one. */
  const [edited, setEdited] = useState<string | null>(null)
  const change = useMutation({
    mutationFn: (run: () => Promise<void>) => run(),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  const save = (run: () => Promise<void>) => change.mutate(run, { onSuccess: () => setEdited(null) })
  const problem = sharing.error ?? change.error
  const data: DemoSharing | undefined = sharing.data

  return (
    <section aria-labelledby="share-links" className="flex flex-col gap-3 border-t border-line pt-4">
      <div className="flex items-start justify-between gap-3">
        <div>
          <h3 id="share-links" className="text-sm font-medium">
            Personal links
          </h3>
          <p className="text-xs text-muted">One per prospect, so you see who opened it.</p>
        </div>
        {edited === 'new' || data === undefined ? null : (
          <Button icon={<Plus size={16} aria-hidden />} onClick={() => setEdited('new')}>
            New link
          </Button>
        )}
      </div>
      {problem === null ? null : (
        <Notice tone="danger">
          {failureText(problem, 'linksFailed')} {failureHint(problem)}
        </Notice>
      )}
      {edited === 'new' ? (
        <LinkForm
          link={null}
          isSaving={change.isPending}
          onSave={(text) => save(() => addLink(demoId, text))}
          onCancel={() => setEdited(null)}
        />
      ) : null}
      {sharing.isPending ? <Skeleton className="h-12" /> : null}
      {data === undefined || data.links.length === 0 ? null : (
        <ul>
          {data.links.map((link) =>
            edited === link.id ? (
              <li key={link.id} className="py-2">
                <LinkForm
                  link={link}
                  isSaving={change.isPending}
                  onSave={(text) => save(() => saveLink(link.id, text))}
                  onCancel={() => setEdited(null)}
                />
              </li>
            ) : (
              <LinkRow
                key={link.id}
                link={link}
                onEdit={() => setEdited(link.id)}
                onRevoke={(isRevoked) => change.mutate(() => revokeLink(link.id, isRevoked))}
                onRemove={() => change.mutate(() => removeLink(link.id))}
              />
            ),
          )}
        </ul>
      )}
      {data === undefined ? null : (
        <Switch
          label="Personal links only"
          hint={
            data.isByLinksOnly
              ? 'The share link and embed code above are off.'
              : 'The share link and embed code above work too.'
          }
          isOn={data.isByLinksOnly}
          disabled={change.isPending}
          onChange={(isByLinksOnly) => change.mutate(() => saveSharedByLinksOnly(demoId, isByLinksOnly))}
        />
      )}
    </section>
  )
}
