import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Eye } from 'lucide-react'

import type { DemoStatus } from '#domain/demo.ts'

import { failureHint, failureText } from '../../lib/backend-error.ts'
import { saveDemoStatus } from '../../lib/demo-calls.ts'
import type { ShareDialogProps } from '../../lib/share-dialog-props.ts'
import { shareLink } from '../../lib/share-text.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Tabbed } from '../../ui/tabbed.tsx'
import { WideDialog } from '../../ui/wide-dialog.tsx'
import { EmbedTab } from './embed-tab.tsx'
import { ExportTab } from './export-tab.tsx'
import { loadSharing, saveSharing } from './link-calls.ts'
import { LinkTab } from './link-tab.tsx'
import { PeopleTab } from './people-tab.tsx'

/** Spec §2: share link and embed code on this origin, each with Copy; beside them personal links and downloads. */
export function ShareSheet(props: ShareDialogProps) {
  const { demoId, status, steps, isOpen, onOpenChange, onStatusSaved } = props
  const queries = useQueryClient()
  const queryKey = ['sharing', demoId]
  const sharing = useQuery({ queryKey, queryFn: () => loadSharing(demoId), enabled: isOpen })
  const turn = useMutation({
    mutationFn: (next: DemoStatus) => saveDemoStatus(demoId, next),
    onSuccess: (_, next) => {
      onStatusSaved(next)
      void queries.invalidateQueries({ queryKey: ['demos'] })
    },
  })
  const change = useMutation({
    mutationFn: (run: () => Promise<void>) => run(),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  const isOn = (turn.isPending ? turn.variables : status) === 'active'
  const problem = sharing.error ?? change.error ?? turn.error
  const shared = { demoId, steps, isOn, sharing: sharing.data }

  return (
    <WideDialog
      title="Share Demo"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      actions={
        <a
          href={shareLink(window.location.origin, demoId)}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ tone: 'quiet' })}
        >
          <Eye size={16} aria-hidden />
          <span className="max-sm:sr-only">Open as a visitor</span>
        </a>
      }
    >
      {problem === null ? null : (
        <div className="px-4 pb-3 sm:px-6">
          <Notice tone="danger">
            {failureText(problem, 'linksFailed')} {failureHint(problem)}
          </Notice>
        </div>
      )}
      <Tabbed
        label="Ways to share"
        tabs={[
          {
            value: 'link',
            label: 'Link',
            content: (
              <LinkTab
                {...shared}
                cards={props.cards}
                isBusy={turn.isPending || change.isPending}
                onTurn={(next) => turn.mutate(next ? 'active' : 'draft')}
                onChange={(next) => change.mutate(() => saveSharing(demoId, next))}
                onLeave={() => onOpenChange(false)}
              />
            ),
          },
          { value: 'embed', label: 'Embed', content: <EmbedTab {...shared} /> },
          {
            value: 'people',
            label: 'People',
            count: sharing.data?.links.length,
            content: (
              <PeopleTab {...shared} cards={props.cards} isBusy={change.isPending} onChange={change.mutateAsync} />
            ),
          },
          { value: 'export', label: 'Export', content: <ExportTab {...shared} cards={props.cards} /> },
        ]}
      />
    </WideDialog>
  )
}
