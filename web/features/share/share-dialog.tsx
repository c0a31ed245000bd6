import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { memo } from 'react'

import type { DemoStatus } from '#domain/demo.ts'

import { failureHint } from '../../lib/backend-error.ts'
import type { ShareDialogProps } from '../../lib/share-dialog-props.ts'
import { buttonClass } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Switch } from '../../ui/switch.tsx'
import { saveDemoStatus } from '../../lib/demo-calls.ts'
import { ShareLinks } from './share-links.tsx'
import { embedCode, shareLink } from '../../lib/share-text.ts'
import { UnfinishedList } from './unfinished-list.tsx'

/** Spec §2: share link and embed code on this origin, each with Copy; the switch that turns the link off; and links with names. */
export const ShareDialog = memo(function ShareDialog(props: ShareDialogProps) {
  const { demoId, status, steps, cards, isOpen, onOpenChange, onStatusSaved } = props
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (next: DemoStatus) => saveDemoStatus(demoId, next),
    onSuccess: (_, next) => {
      onStatusSaved(next)
      void queries.invalidateQueries({ queryKey: ['demos'] })
    },
  })
  const link = shareLink(window.location.origin, demoId)
  const shownStatus = change.isPending ? change.variables : status
  const isOn = shownStatus === 'active'

  return (
    <Dialog title="Share Demo" isOpen={isOpen} onOpenChange={onOpenChange}>
      <div className="flex flex-col gap-5">
        <Switch
          label="Link is on"
          hint={isOn ? 'Anyone with the link can play this demo.' : 'Only your workspace can play this demo.'}
          isOn={isOn}
          disabled={change.isPending}
          onChange={(next) => change.mutate(next ? 'active' : 'draft')}
        />
        {change.isError ? (
          <Notice tone="danger">
            {change.error.message}. {failureHint(change.error)}
          </Notice>
        ) : null}
        <UnfinishedList demoId={demoId} steps={steps} cards={cards} onLeave={() => onOpenChange(false)} />
        <CopyField label="Share Link" text={link} />
        <CopyField label="Embed Code" text={embedCode(window.location.origin, demoId)} isCode />
        <a href={link} target="_blank" rel="noreferrer" className={buttonClass({ tone: 'quiet', size: 'form' })}>
          <ExternalLink size={16} aria-hidden />
          Open as a visitor
        </a>
        <ShareLinks demoId={demoId} />
      </div>
    </Dialog>
  )
})
