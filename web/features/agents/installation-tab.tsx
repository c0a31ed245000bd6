import { useQueries } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'

import { agentDemosQuery } from '../../lib/agent-calls.ts'
import { demosQuery } from '../../lib/demo-queries.ts'
import { embedCode, shareLink } from '../../lib/share-text.ts'
import { buttonClass } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { NothingYet, PanelSection } from './section-head.tsx'
import { useAgentDemos } from './use-agent-steps.ts'

/** Where visitors find the agent: links and embed codes of its demos. */
export function InstallationTab() {
  const demos = useAgentDemos()
  const isLoading = useQueries({
    queries: [demosQuery, agentDemosQuery],
    combine: (found) => found.some(({ isPending }) => isPending),
  })
  const [chosenId, setChosenId] = useState('')
  const demo = demos.find(({ id }) => id === chosenId) ?? demos[0]
  if (isLoading) {
    return (
      // As high as the fields, so that nothing below moves.
      <div className="min-h-104 sm:min-h-73">
        <ListSkeleton label="Loading the demos" rows={6} />
      </div>
    )
  }
  return (
    <PanelSection title="Demo with agent">
      {demo === undefined ? (
        <NothingYet>Choose the demos it presents under Behaviour.</NothingYet>
      ) : (
        <div className="label-left flex max-w-2xl flex-col gap-4 border-t border-line pt-4">
          <SelectField
            label="Demo"
            value={demo.id}
            options={demos.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(event) => setChosenId(event.currentTarget.value)}
          />
          {demo.status === 'active' ? null : (
            <p className="text-sm text-warning">Visitors can’t open this demo until its link is on.</p>
          )}
          <CopyField label="Link" text={shareLink(window.location.origin, demo.id)} />
          <CopyField label="Embed code" text={embedCode(window.location.origin, demo.id)} isCode />
          <a
            href={shareLink(window.location.origin, demo.id)}
            target="_blank"
            rel="noreferrer"
            className={`${buttonClass({})} self-start`}
          >
            <ExternalLink size={16} aria-hidden />
            Open as a visitor
          </a>
        </div>
      )}
    </PanelSection>
  )
}
